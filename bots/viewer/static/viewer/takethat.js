// Take That: the row, and every hand with the cards that fit its end or pull a twin out of it.
import { h, s, last } from "viewer/dom";
import { plural, t } from "viewer/words";
import { seatPanel, seatGrid } from "viewer/seats";

const REACH = 10;
const isToad = (card) => card % 11 === 0;
const twin = (card) => (isToad(card) ? null : (card % 10) * 10 + Math.floor(card / 10));
const fits = (end) => t("{low} to {high}", { low: Math.max(12, end - REACH), high: Math.min(98, end + REACH) });
const cost = (cards) => cards.reduce((sum, card) => sum + (isToad(card) ? 5 : 1), 0);

// Toads and eyes: a green card with a face; every other card carries its twin, small, at its foot.
export function card(number, classes = "") {
  const toad = isToad(number);
  const root = s(`svg.tt-card${toad ? ".tt-toad" : ""}${classes}`, { viewBox: "0 0 50 70" },
    s("rect.tt-face", { x: 1, y: 1, width: 48, height: 68, rx: 7 }),
    s("text.tt-number", { x: 25, y: toad ? 32 : 38, "text-anchor": "middle" }, String(number)));
  if (toad) {
    root.append(s("ellipse.tt-body", { cx: 25, cy: 53, rx: 14, ry: 10 }), s("circle.tt-body", { cx: 16, cy: 44, r: 5 }), s("circle.tt-body", { cx: 34, cy: 44, r: 5 }),
      s("circle.tt-eye", { cx: 16, cy: 43, r: 2 }), s("circle.tt-eye", { cx: 34, cy: 43, r: 2 }), s("path.tt-mouth", { d: "M16 54q9 7 18 0" }));
  } else {
    root.append(s("line.tt-rule", { x1: 12, x2: 38, y1: 47, y2: 47 }), s("text.tt-twin", { x: 25, y: 61, "text-anchor": "middle" }, `⇄ ${twin(number)}`));
  }
  return root;
}

export const back = (classes = "") => s(`svg.tt-card${classes}`, { viewBox: "0 0 50 70" },
  s("rect.tt-back", { x: 1, y: 1, width: 48, height: 68, rx: 7 }), s("path.tt-weave", { d: "M8 8L42 62M42 8L8 62M25 4V66M4 35H46" }));

function use(card_, row) {
  if (row.includes(twin(card_))) return ".tt-pulls";
  return !row.length || Math.abs(card_ - last(row)) <= REACH ? ".tt-fits" : "";
}

function theRow(ctx) {
  const { state, before } = ctx;
  const [take, pull, add] = ["take", "pull", "add"].map((kind) => ctx.event(kind));
  const end = last(state.row);
  const laid = state.row.map((number, i) => card(number, add && i === state.row.length - 1 && number === add.card ? ".v-new.tt-end" : i === state.row.length - 1 ? ".tt-end" : ""));
  const ghosts = take ? h("div.tt-gone", {}, h("p.tt-badge.tt-bad", {}, t("{name} takes {cards}: −{cost}", { name: ctx.names[take.seat], cards: plural(take.cards.length, "card|cards"), cost: take.cost })), h("div.tt-cards", {}, take.cards.map((number) => card(number, ".tt-ghost"))))
    : pull ? h("div.tt-gone", {}, h("p.tt-badge.tt-good", {}, t("{name} pulls {card} with {twin}: +2", { ...pull, name: ctx.names[pull.seat] })), h("div.tt-cards", {}, card(pull.card, ".tt-pulls"), card(pull.twin, ".tt-pulls"))) : null;
  const scored = ctx.event("score");
  return h("section.tt-table", {},
    h("p.v-facts", {}, h("span", {}, t("Round {round} of {rounds}", { round: (scored && before ? before : state).round, rounds: state.rounds })), h("span", {}, plural(state.pile, "card in the pile|cards in the pile")),
      h("span", {}, state.row.length ? t("the row costs −{cost}", { cost: cost(state.row) }) : t("no row lies")),
      end ? h("span", {}, t("{range} can be added", { range: fits(end) })) : null),
    h("div.tt-row", {}, laid, ghosts, laid.length || ghosts ? null : h("p.tt-empty", {}, state.phase === "over" ? t("The game is over.") : t("Any card opens a new row."))));
}

export function draw(ctx) {
  const { state } = ctx;
  const scored = ctx.event("score");
  const seats = ctx.seats.map((seat) => {
    const hand = scored ? scored.hands && scored.hands[seat] : state.hands ? state.hands[seat] : ctx.seat === seat ? state.hand : null;
    const shown = hand ? hand.map((number) => card(number, ctx.toAct.includes(seat) ? use(number, state.row) || ".tt-idle" : "")) : Array.from({ length: state.hand_sizes[seat] }, () => back());
    const earlier = state.points.map((row) => row[seat]);
    return seatPanel(ctx, seat, { score: ctx.standing[seat], unit: t("points"), note: state.dealer === seat ? t("deals") : "" },
      h("div.tt-hand", {}, shown),
      h("p.tt-tally", {},
        h("span.tt-plus", {}, `▲ ${state.face_up[seat].length}`), h("span.tt-minus", {}, `▼ ${cost(state.face_down[seat])}`),
        state.unseen[seat] ? h("span.tt-minus", {}, t("unseen {n}", { n: state.unseen[seat] })) : null,
        earlier.length ? h("span.v-note", {}, t("rounds: {points}", { points: earlier.join(", ") })) : null),
      h("div.tt-won", {}, state.face_up[seat].map((number) => card(number, ".tt-mini")), state.face_down[seat].map((number) => card(number, ".tt-mini.tt-down"))));
  });
  return h("div.tt", {}, theRow(ctx), seatGrid(seats));
}

export const guide = () => [
  t("Add a card to the row that is at most 10 away from its last card, or pull a card out of the row with its twin (the digits swapped) and keep both."),
  t("Or take the whole row: every card in it costs 1 point, every toad (22, 33, 44 …) 5. The cards won by pulling count 1 each."),
  t("In the hand to move, a blue frame fits the end of the row and a golden one pulls its twin. ▲ are points won, ▼ points lost."),
];

export const opening = (ctx) => t("Round 1: {dealer} deals, {name} starts.", { dealer: ctx.names[ctx.state.dealer], name: ctx.names[ctx.toAct[0]] });

export function words(ctx) {
  const { state } = ctx;
  const lines = [[t("Row"), state.row.join(", ") || t("empty")], [t("Pile"), plural(state.pile, "card|cards")]];
  if (state.row.length) lines.push([t("Fits"), fits(last(state.row))]);
  for (const seat of ctx.seats) {
    const hand = state.hands ? state.hands[seat] : ctx.seat === seat ? state.hand : null;
    lines.push([ctx.names[seat], t("{points} points; face up: {up}; face down: {down}; hand: {hand}", { points: ctx.standing[seat], up: state.face_up[seat].join(", ") || t("none"), down: state.face_down[seat].join(", ") || t("none"), hand: hand ? hand.join(", ") || t("empty") : plural(state.hand_sizes[seat], "hidden card|hidden cards") })]);
  }
  return lines;
}
