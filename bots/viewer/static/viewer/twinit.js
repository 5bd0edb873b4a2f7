// Twin It: pictures from their features, perceived tick by tick; slaps, piles and won sets; ring and co-operation.
import { h, s, range } from "viewer/dom";
import { plural, t } from "viewer/words";
import { seatPanel, seatGrid, bubble } from "viewer/seats";
import { back, picture, told } from "viewer/picture";

const LAST_TICK = 7;
const GRADES = ["rookies", "promising", "great", "outstanding"];
const REACHED = { 1: [5, 7, 10], 2: [10, 13, 18], 3: [15, 19, 27], 4: [20, 25, 36], 5: [25, 31, 45], 6: [30, 37, 54] };
const HAND = "M7 22V11a2 2 0 0 1 4 0v6V6a2 2 0 0 1 4 0v10V4a2 2 0 0 1 4 0v12V7a2 2 0 0 1 4 0v14c0 8-4 11-9 11s-7-3-9-7l-4-6c-1-2 2-4 4-2z";

// Hands on cards move them away at once: what is drawn then is the table as the hands came down.
function scene(ctx) {
  const moved = ["slap", "win", "match", "tie", "mistake", "mismatch"].some((kind) => ctx.event(kind));
  return moved && ctx.before ? ctx.before : ctx.state;
}

function marks(ctx, table) {
  const found = new Map();
  const add = (place, what) => found.set(place, [...(found.get(place) || []), what]);
  for (const slap of ctx.all("slap")) slap.cards.forEach((place, i) => add(place, { seat: slap.seat, order: i + 1 }));
  for (const hand of table.hands || []) add(hand.card, { seat: hand.seat });
  for (const hand of ctx.all("hand")) if (!(table.hands || []).some((old) => old.seat === hand.seat && old.card === hand.card)) add(hand.card, { seat: hand.seat });
  for (const event of ctx.events) {
    if (["look", "over", "miss"].includes(event.event)) add(event.card, { seat: event.seat });
    if (event.event === "match" || event.event === "mismatch") (event.from || event.cards).forEach((place) => add(place, { seat: event.seat }));
  }
  return found;
}

function fates(ctx) {
  const found = new Map();
  const put = (places, fate) => places.forEach((place) => found.set(place, fate));
  for (const event of ctx.events) {
    if (event.event === "mistake" || event.event === "mismatch") put(event.cards, ".tw-wrong");
    if (event.event === "tie") put(event.cards, ".tw-tie");
    if (["win", "steal", "secure", "match"].includes(event.event)) put(event.from || [], ".tw-right");
  }
  return found;
}

function placed(ctx, place, face, fresh, on, fate, extra) {
  const hands = (on.get(place) || []).map(({ seat, order }) =>
    h("span.tw-hand", { style: { "--seat": ctx.colour(seat) } }, s("svg", { viewBox: "0 0 28 34" }, s("path", { d: HAND })), order ? h("b", {}, String(order)) : null));
  return h(`span.tw-place${fresh ? ".tw-fresh" : ""}${fate.get(place) || ""}`, {}, face ? picture(face) : back(), h("small.tw-name", {}, place), extra, hands.length ? h("span.tw-hands", {}, hands) : null);
}

function ticks(table) {
  if (!table.tick) return h("p.tw-ticks", {}, t("A flip is due."));
  return h("p.tw-ticks", {}, h("span", {}, t("Tick {tick}", table)), range(LAST_TICK).map((i) => h(`i${i < table.tick ? ".tw-past" : ""}`)),
    h("span.tw-seen", {}, table.tick >= LAST_TICK ? t("everything is seen") : plural(table.tick, "feature of 6 seen|features of 6 seen")));
}

function sets(ctx, table, side, on, fate) {
  const won = ctx.event("win") || ctx.event("steal") || ctx.event("secure");
  return h("div.tw-sets", {}, ctx.state.sets.filter((set) => set.side === side).map((set) =>
    h(`span.tw-set${won && won.set === set.place ? ".tw-newset" : ""}${fate.get(set.place) || ""}`, {}, picture(set.picture), h("b.tw-size", {}, `×${set.cards}`), h("small.tw-name", {}, set.place))),
    range(Math.max(0, (ctx.state.goal || 0) - ctx.state.sets.filter((set) => set.side === side).length)).map(() => h("span.tw-slot")));
}

function seats(ctx, table, faces, on, fate) {
  const own = table.mode !== "ring";
  return ctx.seats.map((seat) => {
    const place = `p${seat}`;
    const said = (ctx.state.said || []).find((words) => words.seat === seat) || ctx.all("say").find((event) => event.seat === seat);
    const resting = (table.resting || []).includes(seat);
    const note = [table.flipper === seat ? t("flipped") : "", resting ? t("rests") : ""].filter(Boolean).join(", ");
    return seatPanel(ctx, seat, { score: ctx.standing[seat], unit: t("of {n} sets", { n: ctx.state.goal }), note },
      h("div.tw-desk", {},
        own ? placed(ctx, place, faces.get(place), isFresh(table, place), on, fate, h("b.tw-size", {}, String(table.piles[seat]))) : null,
        sets(ctx, table, ctx.teams[seat], on, fate)),
      sight(ctx, table, seat),
      said ? bubble(said.say) : null);
  });
}

// What a seat has made out of the fresh pictures so far: each as it sees it, a dot a feature.
function sight(ctx, table, seat) {
  if (!table.sights) return null;
  const seen = table.tick ? table.fresh.map(([place], i) => [place, table.sights[seat][i]]) : [];
  return h("div.tw-sight", {}, seen.length ? h("span.v-note", {}, t("sees")) : null, seen.map(([place, features]) =>
    h("span.tw-glance", { title: `${place}: ${told(features)}` }, picture(features), h("span", {}, h("small", {}, place),
      h("span.tw-dots", {}, features.map((value) => h(`i${value == null ? "" : ".tw-past"}`)))))));
}

const isFresh = (table, place) => table.fresh.some(([where]) => where === place);

function verdict(ctx) {
  const event = ["end", "time", "steal", "win", "secure", "tie", "mistake", "match", "mismatch"].map((kind) => ctx.event(kind)).find(Boolean);
  if (!event) return null;
  const good = ["end", "time", "win", "steal", "secure", "match"].includes(event.event);
  return h(`p.tw-verdict${good ? ".tw-good" : event.event === "tie" ? ".tw-even" : ".tw-bad"}`, {}, event.text);
}

function rivalry(ctx) {
  const table = scene(ctx);
  const faces = new Map([...table.known, ...table.fresh]);
  const on = marks(ctx, table);
  const fate = fates(ctx);
  const loose = [...faces.keys()].filter((place) => place[0] === "t").sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  const cards = loose.map((place) => placed(ctx, place, faces.get(place), isFresh(table, place), on, fate));
  const middle = table.mode === "ring" ? ring(ctx, table, faces, on, fate, cards) : h("div.tw-loose", {}, cards.length ? cards : h("p", {}, t("No loose cards.")));
  return h("div.tw", {}, h("section.tw-middle", {}, h("div.tw-bar", {}, ticks(table), verdict(ctx)), middle), seatGrid(seats(ctx, table, faces, on, fate)));
}

// Four piles in the corners, one in the middle, and the loose cards on rings around it.
function ring(ctx, table, faces, on, fate, cards) {
  const corners = [[7, 13], [93, 13], [93, 85], [7, 85], [50, 49]];
  const pile = (number) => faces.has(`p${number}`) ? h("span.tw-at", { style: { left: `${corners[number][0]}%`, top: `${corners[number][1]}%` } },
    placed(ctx, `p${number}`, faces.get(`p${number}`), isFresh(table, `p${number}`), on, fate, h("b.tw-size", {}, String(table.piles[number])))) : null;
  const spots = slots(cards);
  const middle = ctx.all("slap").some((slap) => slap.middle) ? h("span.tw-at.tw-slapped", { style: { left: "50%", top: "38%" } }, t("hands on the middle")) : null;
  return h(`div.tw-ring${cards.length > 30 ? ".tw-dense" : ""}`, {}, range(5).map(pile),
    cards.map((node, i) => h("span.tw-at", { style: { left: `${spots[i][0]}%`, top: `${spots[i][1]}%` } }, node)), middle);
}

// Places on two ellipses, evenly spaced; a card keeps its place by its number as long as nobody sits there.
function slots(cards) {
  const dense = cards.length > 30;
  const all = [...ellipse(dense ? 26 : 18, 36, 41), ...ellipse(dense ? 18 : 12, 22, 25)];
  const taken = new Set();
  return cards.map((node) => {
    let slot = Number(node.querySelector(".tw-name").textContent.slice(1)) % all.length;
    while (taken.has(slot) && taken.size < all.length) slot = (slot + 1) % all.length;
    taken.add(slot);
    return all[slot];
  });
}

function ellipse(count, a, b) {
  const points = range(361).map((i) => [50 + a * Math.cos((i - 90) * Math.PI / 180), 49 + b * Math.sin((i - 90) * Math.PI / 180)]);
  const lengths = [0];
  for (let i = 1; i < points.length; i++) lengths.push(lengths[i - 1] + Math.hypot((points[i][0] - points[i - 1][0]) * 1.6, points[i][1] - points[i - 1][1]));
  return range(count).map((n) => points[lengths.findIndex((length) => length >= (n / count) * lengths[360])]);
}

function coop(ctx) {
  const { state } = ctx;
  const moved = ctx.event("match");
  const table = moved && ctx.before ? ctx.before : state;
  const faces = new Map([...(ctx.before ? ctx.before.known : []), ...state.known]);
  const known = new Set([...table.known, ...state.known].map(([place]) => place));
  const on = marks(ctx, table);
  const fate = fates(ctx);
  const reached = REACHED[ctx.seats.length];
  const grade = GRADES[reached.filter((least) => state.points >= least).length];
  const next = reached.find((least) => state.points < least);
  const before = ctx.before ? ctx.before.sets.length : state.sets.length;
  return h("div.tw", {},
    h("section.tw-middle", {},
      h("div.tw-bar", {}, h("p.tw-ticks", {}, h("span", {}, t("Tick {tick} of {ticks}", state)), h("progress", { max: state.ticks, value: state.tick })),
        h("p.tw-points", {}, h("b", {}, String(state.points)), ` ${plural(state.points, "point|points").replace(/^\d+ /, "")} · ${t(grade)}${next ? ` · ${t("{grade} from {points}", { grade: t(GRADES[reached.indexOf(next) + 1]), points: next })}` : ""}`), ctx.event("match") ? null : verdict(ctx)),
      h("div.tw-loose.tw-coop", {}, table.loose.map((place) => placed(ctx, place, known.has(place) ? faces.get(place) : null, false, on, fate)))),
    h("section.v-seat", { style: { "--seat": "#1fb57a" } }, h("header.v-seat-head", {}, h("span.v-name", {}, t("Sets put aside")), h("span.v-score", {}, h("b", {}, String(state.sets.length)))),
      h("div.tw-sets", {}, state.sets.map((set, i) => h(`span.tw-set${i >= before ? ".tw-newset" : ""}`, {}, picture(set.picture), h("b.tw-size", {}, `×${set.cards}`))))),
    seatGrid(ctx.seats.map((seat) => {
      const said = state.said.find((words) => words.seat === seat);
      const did = ctx.events.find((event) => event.seat === seat && event.event !== "say");
      return seatPanel(ctx, seat, { note: did ? did.text.replace(ctx.names[seat], "").trim() : ctx.step ? t("waits") : "" }, said ? bubble(said.say) : null);
    })));
}

// Places within the caption, with the picture that lies there.
export const pattern = /(?<![\w-])[tps]\d+(?![\w-])/g;
export function inline({ 0: place, input }, ctx) {
  if (!ctx) return null;
  const told = ctx.events.find((event) => event.text === input);
  const tables = told && told.event === "window" ? [ctx.state] : [ctx.state, scene(ctx)];
  const seen = tables.flatMap((table) => [...table.known, ...(table.fresh || [])]).findLast(([where]) => where === place);
  const set = ctx.state.sets.find((one) => one.place === place);
  const face = seen ? seen[1] : set && set.picture;
  return face ? h("span.tw-inline", {}, place, picture(face)) : null;
}

export const guide = (leg) => [
  leg.options.mode === "coop" ? t("All turn cards over, remember and tell each other what they saw, and put equal pictures aside before the ticks run out.")
    : t("Cards are flipped one by one. Two pictures that are equal in all six features are twins: the first to slap both wins them as a set."),
  t("Bots do not see a new picture at once: with every tick they perceive one feature more, each in an order of its own. The small pictures beside each seat are what it has made out so far, a dot a feature."),
  leg.options.mode === "teams" ? t("In teams two mates lay one hand each on the two pictures.") : null,
  leg.options.mode === "coop" ? null : t("Green frames: won. Red: a mistake. Yellow: just flipped, or a tie. The numbers on the hands are the order of a slap."),
].filter(Boolean);

export const crowded = (leg) => leg.options.mode === "coop";
export const draw = (ctx) => (ctx.state.mode === "coop" ? coop(ctx) : rivalry(ctx));
export const quiet = (ctx) => !ctx.events.length;
export const opening = (ctx) => (ctx.state.mode === "coop" ? t("All cards lie on the table, each with a random side up.") : ctx.state.flipper == null ? t("The piles are dealt.") : t("The piles are dealt; {name} flips the first card.", { name: ctx.names[ctx.state.flipper] }));
export const still = (count, leg) => plural(count, leg.options.mode === "coop" ? "tick: everyone waits|ticks: everyone waits" : "tick: nobody moves|ticks: nobody moves");
export const silence = (ctx) => (ctx.state.mode === "coop" ? t("Everyone waits.") : ctx.state.tick ? t("Nobody moves: tick {tick}.", ctx.state) : t("Nobody moves: the window is over."));

export function words(ctx) {
  const table = scene(ctx);
  const lines = [];
  if (table.mode === "coop") lines.push([t("Tick"), t("{tick} of {ticks}", ctx.state)], [t("Points"), String(ctx.state.points)], [t("Known faces"), ctx.state.known.map(([place, sight]) => `${place}: ${told(sight)}`).join("; ") || t("none")]);
  else {
    lines.push([t("Window"), table.tick ? t("Tick {tick} of {ticks}", { tick: table.tick, ticks: LAST_TICK }) : t("A flip is due.")], [t("New to see"), table.fresh.map(([place, sight]) => `${place}: ${told(sight)}`).join("; ") || t("nothing")],
      [t("Known"), table.known.map(([place, sight]) => `${place}: ${told(sight)}`).join("; ") || t("nothing")]);
  }
  for (const seat of ctx.seats) {
    const own = ctx.state.sets.filter((set) => set.side === ctx.teams[seat]);
    const made = table.tick && table.sights ? table.fresh.map(([place], i) => t("has made out {n} of 6 features of {place}", { place, n: table.sights[seat][i].filter((value) => value != null).length })) : [];
    lines.push([ctx.names[seat], [`${plural(own.length, "set|sets")}${table.piles && table.mode !== "ring" ? `, ${t("pile of {n}", { n: table.piles[seat] })}` : ""}${own.length ? `: ${own.map((set) => `${set.place} ×${set.cards}`).join(", ")}` : ""}`, ...made].join("; ")]);
  }
  return lines;
}
