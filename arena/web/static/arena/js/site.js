// Small conveniences on every page; everything works without them.

const root = document.documentElement;

function currentTheme() {
  return root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

function switchTheme(event) {
  event.preventDefault();
  const theme = currentTheme() === "dark" ? "light" : "dark";
  root.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
}

function localTimes(scope) {
  for (const time of scope.querySelectorAll("time[datetime]")) {
    const when = new Date(time.dateTime);
    if (!Number.isNaN(when.valueOf())) time.title = when.toLocaleString(root.lang);
  }
}

function copyOnClick(event) {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  navigator.clipboard?.writeText(document.getElementById(button.dataset.copy).textContent.trim()).then(() => {
    button.textContent = button.dataset.copied;
  });
}

document.querySelector("[data-theme-switch]")?.addEventListener("click", switchTheme);
document.addEventListener("click", copyOnClick);
document.addEventListener("htmx:afterSwap", (event) => localTimes(event.target));
localTimes(document);
