// The player: one leg at a time, stepped, scrubbed or played, seen openly or through a seat's eyes.
import { h, range } from "viewer/dom";
import { Source } from "viewer/frames";
import { chart } from "viewer/chart";
import { addMove, loadLogs, momentsPanel, movesPanel, ownerPanel, wordsPanel } from "viewer/panels";
import { pressed } from "viewer/keys";
import { transport, heading, seatColour } from "viewer/controls";
import { Telling } from "viewer/telling";
import { t } from "viewer/words";

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
const STEP_MS = 900;
const LINK_MS = 400; // browsers refuse an address that changes more often for long

export class Player {
  constructor(root, config, game) {
    this.root = root;
    this.config = config;
    this.game = game;
    this.source = new Source(config);
    this.telling = new Telling(this);
    this.step = 0;
    this.speed = 2;
    this.tab = "moves";
    this.timer = null;
    this.seat = null;
  }

  // ---- opening -----------------------------------------------------------------------------

  async open() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const legs = this.config.legs;
    const number = Number(asked.get("leg") || 1) - 1;
    const table = Number(asked.get("table") || 1) - 1;
    const found = legs.find((item) => item.leg === number && item.table === table) || legs[0];
    this.seat = asked.has("seat") ? Number(asked.get("seat")) : null;
    document.addEventListener("keydown", (event) => pressed(this, event));
    addEventListener("hashchange", (event) => this.hashed(new URL(event.newURL).hash));
    addEventListener("resize", () => { this.tall = 0; });
    if (found) await this.show(found.leg, found.table, this.seat, Number(asked.get("step") || 0));
  }

  async show(leg, table, seat, step) {
    this.pause();
    const held = this.root.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
    this.use(await this.source.leg(leg, table, seat), seat, step);
    if (held) this.root.querySelector(`[aria-label="${CSS.escape(held)}"]`)?.focus();
  }

  use(leg, seat, step) {
    this.leg = leg;
    this.seat = seat;
    this.build();
    this.go(step, false);
  }

  hashed(hash) {
    const asked = new URLSearchParams(hash.slice(1));
    if ((hash && !asked.has("step")) || hash === this.hash() || !this.config.legs.length) return;
    clearTimeout(this.linked); // what is asked for now counts, not the step before
    const seat = asked.has("seat") ? Number(asked.get("seat")) : null;
    this.show(Number(asked.get("leg") || 1) - 1, Number(asked.get("table") || 1) - 1, seat, Number(asked.get("step"))).then(() => this.link());
  }

  hash() {
    const parts = [`leg=${this.leg.leg + 1}`];
    if (this.leg.table) parts.push(`table=${this.leg.table + 1}`);
    parts.push(`step=${this.step}`);
    if (this.seat != null) parts.push(`seat=${this.seat}`);
    return `#${parts.join("&")}`;
  }

  // ---- building ----------------------------------------------------------------------------

  build() {
    const parts = (this.parts = {});
    parts.stage = h("div.v-stage", { "aria-hidden": "true", "data-game": this.leg.game });
    parts.caption = h("p.v-caption", { tabindex: "0", "aria-live": "polite", "aria-atomic": "true" });
    parts.onward = h("button.v-button.v-text.v-onward", { type: "button", hidden: true, onclick: () => this.otherLeg(1) }, t("Next leg →"));
    this.tall = 0;
    parts.side = h("div.v-panel", { role: "tabpanel", id: "v-panel", "aria-labelledby": "v-tab-moves" });
    parts.chart = h("div.v-chartbox", {});
    parts.controls = transport(this, SPEEDS, parts);
    parts.tabs = h("div.v-tabs", { role: "tablist", "aria-label": t("Beside the table") });
    const tabs = [["moves", t("Moves")], ["moments", t("Moments")], ["words", t("In words")]];
    if ((this.config.owner || []).length) tabs.push(["owner", t("My bot")]);
    for (const [name, text] of tabs) parts.tabs.append(this.tabButton(name, text));
    this.root.classList.add("v-viewer");
    this.root.replaceChildren(
      heading(this),
      h("div.v-main", {}, parts.stage, h("div.v-deck", {}, h("div.v-telling", {}, parts.caption, parts.onward), parts.controls)),
      h("aside.v-side", { "aria-label": t("Beside the table") }, parts.tabs, parts.side));
    this.openTab(this.tab);
    this.redrawChart();
  }

  redrawChart() {
    if (this.leg.frames.length) this.parts.chart.replaceChildren(chart(this.leg, (seat) => seatColour(this.leg, seat)));
  }

  tabButton(name, text) {
    const onkeydown = (event) => {
      const all = [...this.parts.tabs.children];
      const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!move) return;
      event.stopPropagation();
      const next = all[(all.indexOf(event.target) + move + all.length) % all.length];
      next.focus();
      next.click();
    };
    return h("button.v-tab", {
      role: "tab", type: "button", id: `v-tab-${name}`, "aria-controls": "v-panel", onkeydown, onclick: () => this.openTab(name),
    }, text);
  }

  openTab(name) {
    this.tab = name;
    for (const tab of this.parts.tabs.children) {
      const chosen = tab.id === `v-tab-${name}`;
      tab.setAttribute("aria-selected", chosen);
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.parts.side.setAttribute("aria-labelledby", `v-tab-${name}`);
    const go = (step) => { this.pause(); this.leap(() => this.go(step)); };
    if (name === "moves") this.parts.side.replaceChildren(movesPanel(this.leg, this.telling));
    if (name === "moments") this.parts.side.replaceChildren(momentsPanel(this.leg, go));
    if (name === "owner") loadLogs(this.config.owner).then(() => this.refreshPanel());
    if (this.leg.frames.length) this.refreshPanel();
  }

  // ---- moving ------------------------------------------------------------------------------

  get steps() { return this.leg.frames.length - 1; }

  go(step, link = true) {
    this.step = Math.max(0, Math.min(this.steps, Number.isFinite(step) ? step : 0));
    this.draw();
    if (link) this.linkSoon();
  }

  // The address follows, at once or a moment later while steps come fast.
  link() {
    this.linked = clearTimeout(this.linked);
    if (location.hash !== this.hash()) history.replaceState(null, "", this.hash());
  }

  linkSoon() {
    if (this.linked) return;
    if (!this.playing) this.link();
    this.linked = setTimeout(() => this.link(), LINK_MS);
  }

  // A leap is a place of its own in the browser's history: "back" returns.
  async leap(moved) {
    this.link();
    history.pushState(null, "", this.hash());
    await moved();
    this.link();
  }

  moment(direction) {
    const steps = [...new Set(this.leg.moments.map((m) => m.step))].sort((a, b) => a - b);
    const next = direction > 0 ? steps.find((step) => step > this.step) : steps.reverse().find((step) => step < this.step);
    this.pause();
    this.leap(() => this.go(next ?? (direction > 0 ? this.steps : 0)));
  }

  get playing() { return this.timer !== null; }
  play() {
    if (this.playing) return;
    if (this.step >= this.steps && !this.config.live) this.go(0);
    this.tick();
    this.parts.controls.refresh();
  }

  tick() {
    const quiet = this.game.quiet && this.game.quiet(this.context(Math.min(this.step + 1, this.steps)));
    this.timer = setTimeout(() => {
      if (this.step < this.steps) this.go(this.step + 1);
      if (this.step >= this.steps && !this.config.live) return this.pause();
      this.tick();
    }, (quiet ? STEP_MS / 3 : STEP_MS) / SPEEDS[this.speed]);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.parts) this.parts.controls.refresh();
  }

  toggle() { this.playing ? this.pause() : this.play(); }

  faster(by) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + by));
    this.parts.controls.refresh();
  }

  look(seat) {
    if (this.config.live || seat === this.seat) return null;
    return this.leap(() => this.show(this.leg.leg, this.leg.table, seat, this.step));
  }

  legBeside(by) {
    const legs = this.config.legs;
    return legs[legs.findIndex((item) => item.leg === this.leg.leg && item.table === this.leg.table) + by];
  }

  toFault(fault) {
    const legs = this.config.legs.filter((item) => item.leg === fault.leg);
    const { table } = legs.find((item) => item.table === this.leg.table) || legs[0]; // whoever has a table of its own keeps it
    return this.leap(() => this.show(fault.leg, table, this.seat, fault.step));
  }

  otherLeg(by) {
    const to = this.legBeside(by);
    if (to) this.leap(() => this.show(to.leg, to.table, this.seat, 0));
  }

  help(open) {
    const box = this.root.querySelector(".v-help");
    box.open = open ?? !box.open;
  }

  // ---- drawing -----------------------------------------------------------------------------

  context(step) {
    const { leg } = this;
    const frame = leg.frames[step];
    return {
      ...frame, before: step ? leg.frames[step - 1].state : null, leg, names: leg.names, teams: leg.teams, seat: this.seat,
      options: leg.options, over: step === leg.frames.length - 1 && !this.config.live, seats: range(leg.names.length),
      frames: leg.frames, colour: (seat) => seatColour(leg, seat),
      event: (kind) => frame.events.find((event) => event.event === kind),
      all: (kind) => frame.events.filter((event) => event.event === kind),
      thinking: (seat) => { const found = frame.think.find(([who]) => who === seat); return found ? found[1] : null; },
    };
  }

  draw() {
    const context = this.context(this.step);
    this.set(this.game.draw(context));
    const [first, ...rest] = this.telling.sentences(context, context);
    this.parts.caption.replaceChildren(h("b", {}, first), ...rest.flatMap((parts) => [" ", parts].flat()));
    this.parts.caption.scrollTop = 0;
    this.parts.onward.hidden = this.config.live || this.step < this.steps || !this.legBeside(1);
    this.parts.controls.refresh();
    this.refreshPanel();
  }

  // A table never gets smaller from one step to the next: what lies under it must not jump.
  set(table) {
    this.parts.stage.replaceChildren(table);
    this.tall = Math.max(this.tall, table.offsetHeight);
    table.style.setProperty("min-height", `${this.tall}px`);
  }

  refreshPanel() {
    const { side } = this.parts;
    const context = this.context(this.step);
    if (this.tab === "words") side.replaceChildren(wordsPanel(this.game.words(context)));
    if (this.tab === "owner") side.replaceChildren(...ownerPanel(this.config, this.leg, context, (fault) => this.toFault(fault)));
    const rows = side.querySelectorAll("li[data-step]");
    let current = null;
    for (const row of rows) {
      const here = Number(row.dataset.step) <= this.step && this.step <= Number(row.dataset.last);
      row.classList.toggle("v-now", here);
      if (here) { row.setAttribute("aria-current", "step"); current = current || row; } else row.removeAttribute("aria-current");
    }
    const list = current && current.parentElement;
    if (list) list.scrollTop = current.offsetTop - list.clientHeight / 3;
  }

  // ---- live --------------------------------------------------------------------------------

  append(frames, moments) {
    const following = this.step >= this.steps;
    const list = this.tab === "moves" ? this.parts.side.querySelector("ol") : null;
    this.leg.moments.push(...moments);
    for (const frame of frames) {
      this.leg.frames.push(frame);
      if (list) addMove(list, this.leg, frame, this.telling);
    }
    this.redrawChart();
    if (following && !this.playing) this.go(this.steps, false);
    this.parts.controls.refresh();
  }
}
