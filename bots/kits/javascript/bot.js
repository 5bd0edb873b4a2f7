// A bot that plays at random. Make it better in `choose`; the rest need not change.
//
// One JSON object a line comes in on standard input, one a line goes out on standard output.
// Standard error is the log: console.error(...) is shown to you alone.

"use strict";
const readline = require("node:readline");

let seat = 0;

// A leg (one game) begins. message: game, options, seat, seats, teams, names, leg, legs, clock.
function start(message) {
  seat = message.seat;
}

// YOUR STRATEGY: return one action. message: turn, phase, state, events, legal, clock.
// `legal` lists actions that are accepted as they are; README.md says what else this game allows.
function choose(message) {
  return message.legal[dice(message.state) % message.legal.length];
}

// The leg is over. message: ranks and scores by seat, events.
function end(message) {}

// A number that looks random, but is the same for the same table: easy to repeat (FNV-1a, then mixed).
function dice(table) {
  let hash = 2166136261;
  for (const letter of JSON.stringify(table)) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return (hash ^ (hash >>> 13)) >>> 0;
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
