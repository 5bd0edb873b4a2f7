//! A small JSON reader and writer: enough for the arena's messages.
//!
//!   let message = Json::parse(&line)?;
//!   message.get("legal").items()            the elements of a list; empty when it is none
//!   message.get("seat").integer()           a number; 0 when it is none
//!   message.get("type").text()              a text; "" when it is none
//!   println!("{}", value)                   writes it as JSON
#![allow(dead_code)]

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Boolean(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn parse(source: &str) -> Result<Json, String> {
        let mut reader = Reader { source: source.as_bytes(), at: 0 };
        let value = reader.value(0)?;
        reader.skip();
        if reader.at == source.len() { Ok(value) } else { Err("JSON: something follows".into()) }
    }

    pub fn get(&self, key: &str) -> &Json {
        match self {
            Json::Object(members) => members.iter().find(|(name, _)| name == key).map_or(&Json::Null, |(_, value)| value),
            _ => &Json::Null,
        }
    }

    pub fn items(&self) -> &[Json] {
        if let Json::List(items) = self { items } else { &[] }
    }

    pub fn integer(&self) -> i64 {
        if let Json::Number(number) = self { *number as i64 } else { 0 }
    }

    pub fn text(&self) -> &str {
        if let Json::Text(text) = self { text } else { "" }
    }

    pub fn boolean(&self) -> bool {
        *self == Json::Boolean(true)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Json::Null => write!(out, "null"),
            Json::Boolean(value) => write!(out, "{value}"),
            Json::Number(value) => write!(out, "{value}"),
            Json::Text(value) => write_text(out, value),
            Json::List(items) => {
                write!(out, "[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if index > 0 { "," } else { "" })?;
                }
                write!(out, "]")
            }
            Json::Object(members) => {
                write!(out, "{{")?;
                for (index, (key, value)) in members.iter().enumerate() {
                    write!(out, "{}", if index > 0 { "," } else { "" })?;
                    write_text(out, key)?;
                    write!(out, ":{value}")?;
                }
                write!(out, "}}")
            }
        }
    }
}

fn write_text(out: &mut fmt::Formatter, text: &str) -> fmt::Result {
    write!(out, "\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{letter}")?,
            control if control < ' ' => write!(out, "\\u{:04x}", control as u32)?,
            other => write!(out, "{other}")?,
        }
    }
    write!(out, "\"")
}

struct Reader<'a> {
    source: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.source.get(self.at).copied().unwrap_or(0)
    }

    fn skip(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    /// Step over a byte if it comes next, with the blanks around it.
    fn take(&mut self, byte: u8) -> bool {
        self.skip();
        let found = self.peek() == byte;
        if found {
            self.at += 1;
            self.skip();
        }
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), String> {
        if self.take(byte) { Ok(()) } else { Err(format!("JSON: expected {} at {}", byte as char, self.at)) }
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        self.skip();
        match self.peek() {
            _ if depth > 200 => Err("JSON: too deep".into()),
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            b'"' => Ok(Json::Text(self.text()?)),
            _ => self.literal(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut members = Vec::new();
        self.expect(b'{')?;
        while self.peek() != b'}' {
            let key = self.text()?;
            self.expect(b':')?;
            members.push((key, self.value(depth + 1)?));
            if !self.take(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(Json::Object(members))
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        self.expect(b'[')?;
        while self.peek() != b']' {
            items.push(self.value(depth + 1)?);
            if !self.take(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(Json::List(items))
    }

    fn text(&mut self) -> Result<String, String> {
        let mut bytes = Vec::new();
        if self.peek() != b'"' {
            return Err(format!("JSON: expected a text at {}", self.at));
        }
        self.at += 1;
        while self.peek() != b'"' {
            match self.peek() {
                0 => return Err("JSON: a text does not end".into()),
                b'\\' => self.escape(&mut bytes)?,
                byte => bytes.push(byte),
            }
            self.at += 1;
        }
        self.at += 1;
        String::from_utf8(bytes).map_err(|error| error.to_string())
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) -> Result<(), String> {
        self.at += 1;
        match self.peek() {
            b'n' => bytes.push(b'\n'),
            b't' => bytes.push(b'\t'),
            b'r' => bytes.push(b'\r'),
            b'b' => bytes.push(8),
            b'f' => bytes.push(12),
            b'u' => {
                let digits = self.source.get(self.at + 1..self.at + 5).ok_or("JSON: a text does not end")?;
                let code = u32::from_str_radix(&String::from_utf8_lossy(digits), 16).map_err(|error| error.to_string())?;
                let letter = char::from_u32(code).unwrap_or('\u{fffd}');
                bytes.extend(letter.to_string().bytes());
                self.at += 4;
            }
            other => bytes.push(other),
        }
        Ok(())
    }

    fn literal(&mut self) -> Result<Json, String> {
        let begin = self.at;
        while matches!(self.peek(), b'a'..=b'z' | b'E' | b'0'..=b'9' | b'+' | b'-' | b'.') {
            self.at += 1;
        }
        match std::str::from_utf8(&self.source[begin..self.at]).unwrap_or("") {
            "null" => Ok(Json::Null),
            "true" => Ok(Json::Boolean(true)),
            "false" => Ok(Json::Boolean(false)),
            number => number.parse().map(Json::Number).map_err(|_| format!("JSON: not a value at {begin}")),
        }
    }
}
