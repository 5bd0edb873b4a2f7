// Puts the reader's own time beside times that are UTC, where they differ.

const clock = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
  weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short",
});

for (const one of document.querySelectorAll("time[data-local]")) {
  const at = new Date(one.dateTime);
  if (at.getTimezoneOffset() === 0) continue;
  const own = document.createElement("span");
  own.className = "caption";
  own.textContent = ` (${clock.format(at)})`;
  one.append(own);
}
