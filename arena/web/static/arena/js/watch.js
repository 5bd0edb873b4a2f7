// Looks at a version's progress as soon as the service says that it moved; the page asks every second anyway.

const progress = () => document.getElementById("progress");

if (progress()) {
  const source = new EventSource(`/live/bots/${progress().dataset.bot}`);
  const look = () => window.htmx?.trigger("#progress", "changed");
  source.onmessage = look;
  source.addEventListener("version", look);
  document.addEventListener("htmx:afterSwap", () => { if (!progress()?.hasAttribute("hx-get")) source.close(); });
}
