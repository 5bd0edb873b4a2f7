// TEN: the play area with its sum and fiasco meter, the market, auctions, and everyone's runs by colour.
import { h, hush, s, range } from "viewer/dom";
import { plural, t } from "viewer/words";
import { seatPanel, seatGrid } from "viewer/seats";

const COLOURS = { B: "blue", G: "green", O: "orange", P: "pink" };
const LIMIT = 10;

const kindOf = (card) => (card[0] === "$" ? "money" : card === "*#" ? "wild" : card[0] === "*" ? "digit" : card[1] === "#" ? "colour" : "number");
export const nameOf = (card) => ({
  number: () => `${t(COLOURS[card[0]])} ${card[1]}`, money: () => t("currency {n}", { n: card[1] }), digit: () => t("wild {what}", { what: card[1] }),
  colour: () => t("wild {what}", { what: t(COLOURS[card[0]]) }), wild: () => t("full wild"),
})[kindOf(card)]();

export function card(name, classes = "") {
  const kind = kindOf(name);
  const tone = kind === "number" || kind === "colour" ? `.ten-${name[0]}` : `.ten-${kind}`;
  const root = s(`svg.ten-card${tone}${classes}`, { viewBox: "0 0 50 70" }, s("rect.ten-face", { x: 1, y: 1, width: 48, height: 68, rx: 7 }));
  if (kind === "number" || kind === "colour") {
    root.append(s("rect.ten-band", { x: 5, y: 5, width: 40, height: 60, rx: 5 }),
      s("text.ten-digit", { x: 25, y: 46, "text-anchor": "middle" }, kind === "number" ? name[1] : "★"),
      s("text.ten-corner", { x: 9, y: 17 }, name[1] === "#" ? "★" : name[1]));
  } else if (kind === "money") {
    root.append(s("circle.ten-coin", { cx: 25, cy: 35, r: 17 }), s("circle.ten-coin-in", { cx: 25, cy: 35, r: 13 }),
      s("text.ten-price", { x: 25, y: 43, "text-anchor": "middle" }, name[1]));
  } else {
    ["B", "G", "O", "P"].forEach((tint, i) => root.append(s(`rect.ten-q.ten-${tint}`, { x: 5 + (i % 2) * 20, y: 5 + (i > 1) * 30, width: 20, height: 30 })));
    root.append(s("circle.ten-hole", { cx: 25, cy: 35, r: 14 }), s("text.ten-price", { x: 25, y: 43, "text-anchor": "middle" }, kind === "wild" ? "★" : name[1]));
  }
  return root;
}

// A fiasco or a reward empties the play area at once: what is drawn is the area as it lay.
function area(ctx) {
  const { state, before } = ctx;
  const drawn = ctx.all("draw").map((event) => event.card);
  const fiasco = ctx.event("fiasco");
  const took = ctx.event("take_numbers") || ctx.event("take_currency");
  if ((fiasco || took) && before) {
    const cards = [...before.numbers, ...before.currency, ...drawn];
    return { cards, fresh: drawn, fiasco, took, total: worth(cards), money: worth(cards.filter((c) => c[0] === "$")) * -1 };
  }
  const cards = [...state.numbers, ...state.currency];
  return { cards, fresh: drawn, total: state.total, money: -worth(state.currency) };
}

const worth = (cards) => cards.reduce((sum, name) => sum + (name[0] === "$" ? -Number(name[1]) : /\d/.test(name[1]) && name[0] !== "*" ? Number(name[1]) : 0), 0);

function meter(label, value, limit) {
  const low = -8, high = 16, at = (n) => `${((Math.max(low, Math.min(high, n)) - low) / (high - low)) * 100}%`;
  return h("div.ten-meter", {}, h("span.ten-meter-name", {}, label),
    h("div.ten-scale", {},
      h("span.ten-safe", { style: { left: at(0), width: `calc(${at(limit)} - ${at(0)})` } }),
      h("span.ten-danger", { style: { left: at(limit) } }),
      range(high - low + 1).map((i) => low + i).filter((n) => n % 5 === 0).map((n) => h("span.ten-notch", { style: { left: at(n) } }, String(n))),
      h(`span.ten-needle${value > limit ? ".ten-over" : ""}`, { style: { left: at(value) } }, String(value))));
}

function playArea(ctx) {
  const { cards, fresh, fiasco, took, total, money } = area(ctx);
  const left = [...fresh];
  const shown = cards.map((name) => { const i = left.indexOf(name); if (i < 0) return card(name); left.splice(i, 1); return card(name, ".v-new"); });
  const who = (seat) => (seat == null ? "TEN" : ctx.names[seat]);
  const banner = fiasco ? h("p.ten-banner.ten-bad", {}, t("FIASCO for {name}", { name: who(fiasco.seat) }))
    : took ? h("p.ten-banner.ten-good", {}, t(took.event === "take_numbers" ? "{name} takes the numbers" : "{name} takes the currency", { name: who(took.seat) })) : null;
  const active = ctx.state.active;
  const heading = ctx.state.phase === "over" ? t("The game is over.") : ctx.state.last_buys ? t("Last buys") : t("{name}’s turn", { name: active == null ? "TEN" : ctx.names[active] });
  return h(`section.ten-area${fiasco ? ".ten-fiasco" : ""}`, {},
    h("p.v-facts", {}, h("span", {}, heading), h("span", {}, plural(ctx.state.deck, "card in the deck|cards in the deck")), ctx.state.boundary ? h("span", {}, t("TEN stops at {boundary}", ctx.state)) : null),
    h("div.ten-play", {}, shown.length ? shown : h("p.ten-empty", {}, t("The play area is empty.")), banner),
    h("div.ten-meters", {}, meter(t("Sum"), total, LIMIT), meter(t("Currency"), money, LIMIT)));
}

function auction(ctx) {
  const now = ctx.state.auction;
  const won = ctx.event("won") || ctx.event("unsold");
  if (!now && !won) return h("section.ten-auction", {}, h("span.ten-nocard"), h("div", {}, h("h3", {}, t("Auction")), h("p.v-note", {}, t("Every wild card that is drawn is auctioned."))));
  const who = (seat) => (seat == null ? "TEN" : ctx.names[seat]);
  const bids = now ? now.bids : ctx.before && ctx.before.auction ? ctx.before.auction.bids : [];
  return h("section.ten-auction.ten-open", {}, card((now || won).card, ".ten-big"),
    h("div", {}, h("h3", {}, t("Auction")),
      h("ul", {}, bids.map((bid) => h(`li${bid.amount != null && now && bid.amount === now.high ? ".ten-high" : ""}`, {}, `${who(bid.seat)}: ${bid.amount == null ? t("pass") : bid.amount}`))),
      !bids.length && now ? h("p", {}, t("No bid yet.")) : null,
      won ? h("p.ten-sold", {}, won.event === "won" ? t("{name} pays {price}", { name: who(won.seat), price: won.price }) : t("Nobody wants it.")) : null));
}

function market(ctx) {
  const counts = new Map();
  for (const name of ctx.state.market) counts.set(name, (counts.get(name) || 0) + 1);
  const before = new Set(ctx.before ? ctx.before.market : ctx.state.market);
  return h("section.ten-market", {}, h("h3", {}, t("Market · {n}", { n: ctx.state.market.length })),
    h("div.ten-shelves", {}, Object.keys(COLOURS).map((colour) => h(`div.ten-shelf.ten-${colour}`, {}, range(9).map((i) => {
      const name = `${colour}${i + 1}`;
      const n = counts.get(name);
      return h("span.ten-slot", {}, n ? card(name, `.ten-small${before.has(name) ? "" : ".v-new"}`) : null, n > 1 ? h("b.ten-times", {}, `×${n}`) : null);
    })))));
}

// The longest run of own digits in a colour; wilds are placed by the engine when the game is scored.
function longest(digits) {
  let best = [0, 0];
  for (let i = 1; i <= 9; i++) { let n = 0; while (digits.has(i + n)) n++; if (n > best[1]) best = [i, n]; }
  return best;
}

function runs(ctx, player, before, scored) {
  return h("div.ten-runs", {}, Object.keys(COLOURS).map((colour) => {
    const own = player.numbers.filter((name) => name[0] === colour).map((name) => Number(name[1]));
    const old = before ? before.numbers.filter((name) => name[0] === colour).map((name) => Number(name[1])) : own;
    const run = scored && scored.runs[colour];
    const wilds = new Map(run ? run.wilds.map(([name, digit]) => [digit, name]) : []);
    const [first, length] = run ? [run.first, run.length] : longest(new Set(own));
    return h(`div.ten-run.ten-${colour}`, {}, range(9).map((i) => {
      const digit = i + 1;
      const n = own.filter((d) => d === digit).length;
      const fresh = n > old.filter((d) => d === digit).length;
      const state = `${n ? ".ten-own" : ""}${wilds.has(digit) ? ".ten-by-wild" : ""}${digit >= first && digit < first + length ? ".ten-in-run" : ""}${fresh ? ".v-new" : ""}`;
      return h(`span.ten-cell${state}`, {}, String(digit), n > 1 ? h("sup", {}, String(n)) : null);
    }), h("b.ten-length", {}, String(length === 9 ? 10 : length)));
  }));
}

function purse(player) {
  return h("p.ten-purse", {},
    h("span.ten-token", {}, `${player.currency}`), h("span", {}, t("currency")),
    player.fiasco ? [h("span.ten-token.ten-token-bad", {}, `${player.fiasco}`), h("span", {}, t("fiasco"))] : null,
    h("span.v-gap"), player.wilds.map((name) => card(name, ".ten-tiny")));
}

export function draw(ctx) {
  const scores = new Map(ctx.all("score").map((event) => [event.seat, event]));
  const seats = ctx.seats.map((seat) => seatPanel(ctx, seat, { score: ctx.standing[seat], unit: t("points"), note: ctx.state.active === seat && ctx.state.phase !== "over" && !ctx.toAct.includes(seat) ? t("on turn") : "" },
    runs(ctx, ctx.state.players[seat], ctx.before && ctx.before.players[seat], scores.get(seat)), purse(ctx.state.players[seat])));
  if (ctx.state.ten) seats.push(automaton(ctx, scores.get(null)));
  return h(`div.ten${seats.length > 3 ? ".ten-many" : ""}`, {}, h("div.ten-top", {}, playArea(ctx), h("div.ten-right", {}, auction(ctx), market(ctx))), seatGrid(seats));
}

function automaton(ctx, scored) {
  return h("section.v-seat", { style: { "--seat": "#8a8fa3" } },
    h("header.v-seat-head", {}, h("span.v-avatar", {}, "T"), h("span.v-name", {}, "TEN"), h("span.v-note", {}, t("the automaton")),
      h("span.v-score", {}, h("b", {}, String(ctx.standing[ctx.seats.length])), h("small", {}, ` ${t("points")}`))),
    runs(ctx, ctx.state.ten, ctx.before && ctx.before.ten, scored), purse(ctx.state.ten));
}

// Cards within a sentence: a number or a star on its colour, a coin.
export const pattern = /(?<![\w-])(?:[BGOP][1-9#]|\$\d|\*[1-9#])(?![\w-])/g;
export function inline([name]) {
  const kind = kindOf(name);
  const tone = kind === "number" || kind === "colour" ? name[0] : kind === "money" ? "coinchip" : "wildchip";
  return h(`span.v-chip.ten-${tone}`, {}, kind === "number" ? [hush(`${t(COLOURS[name[0]])} `), name[1]] : kind === "money" ? [name[1], hush(` ${t("currency")}`)] : [hush(nameOf(name)), h("span", { "aria-hidden": "true" }, kind === "digit" ? `${name[1]}★` : "★")]);
}

export const guide = () => [
  t("Whoever is on turn draws cards one by one and may stop at any time to take the numbers; everybody else then gets the currency."),
  t("A sum above 10, or currency above 10, is a fiasco: the numbers go to the market. Currency buys cards from there, and wild cards in auctions."),
  t("Points: the longest run of numbers in each colour. A complete run of 9 counts 10."),
];

export const opening = () => t("The deck is shuffled; everybody has 5 currency tokens.");
export const quiet = (ctx) => ctx.events.every((event) => event.event === "pass_bid");

export function words(ctx) {
  const { state } = ctx;
  const { cards, total } = area(ctx);
  const list = (names) => names.map(nameOf).join(", ") || t("nothing");
  const lines = [[t("Play area"), t("{cards}; sum {total}", { cards: list(cards), total })], [t("Deck"), plural(state.deck, "card|cards")], [t("Market"), list(state.market)]];
  if (state.auction) lines.push([t("Auction"), t("{card}, highest bid: {bid}", { card: nameOf(state.auction.card), bid: state.auction.high || t("none") })]);
  const tell = (player, points) => t("{points} points; {cards}; {currency} currency, {fiasco} fiasco", { ...player, points, cards: list([...player.numbers, ...player.wilds]) });
  for (const seat of ctx.seats) lines.push([ctx.names[seat], tell(state.players[seat], ctx.standing[seat])]);
  if (state.ten) lines.push(["TEN", tell(state.ten, ctx.standing[ctx.seats.length])]);
  return lines;
}
