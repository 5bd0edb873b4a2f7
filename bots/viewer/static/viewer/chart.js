// How everybody stood over time, with a mark for every decisive moment: the backdrop of the scrubber.
import { s, range } from "viewer/dom";

const WIDTH = 1000;
const HEIGHT = 60;

export function chart(leg, seatColour) {
  const root = s("svg.v-chart", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const frames = leg.frames;
  const lines = frames[0].standing.length;
  const values = frames.flatMap((frame) => frame.standing);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const x = (step) => (frames.length > 1 ? (step / (frames.length - 1)) * WIDTH : 0);
  const y = (value) => HEIGHT - 6 - (high > low ? ((value - low) / (high - low)) * (HEIGHT - 14) : 0);
  for (const moment of leg.moments) {
    root.append(s(`line.v-mark.v-mark-${moment.kind}`, { x1: x(moment.step), x2: x(moment.step), y1: 0, y2: HEIGHT }));
  }
  for (const seat of range(lines)) {
    const path = frames
      .filter((frame, i) => i === 0 || i === frames.length - 1 || frames[i - 1].standing !== frame.standing)
      .map((frame, i) => `${i ? `H${x(frame.step)}V` : `M${x(frame.step)} `}${y(frame.standing[seat])}`);
    root.append(s("path.v-line", { d: path.join(""), stroke: seatColour(seat), "vector-effect": "non-scaling-stroke" }));
  }
  return root;
}
