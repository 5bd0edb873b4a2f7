// Keeps a tournament's page fresh, and shows an organiser only the settings of the chosen format.

const LEAST_MS = 1500;
const POLL_MS = 10000;

const board = () => document.getElementById("tournament-board");
let waiting = 0;
let poll = 0;

function refresh() {
  waiting = 0;
  const now = board();
  if (!now || document.hidden) return;
  const focused = document.activeElement?.id;
  const open = now.querySelector(".matches-list")?.open;
  const scrolled = [...now.querySelectorAll(".bracket-scroll")].map((one) => [one.scrollLeft, one.scrollTop]);
  const address = `/tournaments/${now.dataset.tournament}/board`;
  window.htmx?.ajax("GET", address, { target: "#tournament-board", swap: "outerHTML" }).then(() => {
    board()?.querySelectorAll(".bracket-scroll").forEach((one, i) => one.scrollTo(...(scrolled[i] ?? [0, 0])));
    const list = board()?.querySelector(".matches-list");
    if (list && open) list.open = true;
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    if (board()?.dataset.over) stop();
    if (board()?.dataset.status !== now.dataset.status) refreshAside();
  });
}

// A large bracket opens where it is played.
function showWhatIsPlayed() {
  for (const scroller of document.querySelectorAll(".bracket-scroll")) {
    const box = scroller.querySelector(".is-playing, .is-ready");
    if (!box) continue;
    const [inside, there] = [scroller.getBoundingClientRect(), box.getBoundingClientRect()];
    const across = there.right > inside.right ? there.left - inside.left - 13 : 0;
    scroller.scrollBy(across, Math.max(0, there.bottom - inside.bottom + 24));
  }
}

// Whoever points at a name sees the way of that bot through all brackets.
function trace(event) {
  const entrant = event.target.closest?.("[data-entrant]")?.dataset.entrant;
  for (const one of document.querySelectorAll(".is-traced")) one.classList.remove("is-traced");
  if (!entrant) return;
  for (const one of document.querySelectorAll(`[data-entrant="${entrant}"]`)) one.classList.add("is-traced");
}

function refreshAside() {
  const aside = "#tournament-aside";
  if (document.querySelector(aside)?.contains(document.activeElement)) return; // somebody is typing there
  window.htmx?.ajax("GET", location.pathname, { target: aside, select: aside, swap: "outerHTML" });
}

function soon() {
  if (!waiting) waiting = setTimeout(refresh, LEAST_MS);
}

function startPolling() {
  if (!poll) poll = setInterval(refresh, POLL_MS);
}

function stop() {
  clearInterval(poll);
  poll = 0;
}

function listen(slug) {
  startPolling();
  const source = new EventSource(`/live/tournaments/${slug}`);
  source.onopen = stop;
  source.onmessage = soon;
  source.addEventListener("tournament", soon);
  source.onerror = startPolling;
}

function showSettings(form) {
  const chosen = form.elements.format.value;
  const panels = [...document.querySelectorAll("[data-format]")];
  const wanted = new Set((panels.find((one) => one.dataset.format === chosen)?.dataset.settings ?? "").split(" "));
  const all = new Set(panels.flatMap((one) => one.dataset.settings.split(" ")).filter(Boolean));
  for (const name of all) {
    const field = form.elements[name]?.closest(".field");
    if (field) field.hidden = !wanted.has(name);
  }
  for (const one of panels) one.classList.toggle("is-chosen", one.dataset.format === chosen);
  const help = document.getElementById("id_format_helptext");
  const sentence = panels.find((one) => one.dataset.format === chosen)?.querySelector("dd");
  if (help && sentence) help.textContent = sentence.textContent;
}

if (board()) {
  showWhatIsPlayed();
  document.addEventListener("pointerover", trace);
}
if (board() && !board().dataset.over) listen(board().dataset.tournament);
const form = document.querySelector("[data-tournament-form]");
if (form) {
  form.elements.format.addEventListener("change", () => showSettings(form));
  showSettings(form);
}
