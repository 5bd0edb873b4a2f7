// A place at the table: who sits there and how they stand; under it what they thought and whether it is their turn.
import { h } from "viewer/dom";
import { t } from "viewer/words";

export function seatPanel(ctx, seat, { score, unit = "", note = "", classes = "" } = {}, ...kids) {
  const turn = ctx.toAct.includes(seat) && (ctx.toAct.length < ctx.seats.length || ctx.seats.length === 1);
  const acted = ctx.moves.some(([who]) => who === seat) && ctx.events.some((event) => event.seat === seat);
  const rank = ctx.over ? ctx.leg.ranks[seat] : null;
  const failed = (ctx.leg.faults || []).some((fault) => fault.seat === seat && fault.step <= ctx.step + 1);
  return h(
    `section.v-seat${turn ? ".v-turn" : ""}${acted ? ".v-acted" : ""}${rank === 1 ? ".v-winner" : ""}${ctx.seat === seat ? ".v-eyes" : ""}${classes}`,
    { style: { "--seat": ctx.colour(seat) } },
    h("header.v-seat-head", {},
      h("span.v-avatar", {}, String(seat + 1)),
      h("span.v-name", { title: ctx.names[seat] }, ctx.names[seat]),
      score == null ? null : h("span.v-score", {}, h("b", {}, String(score)), unit ? h("small", {}, ` ${unit}`) : null)),
    h("p.v-seat-sub", {},
      turn ? h("span.v-badge.v-next", {}, t("to move")) : null,
      failed ? h("span.v-badge.v-badge-bad", {}, t("forfeit")) : null,
      rank ? h("span.v-badge", {}, rank === 1 ? `★ ${t("winner")}` : t("rank {rank}", { rank })) : null,
      ctx.seat === seat ? h("span.v-badge", {}, t("eyes")) : null,
      note ? h("span.v-note", {}, note) : null,
      think(ctx.thinking(seat))),
    kids,
  );
}

function think(ms) {
  if (ms == null) return null;
  return h("span.v-think", { title: t("CPU time of this answer") }, ms < 0 ? t("forced") : `${ms} ms`);
}

// As many columns as keep the rows even: 2 and 4 seats in two, 3, 5 and 6 in three.
export function seatGrid(seats) {
  return h("div.v-seats", { style: { "--count": seats.length, "--columns": seats.length === 1 ? 1 : seats.length % 3 && seats.length < 5 ? 2 : 3 } }, seats);
}

export const bubble = (text, classes = "") => h(`p.v-bubble${classes}`, {}, text);
