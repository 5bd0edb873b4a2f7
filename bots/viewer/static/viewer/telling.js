// What is told of a step, in the caption and in the list of moves: its events, or that nothing happened.
import { rich } from "viewer/dom";
import { t } from "viewer/words";

export class Telling {
  constructor(player) {
    this.player = player;
  }

  texts(frame) {
    const faults = this.player.leg.moments.filter((moment) => moment.kind === "fault" && moment.step === frame.step);
    return [...faults.map((moment) => moment.text), ...this.happened(frame)];
  }

  happened(frame) {
    const { game } = this.player;
    if (!frame.step) return [game.opening ? game.opening(this.player.context(0)) : t("The table is set.")];
    if (frame.events.length) return frame.events.map((event) => event.text);
    return [game.silence ? game.silence(this.player.context(frame.step)) : t("Nothing happens.")];
  }

  // What a game knows how to show within a sentence: a coloured card, a die, a picture.
  sentences(frame, context = null) {
    const { pattern, inline } = this.player.game;
    return this.texts(frame).map((text) => (pattern ? rich(text, pattern, (found) => inline(found, context)) : text));
  }

  // How to tell of several steps in which nothing happened; null when something did, or the game has no words for it.
  still(frame) {
    const { game, leg } = this.player;
    const silent = frame.step && !frame.events.length && this.texts(frame).length === 1;
    return game.still && silent ? (count) => game.still(count, leg) : null;
  }

  go(step) {
    this.player.pause();
    this.player.leap(() => this.player.go(step));
  }
}
