// What every key does; `?` shows it to whoever watches (controls.js).
export function pressed(player, event) {
  if (event.altKey || event.ctrlKey || event.metaKey || !player.parts) return;
  if (event.target.closest("input:not([type=range]), select, textarea, [contenteditable]")) return;
  if (event.target.closest("button, a, summary") && [" ", "Enter"].includes(event.key)) return;
  const step = (by) => { player.pause(); player.go(player.step + by); };
  const doing = {
    " ": () => player.toggle(), k: () => player.toggle(), ArrowRight: () => step(1), ArrowLeft: () => step(-1),
    Home: () => step(-player.step), End: () => step(player.steps - player.step),
    n: () => player.moment(1), p: () => player.moment(-1), "+": () => player.faster(1), "-": () => player.faster(-1),
    o: () => player.look(null), "?": () => player.help(), Escape: () => player.help(false), "[": () => player.otherLeg(-1), "]": () => player.otherLeg(1),
  }[event.key];
  const seat = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null;
  if (doing) doing();
  else if (seat != null && seat < player.leg.names.length) player.look(seat);
  else return;
  event.preventDefault();
}
