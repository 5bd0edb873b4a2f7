// What stands beside the table: the moves in words, the decisive moments, the table in words, the owner's log.
import { h } from "viewer/dom";
import { t } from "viewer/words";

const KINDS = () => ({
  challenge: t("challenge"), out: t("out"), tie: t("tie"), end: t("end"), fiasco: t("fiasco"), wild: t("wild"), buy: t("buy"), last: t("last buys"), take: t("row taken"),
  round: t("round"), sequence: t("sequence"), broken: t("broken"), won: t("won"), stolen: t("stolen"), mistake: t("mistake"), lost: t("lost"), lead: t("lead"), fault: t("fault"),
});
const kindName = (kind) => KINDS()[kind] || kind;

export function movesPanel(leg, telling) {
  const list = h("ol.v-moves", { start: "0", tabindex: "0", "aria-label": t("Moves in words") });
  leg.frames.forEach((frame) => addMove(list, leg, frame, telling));
  return list;
}

// A step in which nothing happened joins the one before in which nothing happened either.
export function addMove(list, leg, frame, telling) {
  const before = list.lastElementChild;
  const still = telling.still(frame);
  if (!still || !before || !before.dataset.still) return list.append(moveRow(leg, frame, telling, still));
  before.dataset.last = frame.step;
  before.querySelector(".v-move-text").textContent = still(frame.step - Number(before.dataset.step) + 1);
}

function moveRow(leg, frame, telling, still) {
  const kinds = [...new Set(leg.moments.filter((m) => m.step === frame.step).map((m) => m.kind))];
  return h(
    `li.v-move${kinds.length ? ".v-decisive" : ""}`,
    { "data-step": frame.step, "data-last": frame.step, "data-still": still ? "yes" : null },
    h("button.v-move-go", { type: "button", tabindex: "-1", onclick: () => telling.go(frame.step) },
      h("span.v-move-no", {}, String(frame.step)),
      h("span.v-move-text", {}, telling.sentences(frame).map((text) => h("span", {}, text, " ")),
        kinds.map((kind) => h(`span.v-tag.v-tag-${kind}`, {}, kindName(kind)))),
    ),
  );
}

export function momentsPanel(leg, go) {
  if (!leg.moments.length) return h("p.v-empty", {}, t("Nothing decisive happened in this leg."));
  return h("ol.v-moments", { tabindex: "0", "aria-label": t("Decisive moments") },
    leg.moments.map((moment) =>
      h("li", { "data-step": moment.step, "data-last": moment.step },
        h("button.v-move-go", { type: "button", onclick: () => go(moment.step) },
          h("span.v-move-no", {}, String(moment.step)),
          h("span.v-move-text", {}, moment.text, h(`span.v-tag.v-tag-${moment.kind}`, {}, kindName(moment.kind)))))));
}

export function wordsPanel(pairs) {
  return h("dl.v-words", {}, pairs.map(([term, text]) => [h("dt", {}, term), h("dd", {}, text)]));
}

// The owner's panel: what the bot was told, answered, wrote and noted at this step, and where it failed.
export function ownerPanel(config, leg, frame, toFault) {
  const own = config.owner.filter((part) => leg.players.includes(part.player));
  return own.map((part) => (part.log ? ownPart(part, leg, frame, toFault) : h("p.v-empty", {}, t("The log is loading."))));
}

function ownPart(part, leg, frame, toFault) {
  // A leg that is given up ends before the step that was asked for: what was said then stands at its last.
  const last = leg.frames.length - 1;
  const here = (item) => item.leg === leg.leg && Math.min(item.step, last) === frame.step && leg.players[item.seat] === part.player;
  const { notes, faults, transcript, written, stderr } = part.log;
  const heard = (transcript || []).filter(here).sort((one, other) => other.step - one.step);
  const failed = faults.filter(here);
  const pieces = heard.map((item) => [
    h("dt", {}, t("Received at seat {seat}", { seat: item.seat + 1 })), h("dd", {}, h("pre", { tabindex: "0" }, pretty(item.message))),
    h("dt", {}, t("Answered")), h("dd", {}, h("pre", { tabindex: "0" }, item.answer || t("(nothing)")))]);
  const faulty = failed.map((fault) => [h("dt", {}, t("Fault")), h("dd.v-fault", {}, `${fault.fault}: ${fault.reason}`,
    heard.length ? null : [h("pre", { tabindex: "0" }, pretty(fault.message) || t("(no message)")), h("pre", { tabindex: "0" }, fault.answer || t("(no answer)"))])]);
  const loud = (written || []).filter(here).map((item) => item.text).join("");
  return h("section.v-own", {}, h("h3", {}, part.name), faultList(faults, here, toFault),
    h("dl.v-words", {}, faulty,
      loud ? [h("dt", {}, t("Wrote on standard error")), h("dd", {}, h("pre", { tabindex: "0" }, loud))] : null,
      pieces.length || faulty.length ? pieces : [h("dt", {}, t("Received")), h("dd", {}, t("Nothing at this step."))],
      h("dt", {}, t("Note")), h("dd", {}, notes.some(here) ? notes.filter(here).map((note) => h("p", {}, note.text)) : t("None at this step."))),
    h("details", {}, h("summary", {}, t("Standard error of the whole match")), h("pre", { tabindex: "0" }, stderr || t("It wrote nothing."))));
}

// Every fault of the match, whatever leg is shown: one click away.
function faultList(faults, here, toFault) {
  if (!faults.length) return null;
  return h("ul.v-faults", {}, faults.map((fault) => h("li", {},
    h("button.v-link", { type: "button", "aria-current": here(fault) ? "step" : null, onclick: () => toFault(fault) },
      t("Leg {leg}, step {step}: {fault}", { leg: fault.leg + 1, step: fault.step, fault: fault.fault })))));
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}

export async function loadLogs(owner) {
  await Promise.all(owner.filter((part) => !part.log).map(async (part) => {
    const answer = await fetch(part.url, { headers: { Accept: "application/json" } });
    part.log = answer.ok ? await answer.json() : { notes: [], faults: [], transcript: [], stderr: t("The log cannot be read: the server answered {status}.", answer) };
  }));
}
