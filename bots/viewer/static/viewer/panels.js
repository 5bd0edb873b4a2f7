// What stands beside the table: the moves in words, the decisive moments, the table in words, the owner's log.
import { h } from "viewer/dom";

export function movesPanel(leg, sentences, go) {
  const list = h("ol.v-moves", { start: "0", tabindex: "0", "aria-label": "Moves in words" });
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
      h("span.v-move-text", {}, sentences(frame).map((text) => h("span", {}, `${text} `)),
        kinds.map((kind) => h(`span.v-tag.v-tag-${kind}`, {}, kind))),
    ),
  );
}

export function momentsPanel(leg, go) {
  if (!leg.moments.length) return h("p.v-empty", {}, "Nothing decisive happened in this leg.");
  return h("ol.v-moments", { tabindex: "0", "aria-label": "Decisive moments" },
    leg.moments.map((moment) =>
      h("li", { "data-step": moment.step },
        h("button.v-move-go", { type: "button", onclick: () => go(moment.step) },
          h("span.v-move-no", {}, String(moment.step)),
          h("span.v-move-text", {}, moment.text, h(`span.v-tag.v-tag-${moment.kind}`, {}, moment.kind))))));
}

export function wordsPanel(pairs) {
  return h("dl.v-words", {}, pairs.map(([term, text]) => [h("dt", {}, term), h("dd", {}, text)]));
}

// The owner's panel: what the bot was told, answered and noted at this step; its standard error below.
export function ownerPanel(config, leg, frame, player) {
  const own = (config.owner || []).filter((part) => leg.players.includes(part.player));
  return own.map((part) => {
    const seats = leg.players.flatMap((who, seat) => (who === part.player ? [seat] : []));
    const here = (item) => item.leg === leg.leg && item.step === frame.step && seats.includes(item.seat);
    const notes = part.log.notes.filter(here);
    const faults = part.log.faults.filter(here);
    const moves = frame.moves.filter(([seat]) => seats.includes(seat));
    return h("section.v-own", {},
      h("h3", {}, part.name),
      h("dl.v-words", {},
        h("dt", {}, "Received"), h("dd", {}, player.received(seats)),
        h("dt", {}, "Answered"), h("dd", {}, moves.length ? moves.map(([, move]) => h("code", {}, JSON.stringify(move))) : "It was not its turn."),
        h("dt", {}, "Note"), h("dd", {}, notes.length ? notes.map((note) => h("p", {}, note.text)) : "None at this step."),
        faults.map((fault) => [h("dt", {}, "Fault"), h("dd.v-fault", {}, fault.reason,
          h("pre", { tabindex: "0" }, fault.message || "(no message)"), h("pre", { tabindex: "0" }, fault.answer || "(no answer)"))])),
      h("details", {}, h("summary", {}, "Standard error of the match"),
        h("pre", { tabindex: "0" }, part.log.stderr || "It wrote nothing.")));
  });
}
