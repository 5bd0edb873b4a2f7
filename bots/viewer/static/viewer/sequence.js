// Sequence: the board with its chips, the lines that count, and the hands with where they can go.
import { h, hush, s, range } from "viewer/dom";
import { plural, t } from "viewer/words";
import { seatPanel } from "viewer/seats";

const BOARD = `FREE 2S 3S 4S 5S 6S 7S 8S 9S FREE
6C 5C 4C 3C 2C AH KH QH 10H 10S
7C AS 2D 3D 4D 5D 6D 7D 9H QS
8C KS 6C 5C 4C 3C 2C 8D 8H KS
9C QS 7C 6H 5H 4H AH 9D 7H AS
10C 10S 8C 7H 2H 3H KH 10D 6H 2D
QC 9S 9C 8H 9H 10H QH QD 5H 3D
KC 8S 10C QC KC AC AD KD 4H 4D
AC 7S 6S 5S 4S 3S 2S 2H 3H 5D
FREE AD KD QD 10D 9D 8D 7D 6D FREE`.split("\n").map((row) => row.split(" "));
const GLYPH = { C: "♣", D: "♦", H: "♥", S: "♠" };
const SUIT = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const TWO_EYED = ["JC", "JD"];
const W = 56, H = 60;

const rank = (card) => card.slice(0, -1);
const suit = (card) => card.slice(-1);
const red = (card) => "DH".includes(suit(card));
const spoken = (card) => t("{rank} of {suit}", { rank: rank(card), suit: t(SUIT[suit(card)]) });

function cell(ctx, row, column) {
  const name = BOARD[row][column];
  const sign = ctx.state.board[row][column];
  const at = { transform: `translate(${column * W} ${row * H})` };
  if (name === "FREE") {
    return s("g.sq-cell", at, s("rect.sq-corner", { x: 2, y: 2, width: W - 4, height: H - 4, rx: 6 }), s("path.sq-star", { d: "M28 13l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1z" }));
  }
  const root = s("g.sq-cell", at, s("rect.sq-face", { x: 2, y: 2, width: W - 4, height: H - 4, rx: 6 }),
    s(`text.sq-rank${red(name) ? ".sq-red" : ""}`, { x: W / 2, y: 27, "text-anchor": "middle" }, rank(name)),
    s(`text.sq-suit${red(name) ? ".sq-red" : ""}`, { x: W / 2, y: 49, "text-anchor": "middle" }, GLYPH[suit(name)]));
  if (sign !== ".") root.append(chip(ctx, Number(sign)));
  return root;
}

// Chips differ by colour and by mark, so that they can be told apart without colours.
function chip(ctx, side) {
  const seat = ctx.teams.indexOf(side);
  const marks = ["M28 19v22M17 30h22", "M20 22l16 16M36 22l-16 16", "M18 38L28 20l10 18z"];
  return s("g.sq-chip", {}, s("circle", { cx: 28, cy: 30, r: 19, fill: ctx.colour(seat) }), s("circle.sq-ring", { cx: 28, cy: 30, r: 14 }), s("path.sq-mark", { d: marks[side] }));
}

const centre = ([row, column]) => [column * W + W / 2, row * H + H / 2];

function board(ctx) {
  const { state } = ctx;
  const root = s("svg.sq-board", { viewBox: `-20 -20 ${10 * W + 28} ${10 * H + 28}` }, s("rect.sq-wood", { x: -20, y: -20, width: 10 * W + 28, height: 10 * H + 28, rx: 12 }));
  for (const i of range(10)) root.append(s("text.sq-at", { x: i * W + W / 2, y: -5, "text-anchor": "middle" }, String(i)), s("text.sq-at", { x: -10, y: i * H + H / 2 + 5, "text-anchor": "middle" }, String(i)));
  for (const row of range(10)) for (const column of range(10)) root.append(cell(ctx, row, column));
  for (const at of reachable(ctx)) root.append(mark(at, "sq-reach"));
  const played = ctx.event("place") || ctx.event("remove");
  if (played) root.append(mark(played.at, played.event === "place" ? "sq-last" : "sq-gone"));
  const made = ctx.all("sequence").map((event) => String(event.cells));
  for (const { side, cells } of state.sequences) {
    const [x1, y1] = centre(cells[0]);
    const [x2, y2] = centre(cells[4]);
    const fresh = made.includes(String(cells));
    root.append(s("line.sq-line-back", { x1, y1, x2, y2 }), s(`line.sq-line${fresh ? ".sq-fresh" : ""}`, { x1, y1, x2, y2, stroke: ctx.colour(ctx.teams.indexOf(side)) }));
  }
  return root;
}

const mark = ([row, column], kind) => s(`rect.${kind}`, { x: column * W + 2, y: row * H + 2, width: W - 4, height: H - 4, rx: 6 });

// The empty cells that the hand of whoever is on turn can take, where that hand may be seen.
function reachable(ctx) {
  const seat = ctx.toAct[0];
  const hand = seat == null ? null : handOf(ctx, seat);
  if (!hand) return [];
  return range(100).map((i) => [Math.floor(i / 10), i % 10]).filter(([row, column]) => ctx.state.board[row][column] === "." && hand.includes(BOARD[row][column]));
}

const handOf = (ctx, seat) => (ctx.state.hands ? ctx.state.hands[seat] : ctx.seat === seat ? ctx.state.hand : null);

export function card(name, classes = "") {
  const jack = rank(name) === "J";
  return s(`svg.sq-card${red(name) ? ".sq-redcard" : ""}${classes}`, { viewBox: "0 0 46 62" }, s("rect.sq-face", { x: 1, y: 1, width: 44, height: 60, rx: 6 }),
    s("text.sq-cr", { x: 23, y: 25, "text-anchor": "middle" }, rank(name)), s("text.sq-cs", { x: 23, y: 46, "text-anchor": "middle" }, GLYPH[suit(name)]),
    jack ? s("text.sq-jack", { x: 23, y: 57, "text-anchor": "middle" }, TWO_EYED.includes(name) ? t("anywhere") : t("remove")) : null);
}

const back = () => s("svg.sq-card", { viewBox: "0 0 46 62" }, s("rect.sq-back", { x: 1, y: 1, width: 44, height: 60, rx: 6 }), s("path.sq-weave", { d: "M6 31L23 6l17 25-17 25z" }));

function seat(ctx, number) {
  const hand = handOf(ctx, number);
  const drawn = ctx.all("draw").find((event) => event.seat === number);
  const said = ctx.event("say");
  const discards = ctx.state.discards[number];
  const fresh = hand && drawn && drawn.card ? hand.lastIndexOf(drawn.card) : -1;
  return seatPanel(ctx, number, { score: ctx.standing[number], unit: t("of {n}", { n: ctx.state.needed }), note: ctx.state.dealer === number ? t("deals") : "" },
    h("div.sq-hand", {}, hand ? hand.map((name, i) => card(name, i === fresh ? ".v-new" : "")) : range(ctx.state.hand_sizes[number]).map(back),
      discards.length ? h("span.sq-discard", {}, h("small", {}, t("played")), card(discards[discards.length - 1])) : null),
    said && said.seat === number ? h("p.v-bubble", {}, said.text) : null);
}

export function draw(ctx) {
  const { state } = ctx;
  const won = ctx.event("win");
  return h("div.sq", {},
    h("div.sq-left", {}, h("p.v-facts", {}, h("span", {}, t("Turn {n}", { n: state.turns + (state.phase === "over" ? 0 : 1) })), h("span", {}, plural(state.pile, "card in the pile|cards in the pile")),
      won ? h("span.sq-won", {}, t("{name} wins", { name: ctx.names[won.seat] })) : h("span", {}, plural(state.needed, "sequence wins|sequences win"))), board(ctx)),
    h(`div.sq-seats${ctx.seats.length > 4 ? ".sq-many" : ""}`, {}, ctx.seats.map((number) => seat(ctx, number))));
}

// Cards within a sentence: rank and suit.
export const pattern = /(?<![\w-])(10|[2-9JQKA])([CDHS])(?![\w-])/g;
export const inline = ([name]) => h(`span.v-chip.sq-chipcard${red(name) ? ".sq-redchip" : ""}`, {}, hush(spoken(name)), h("span", { "aria-hidden": "true" }, rank(name) + GLYPH[suit(name)]));

export const guide = (leg) => [
  t("Play a card, put a chip on one of its two places on the board, draw a new card. Five chips in a row are a sequence; corners count for everybody."),
  t("The jacks of clubs and diamonds go anywhere; the jacks of hearts and spades take a chip of others away."),
  t("Dashed frames are where the hand to move can go; the orange frame is the chip just put, the red one a chip just taken."),
  leg.teams.length > new Set(leg.teams).size ? t("Seats of the same colour are one side.") : null,
].filter(Boolean);

export const opening = (ctx) => t("{dealer} deals, {name} starts.", { dealer: ctx.names[ctx.state.dealer], name: ctx.names[ctx.toAct[0]] });

export function words(ctx) {
  const { state } = ctx;
  const lines = [[t("Pile"), plural(state.pile, "card|cards")]];
  for (const side of [...new Set(ctx.teams)].sort()) {
    const chips = range(100).map((i) => [Math.floor(i / 10), i % 10]).filter(([row, column]) => state.board[row][column] === String(side));
    const who = ctx.seats.filter((number) => ctx.teams[number] === side).map((number) => ctx.names[number]).join(", ");
    lines.push([t("Side {side} ({who})", { side: "ABC"[side], who }), `${plural(state.sequences.filter((line) => line.side === side).length, "sequence|sequences")} ${t("of {n}", { n: state.needed })}; ${t("chips on")} ${chips.map(([r, c]) => `${r}-${c} (${spoken(BOARD[r][c])})`).join(", ") || t("nothing")}`]);
  }
  for (const number of ctx.seats) {
    const hand = handOf(ctx, number);
    lines.push([ctx.names[number], hand ? `${t("hand")}: ${hand.map(spoken).join(", ") || t("empty")}` : plural(state.hand_sizes[number], "hidden card|hidden cards")]);
  }
  return lines;
}
