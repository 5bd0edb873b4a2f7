// What stands beside the table: the moves in words, the decisive moments, the table in words, the owner's log.
import { h } from "viewer/dom";
import { t } from "viewer/words";

const KINDS = () => ({
  challenge: t("challenge"), out: t("out"), tie: t("tie"), end: t("end"), fiasco: t("fiasco"), wild: t("wild"), buy: t("buy"), last: t("last buys"), take: t("row taken"),
  round: t("round"), sequence: t("sequence"), broken: t("broken"), won: t("won"), stolen: t("stolen"), mistake: t("mistake"), lost: t("lost"), lead: t("lead"), fault: t("fault"),
});
const kindName = (kind) => KINDS()[kind] || kind;

export function movesPanel(leg, sentences, go) {
  const list = h("ol.v-moves", { start: "0", tabindex: "0", "aria-label": t("Moves in words") });
  leg.frames.forEach((frame) => list.append(moveRow(leg, frame, sentences, go)));
  return list;
}

export function moveRow(leg, frame, sentences, go) {
  const kinds = [...new Set(leg.moments.filter((m) => m.step === frame.step).map((m) => m.kind))];
  return h(
    `li.v-move${kinds.length ? ".v-decisive" : ""}`,
    { "data-step": frame.step },
    h("button.v-move-go", { type: "button", tabindex: "-1", onclick: () => go(frame.step) },
      h("span.v-move-no", {}, String(frame.step)),
      h("span.v-move-text", {}, sentences(frame).map((text) => h("span", {}, text, " ")),
        kinds.map((kind) => h(`span.v-tag.v-tag-${kind}`, {}, kindName(kind)))),
    ),
  );
}

export function momentsPanel(leg, go) {
  if (!leg.moments.length) return h("p.v-empty", {}, t("Nothing decisive happened in this leg."));
  return h("ol.v-moments", { tabindex: "0", "aria-label": t("Decisive moments") },
    leg.moments.map((moment) =>
      h("li", { "data-step": moment.step },
        h("button.v-move-go", { type: "button", onclick: () => go(moment.step) },
          h("span.v-move-no", {}, String(moment.step)),
          h("span.v-move-text", {}, moment.text, h(`span.v-tag.v-tag-${moment.kind}`, {}, kindName(moment.kind)))))));
}

export function wordsPanel(pairs) {
  return h("dl.v-words", {}, pairs.map(([term, text]) => [h("dt", {}, term), h("dd", {}, text)]));
}

// The owner's panel: what the bot was told, answered and noted at this step; its standard error below.
export function ownerPanel(config, leg, frame) {
  return config.owner.filter((part) => leg.players.includes(part.player)).map((part) => (part.log ? ownPart(part, leg, frame) : h("p.v-empty", {}, t("The log is loading."))));
}

function ownPart(part, leg, frame) {
  const here = (item) => item.leg === leg.leg && item.step === frame.step && leg.players[item.seat] === part.player;
  const { notes, faults, transcript, stderr } = part.log;
  const heard = (transcript || []).filter(here);
  const failed = faults.filter(here);
  const pieces = heard.map((item) => [
    h("dt", {}, t("Received at seat {seat}", { seat: item.seat + 1 })), h("dd", {}, h("pre", { tabindex: "0" }, pretty(item.message))),
    h("dt", {}, t("Answered")), h("dd", {}, h("pre", { tabindex: "0" }, item.answer || t("(nothing)")))]);
  const faulty = failed.map((fault) => [h("dt", {}, t("Fault")), h("dd.v-fault", {}, `${fault.fault}: ${fault.reason}`,
    heard.length ? null : [h("pre", { tabindex: "0" }, pretty(fault.message) || t("(no message)")), h("pre", { tabindex: "0" }, fault.answer || t("(no answer)"))])]);
  return h("section.v-own", {}, h("h3", {}, part.name),
    h("dl.v-words", {}, pieces.length || faulty.length ? [pieces, faulty] : [h("dt", {}, t("Received")), h("dd", {}, t("Nothing at this step."))],
      h("dt", {}, t("Note")), h("dd", {}, notes.some(here) ? notes.filter(here).map((note) => h("p", {}, note.text)) : t("None at this step."))),
    h("details", {}, h("summary", {}, t("Standard error of the whole match")), h("pre", { tabindex: "0" }, stderr || t("It wrote nothing."))));
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
