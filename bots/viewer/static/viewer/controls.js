// The heading over the table (leg, table, whose eyes) and the transport under it.
import { h, s, range } from "viewer/dom";
import { t } from "viewer/words";

const PALETTE = ["#4f7cff", "#ff6b4a", "#1fb57a", "#c45bea", "#f2a900", "#12b3c7"];
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z", back: "M12 5l-8 7 8 7zM21 5l-8 7 8 7z", prev: "M17 5l-10 7 10 7z", play: "M7 4l13 8-13 8z",
  pause: "M7 4h4v16H7zM14 4h4v16h-4z", next: "M7 5l10 7-10 7z", on: "M12 5l8 7-8 7zM3 5l8 7-8 7z", last: "M18 5v14M5 5l9 7-9 7z",
  zoom: "M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12zM15 15l6 6M7 10h6M10 7v6",
};

// Seats of one side share a colour, but where all play together.
export function seatColour(leg, seat) {
  const together = new Set(leg.teams).size === 1;
  return PALETTE[(together ? seat : leg.teams[seat] ?? seat) % PALETTE.length];
}

const icon = (name) => s("svg.v-icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

function button(name, label, onclick) {
  return h(`button.v-button.v-${name}`, { type: "button", "aria-label": label, title: label, onclick }, icon(name));
}

export function transport(player, speeds, parts) {
  const range_ = h("input.v-scrub", { type: "range", min: 0, max: player.steps, step: 1, value: 0, "aria-label": t("Step"),
    oninput: (event) => { const to = Number(event.target.value); player.pause(); player.go(to); } });
  const play = button("play", t("Play"), () => player.toggle());
  const step = (to) => () => { player.pause(); player.go(to()); };
  const speed = h("select.v-select", { "aria-label": t("Speed"), onchange: (e) => { player.speed = Number(e.target.value); } },
    speeds.map((value, index) => h("option", { value: index }, `${value}×`)));
  const count = h("output.v-count", {});
  const box = h("div.v-transport", { role: "group", "aria-label": t("Replay controls") },
    h("div.v-timeline", {}, parts.chart, range_),
    h("div.v-buttons", {},
      button("first", t("First step (Home)"), step(() => 0)),
      button("back", t("Moment before (p)"), () => player.moment(-1)),
      button("prev", t("Step back (left arrow)"), step(() => player.step - 1)),
      play,
      button("next", t("Step on (right arrow)"), step(() => player.step + 1)),
      button("on", t("Next moment (n)"), () => player.moment(1)),
      button("last", t("Last step (End)"), step(() => player.steps)),
      h("span.v-gap"), count, speed));
  box.refresh = () => {
    range_.max = player.steps;
    range_.value = player.step;
    range_.setAttribute("aria-valuetext", t("Step {step} of {steps}", player));
    count.textContent = `${player.step} / ${player.steps}`;
    speed.value = player.speed;
    play.replaceChildren(icon(player.playing ? "pause" : "play"));
    play.setAttribute("aria-label", player.playing ? t("Pause") : t("Play"));
    play.title = player.playing ? t("Pause (space)") : t("Play (space)");
  };
  return box;
}

async function copy(player, copied) {
  const url = location.href.split("#")[0] + player.hash();
  player.link();
  try {
    await navigator.clipboard.writeText(url);
    copied.textContent = t("Copied.");
  } catch {
    copied.textContent = t("The address of this page now points here.");
  }
  setTimeout(() => { copied.textContent = ""; }, 2500);
}

function share(player) {
  const copied = h("span.v-copied", { role: "status" });
  return [copied, h("button.v-button.v-text", { type: "button", title: t("Copy a link to this moment"), onclick: () => copy(player, copied) }, t("Link"))];
}

// A table of very many cards can be drawn larger.
function zoom(player) {
  const onclick = (event) => event.currentTarget.setAttribute("aria-pressed", player.root.classList.toggle("v-zoomed"));
  const pressed = String(player.root.classList.contains("v-zoomed"));
  return h("button.v-button.v-zoom", { type: "button", "aria-label": t("Larger cards"), title: t("Larger cards"), "aria-pressed": pressed, onclick }, icon("zoom"));
}

function help(player) {
  const keys = [t("space: play or pause"), t("← →: step"), t("Home End: first, last"), t("n p: next, previous moment"), t("+ −: speed"), t("1–6: through a seat’s eyes"), t("o: open table"), t("[ ]: leg before, after"), t("?: this help")];
  const list = (title, lines) => [h("h3", {}, title), h("ul", {}, lines.map((text) => h("li", {}, text)))];
  const guide = player.game.guide ? player.game.guide(player.leg) : [];
  return h("details.v-help", {}, h("summary", { "aria-label": t("What is this? And the keys") }, "?"),
    h("div.v-help-box", {}, list(t("What you see"), guide),
      player.config.rules ? h("p", {}, h("a", { href: player.config.rules }, t("All the rules"))) : null, list(t("Keys"), keys)));
}

export function heading(player) {
  const { leg, config } = player;
  const legs = config.legs;
  const choose = h("select.v-select", { "aria-label": t("Leg"), onchange: (event) => {
    const chosen = legs[Number(event.target.value)];
    player.leap(() => player.show(chosen.leg, chosen.table, player.seat, 0));
  } }, legs.map((item, index) => h("option", { value: index, selected: item.leg === leg.leg && item.table === leg.table }, [t("Leg {n}", { n: item.leg + 1 }), item.who].filter(Boolean).join(" · "))));
  const eyes = h("select.v-select", { "aria-label": t("Whose eyes"), onchange: (event) => player.look(event.target.value === "" ? null : Number(event.target.value)) },
    h("option", { value: "", selected: player.seat == null }, t("Open table")),
    range(leg.names.length).map((seat) => h("option", { value: seat, selected: player.seat === seat }, t("Through {name}’s eyes", { name: leg.names[seat] }))));
  if (config.live) eyes.disabled = true;
  return h("div.v-head", {},
    h("span.v-title", {}, leg.title),
    config.live ? h("span.v-live", {}, h("span.v-livedot"), t("Live · leg {leg} of {legs}", { leg: leg.leg + 1, legs: leg.legs })) : null,
    legs.length > 1 ? choose : null,
    config.live ? null : eyes,
    h("span.v-gap"),
    player.game.crowded && player.game.crowded(leg) ? zoom(player) : null,
    config.live ? null : share(player),
    help(player));
}
