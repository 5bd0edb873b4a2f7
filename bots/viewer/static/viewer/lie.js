// LIE: hands with the value that is up, bids as speech, and the reveal counted card by card.
import { h, hush, s, last } from "viewer/dom";
import { plural, t } from "viewer/words";
import { seatPanel, seatGrid, bubble } from "viewer/seats";

const PIPS = {
  1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], 6: [[1, 1], [2, 1], [3, 1], [1, 3], [2, 3], [3, 3]],
};

function die(value, x, y, size, classes) {
  const at = (n) => (n / 4) * size;
  return s(`g.lie-die${classes}`, { transform: `translate(${x} ${y})` },
    s("rect", { width: size, height: size, rx: size / 5 }),
    PIPS[value].map(([row, column]) => s("circle", { cx: at(column), cy: at(row), r: size / 10.5 })));
}

// A card has a value at each end; `up` is the one that counts. Unknown cards show their back.
export function card({ up, down, pair, counts, dim }) {
  const root = s(`svg.lie-card${counts ? ".lie-counts" : ""}${dim ? ".lie-dim" : ""}`, { viewBox: "0 0 60 90" });
  if (!up && !pair) {
    root.append(s("rect.lie-back", { x: 1, y: 1, width: 58, height: 88, rx: 8 }), s("rect.lie-back-in", { x: 7, y: 7, width: 46, height: 76, rx: 5 }),
      s("text.lie-back-text", { x: 30, y: 52, "text-anchor": "middle" }, "?"));
    return root;
  }
  const [top, bottom] = up ? [up, down] : pair;
  root.append(s("rect.lie-face", { x: 1, y: 1, width: 58, height: 88, rx: 8 }),
    die(top, 13, 7, 34, up ? ".lie-up" : ""),
    s("line.lie-cut", { x1: 8, x2: 52, y1: 47, y2: 47 }),
    s("g", { transform: `rotate(180 30 ${up ? 68 : 66})` }, die(bottom, up ? 19 : 13, up ? 57 : 49, up ? 22 : 34, up ? ".lie-down" : "")));
  return root;
}

const revealed = (code) => ({ up: Math.floor(code / 10), down: code % 10 });

function handOf(ctx, table, seat, reveal, wild) {
  if (reveal) {
    return reveal.hands[seat].map((code) => {
      const { up, down } = revealed(code);
      const counts = up === reveal.value || (wild && up === 1);
      return card({ up, down, counts, dim: !counts });
    });
  }
  const hand = table.hands ? table.hands[seat] : ctx.seat === seat ? table.hand : null;
  const ups = table.hands ? table.ups && table.ups[seat] : ctx.seat === seat ? table.up : null;
  if (!hand) return Array.from({ length: table.playing.includes(seat) ? table.counts[seat] : 0 }, () => card({}));
  const top = last(table.bids);
  return hand.map((pair, i) => {
    const up = ups && ups.length ? ups[i] : null;
    const counts = up && top && (up === top[2] || (table.ones_wild && up === 1));
    return card({ up, down: up ? pair[0] + pair[1] - up : null, pair, counts });
  });
}

// A challenge deals the next round at once: what is drawn is the round that was just revealed.
function view(ctx) {
  const reveal = ctx.event("reveal");
  return { reveal, table: reveal && ctx.before ? ctx.before : ctx.state };
}

export function draw(ctx) {
  const { reveal, table } = view(ctx);
  const wild = table.ones_wild;
  const seats = ctx.seats.map((seat) => {
    const out = !table.playing.includes(seat);
    const bids = table.bids.filter(([who]) => who === seat);
    const bid = last(bids);
    const standing = bid && bid === last(table.bids);
    const said = [];
    if (reveal && ctx.event("challenge").seat === seat) said.push(bubble(t("I don’t believe it!"), ".v-loud"));
    else if (bid) said.push(bubble([bids.length > 1 ? h("s", {}, bids.slice(0, -1).map((b) => `${b[1]}×${b[2]}`).join(" ")) : null, h("b", {}, `${bid[1]} × ${bid[2]}`)], standing ? "" : ".v-past"));
    else if (table.starter === seat && table.phase === "direction") said.push(bubble(t("Which way round?")));
    const note = out ? t("out") : table.starter === seat ? t("starts") : "";
    const lost = reveal && reveal.seat_loser === seat;
    const won = reveal && reveal.seat_winner === seat;
    return seatPanel(ctx, seat, {
      score: ctx.state.counts[seat], unit: plural(ctx.state.counts[seat], "card|cards").replace(/^\d+ /, ""), note,
      classes: `${out ? ".v-out" : ""}${lost ? ".v-lost" : ""}${won ? ".v-won" : ""}`,
    }, h("div.lie-hand", {}, handOf(ctx, table, seat, reveal, wild)), h("div.lie-said", {}, said));
  });
  return h("div.lie", {}, centre(ctx, table, reveal), seatGrid(seats));
}

function centre(ctx, table, reveal) {
  const top = last(table.bids);
  const facts = [t(table.extra ? "Round {round} (extra)" : "Round {round}", table), plural(table.total, "card in all hands|cards in all hands")];
  if (ctx.options.wild_ones) facts.push(table.ones_wild ? t("ones are wild") : t("ones are only ones"));
  if (ctx.options.directions) facts.push(table.clockwise == null ? t("direction open") : table.clockwise ? t("clockwise ↻") : t("counter-clockwise ↺"));
  let middle = h("p.lie-none", {}, table.phase === "set" ? t("Everyone sets their cards.") : table.phase === "over" ? t("The game is over.") : t("No bid yet."));
  if (top) {
    middle = h("div.lie-bid", {},
      h("span.lie-count", {}, String(top[1])), h("span.lie-times", {}, "×"),
      s("svg.lie-big", { viewBox: "0 0 40 40" }, die(top[2], 1, 1, 38, ".lie-up")),
      reveal ? verdict(reveal) : h("span.lie-by", {}, t("says {name}", { name: ctx.names[top[0]] })));
  }
  return h("section.v-centre", {}, h("p.v-facts", {}, facts.map((fact) => h("span", {}, fact))), middle);
}

function verdict(reveal) {
  const truth = reveal.shown >= reveal.count;
  return h(`div.lie-verdict${truth ? ".lie-true" : ".lie-false"}`, {},
    h("strong", {}, truth ? t("TRUE") : t("LIE!")), h("span", {}, t("{shown} shown, {count} bid", reveal)));
}

// A bid within a sentence: how many, and the die.
export const pattern = /(\d+) × ([1-6])(?!\d)/g;
export const inline = ([, count, value]) => h("span.lie-inline", {}, `${count} × `, hush(value), s("svg.lie-tiny", { viewBox: "0 0 34 34", "aria-hidden": "true" }, die(Number(value), 0, 0, 34, ".lie-up")));

export const guide = (leg) => [
  t("Every card shows a value at its upper end. A bid says how many of one value all hands show together; the next seat bids higher or challenges it."),
  t("A challenge opens all cards and counts them: golden cards count. Whoever was wrong loses the round."),
  leg.options.shrinking ? t("The loser of a round draws one card fewer.") : t("The loser of a round draws one card more; fewer cards are better."),
];

export const opening = (ctx) => t("Round 1: {name} starts.", { name: ctx.names[ctx.state.starter] });

export function words(ctx) {
  const { reveal, table } = view(ctx);
  const top = last(table.bids);
  const lines = [[t("Round"), `${table.round}, ${plural(table.total, "card in all hands|cards in all hands")}`],
    [t("Bid"), top ? t("{count} × {value} by {name}", { count: top[1], value: top[2], name: ctx.names[top[0]] }) : t("none yet")]];
  if (ctx.options.wild_ones) lines.push([t("Ones"), table.ones_wild ? t("count as every value") : t("are only ones this round")]);
  for (const seat of ctx.seats) {
    let text = plural(ctx.state.counts[seat], "card|cards");
    const hand = table.hands ? table.hands[seat] : ctx.seat === seat ? table.hand : null;
    const ups = table.hands ? table.ups && table.ups[seat] : ctx.seat === seat ? table.up : null;
    if (reveal) text += `, ${t("shown")}: ${reveal.hands[seat].map((code) => revealed(code).up).join(", ") || t("none")}`;
    else if (ups && ups.length) text += `, ${t("up")}: ${ups.join(", ")}`;
    else if (hand && hand.length) text += `, ${t("hand")}: ${hand.map((pair) => pair.join("/")).join(", ")}`;
    else if (!table.playing.includes(seat)) text += `, ${t("out")}`;
    lines.push([ctx.names[seat], text]);
  }
  return lines;
}
