//! A bot that plays at random. Make it better in `choose`; the rest need not change.
//!
//! One JSON object a line comes in on standard input, one a line goes out on standard output.
//! Standard error is the log: eprintln!(...) is shown to you alone. json.rs says how to read a message.

mod json;

use json::Json;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::{self, BufRead, Write};

#[derive(Default)]
struct Bot {
    seat: i64,
}

impl Bot {
    /// A leg (one game) begins. message: game, options, seat, seats, teams, names, leg, legs, clock.
    fn start(&mut self, message: &Json) {
        self.seat = message.get("seat").integer();
    }

    /// YOUR STRATEGY: return one action. message: turn, phase, state, events, legal, clock.
    /// `legal` lists actions that are accepted as they are; README.md says what else this game allows.
    fn choose(&mut self, message: &Json) -> Json {
        let legal = message.get("legal").items();
        legal[dice(message.get("state")) % legal.len()].clone()
    }

    /// The leg is over. message: ranks and scores by seat, events.
    fn end(&mut self, _message: &Json) {}
}

/// A number that looks random, but is the same for the same table: easy to repeat.
fn dice(table: &Json) -> usize {
    let mut hasher = DefaultHasher::new();
    table.to_string().hash(&mut hasher);
    hasher.finish() as usize
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut bot = Bot::default();
    for line in io::stdin().lock().lines() {
        let message = Json::parse(&line?)?;
        match message.get("type").text() {
            "start" => {
                bot.start(&message);
                answer("{\"ready\": true}")?;
            }
            "act" => answer(&bot.choose(&message).to_string())?,
            "end" => bot.end(&message),
            "bye" => break,
            _ => {}
        }
    }
    Ok(())
}

fn answer(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}
