// A match under way: steps are taken from a stream, or asked for again and again where no stream gets through.
import { nextFrame, unpacked } from "viewer/frames";
import { t } from "viewer/words";

const POLL_MS = 2000;
const SILENT_MS = 8000; // a stream begins with a message at once: one that says nothing is held back on its way
const ENDED = ["finished", "void", "cancelled"];

// The same message goes to everybody: what it says is said here, in the language of the page.
function said(one) {
  if (one.told) one.text = t(...one.told);
}

export function follow(player, config) {
  let number = 0;

  function take(message) {
    if (message.type === "match") return state(message.status);
    if (message.type !== "steps" || message.number <= number) return;
    number = message.number;
    for (const frame of [message.deal, ...message.frames]) frame?.e?.forEach(said);
    message.moments.forEach(said);
    if (message.opening) return begin(message);
    const { leg } = player;
    if (!leg || leg.leg !== message.leg || leg.table !== message.table || message.first !== leg.frames.length) return;
    player.append(made(leg.frames[leg.frames.length - 1], message.frames), message.moments);
  }

  function made(before, packed) {
    const frames = [];
    for (const one of packed) frames.push(nextFrame(frames[frames.length - 1] || before, one));
    return frames;
  }

  function begin(message) {
    const leg = unpacked({ ...message.opening, frames: [message.deal, ...message.frames] });
    leg.moments = [...message.moments];
    player.use(leg, null, leg.frames.length - 1);
  }

  function state(status) {
    if (status === "running" && note && note.dataset.running) told = note.textContent = note.dataset.running;
    if (!ENDED.includes(status)) return;
    stop();
    if (player.leg) history.replaceState(null, "", player.hash());
    setTimeout(() => location.reload(), 800);
  }

  // ---- the stream, and what takes its place ----

  let source = null;
  let timer = null;
  let silence = null;
  let failures = 0;
  const note = document.getElementById("state");
  let told = note && note.textContent;

  function stop() {
    hangUp();
    clearInterval(timer);
  }

  function hangUp() {
    clearTimeout(silence);
    if (source) source.close();
  }

  // What the page says of the match gives way while nothing gets through.
  function connected(well) {
    const text = well ? told : t("The server does not answer. This page goes on as soon as it does.");
    if (note && note.textContent !== text) note.textContent = text;
  }

  function listen() {
    source = new EventSource(config.live);
    silence = setTimeout(() => { hangUp(); poll(); }, SILENT_MS);
    const hear = (event) => { clearTimeout(silence); take(JSON.parse(event.data)); };
    source.addEventListener("steps", hear);
    source.addEventListener("match", hear);
    source.onopen = () => { failures = 0; connected(true); };
    source.onerror = () => {
      failures += 1;
      if (source.readyState === EventSource.CLOSED || failures > 2) { hangUp(); poll(); }
    };
  }

  function poll() {
    if (timer) return;
    ask();
    timer = setInterval(ask, POLL_MS);
  }

  async function ask() {
    try {
      const answer = await fetch(`${config.poll}?after=${number}`);
      connected(answer.ok);
      if (!answer.ok) return;
      const { status, messages } = await answer.json();
      messages.forEach(take);
      state(status);
    } catch {
      connected(false); // the next question finds out
    }
  }

  if (window.EventSource && !config.pollOnly) listen();
  else poll();
}
