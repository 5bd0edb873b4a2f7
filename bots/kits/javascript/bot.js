// A bot that plays at random. Make it better in `choose`; the rest need not change.
//
// One JSON object a line comes in on standard input, one a line goes out on standard output.
// Standard error is the log: console.error(...) is shown to you alone.

"use strict";
const readline = require("node:readline");

let seat = 0;
let state = 1; // of the random numbers

// A leg (one game) begins. message: game, options, seat, seats, teams, names, leg, legs, clock.
function start(message) {
  seat = message.seat;
  state = 1000 * message.leg + seat + 1; // fixed: a match can be played again
}

// YOUR STRATEGY: return one action. message: turn, phase, state, events, legal, clock.
// `legal` lists actions that are accepted as they are; README.md says what else this game allows.
function choose(message) {
  return message.legal[below(message.legal.length)];
}

// The leg is over. message: ranks and scores by seat, events.
function end(message) {}

// Draws a whole number from 0 to n - 1 (xorshift).
function below(n) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % n;
}

function answer(data) {
  process.stdout.write(JSON.stringify(data) + "\n");
}

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "start") {
    start(message);
    answer({ ready: true });
  } else if (message.type === "act") {
    answer(choose(message));
  } else if (message.type === "end") {
    end(message);
  } else if (message.type === "bye") {
    process.exit(0);
  }
});
