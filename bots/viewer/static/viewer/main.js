// Starts the viewer on every element that asks for one.
import { Player } from "viewer/player";
import { learn, t } from "viewer/words";

async function embedded(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

export async function start(root) {
  const config = JSON.parse(document.getElementById(root.dataset.config).textContent);
  learn(config.words, config.language);
  if (config.packed) config.embedded = await embedded(config.packed);
  try {
    const game = await import(`viewer/${config.game}`);
    const player = new Player(root, config, game);
    await player.open();
    root.player = player;
    if (config.live) (await import("viewer/live")).follow(player, config);
  } catch (error) {
    root.replaceChildren(document.createTextNode(t("The replay cannot be shown: {why}", { why: error.message })));
    throw error;
  }
}

for (const root of document.querySelectorAll("[data-viewer]")) start(root);
