// Keeps a leaderboard fresh: asks for the table again when the ladder has moved, at most every few seconds.

const LEAST_MS = 5000;
const POLL_MS = 20000;

const board = () => document.getElementById("board");
let waiting = 0;

function refresh() {
  waiting = 0;
  if (document.hidden || board()?.contains(document.activeElement)) return;
  window.htmx?.ajax("GET", location.pathname + location.search, { target: "#board", swap: "outerHTML" });
}

function soon() {
  if (!waiting) waiting = setTimeout(refresh, LEAST_MS);
}

function listen(slug) {
  const poll = setInterval(refresh, POLL_MS);
  const source = new EventSource(`/live/ladders/${slug}`);
  source.onopen = () => clearInterval(poll);
  source.onmessage = soon;
  source.addEventListener("ladder", soon);
  source.onerror = () => { if (source.readyState === EventSource.CLOSED) source.close(); };
}

if (board()) listen(board().dataset.ladder);
