//! A bot that plays at random. Make it better in `choose`; the rest need not change.
//!
//! One JSON object a line comes in on standard input, one a line goes out on standard output.
//! Standard error is the log: eprintln!(...) is shown to you alone. json.rs says how to read a message.

mod json;

use json::Json;
use std::io::{self, BufRead, Write};

#[derive(Default)]
struct Bot {
    seat: i64,
    random: u32,
}

impl Bot {
    /// A leg (one game) begins. message: game, options, seat, seats, teams, names, leg, legs, clock.
    fn start(&mut self, message: &Json) {
        self.seat = message.get("seat").integer();
        // Fixed: a match can be played again.
        self.random = (1000 * message.get("leg").integer() + self.seat + 1) as u32;
    }

    /// YOUR STRATEGY: return one action. message: turn, phase, state, events, legal, clock.
    /// `legal` lists actions that are accepted as they are; README.md says what else this game allows.
    fn choose(&mut self, message: &Json) -> Json {
        let legal = message.get("legal").items();
        legal[self.below(legal.len())].clone()
    }

    /// The leg is over. message: ranks and scores by seat, events.
    fn end(&mut self, _message: &Json) {}

    /// Draw a whole number from 0 to n - 1 (xorshift).
    fn below(&mut self, n: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        self.random as usize % n
    }
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
