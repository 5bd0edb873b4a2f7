// A Twin It picture, drawn from its six features: shape, ground, ink, count, turn, border; null is not yet seen.
import { s } from "viewer/dom";
import { t } from "viewer/words";

const GROUNDS = ["#ffefc9", "#cbe4ff", "#cdf0d8", "#e7d9ff"];
const INKS = ["#c2273d", "#1c57b5", "#157043", "#3b2f46"];
const SHAPES = [
  "M0-10C6-3 8 1 8 4A8 7 0 0 1-8 4C-8 1-6-3 0-10z",
  "M0-10L9 8L0 3L-9 8z",
  "M0 9C-13 0-9-9-4-9C-1-9 0-6 0-5C0-6 1-9 4-9C9-9 13 0 0 9z",
  "M-9-1A9 8 0 0 1 9-1H3V9H-3V-1z",
];
const SPOTS = [[[32, 32]], [[20, 32], [44, 32]], [[32, 20], [20, 43], [44, 43]], [[20, 20], [44, 20], [20, 44], [44, 44]]];
const SIZES = [1.9, 1.15, 1.05, 1.02];
const NAMES = [["drop", "arrow", "heart", "mushroom"], ["cream", "blue", "green", "lilac"], ["red", "blue", "green", "black"], ["one", "two", "three", "four"], ["upright", "turned right", "upside down", "turned left"], ["no border", "solid border", "dashed border", "double border"]];

export const told = (sight) => sight.map((value, i) => (value == null ? null : i === 1 ? t("{colour} ground", { colour: t(NAMES[1][value]) }) : t(NAMES[i][value]))).filter(Boolean).join(", ") || t("nothing seen yet");

function shape(sight, [x, y], size) {
  const [kind, , ink, , turn] = sight;
  const colour = ink == null ? "#8b90a0" : INKS[ink];
  const at = `translate(${x} ${y}) scale(${size}) rotate(${(turn || 0) * 90})`;
  if (kind == null) {
    return s("g", { transform: `translate(${x} ${y}) scale(${size})` }, s("circle", { r: 9, fill: "none", stroke: colour, "stroke-width": 2, "stroke-dasharray": "3 3" }), s("text", { y: 5, "text-anchor": "middle", fill: colour, "font-size": 14, "font-weight": 700 }, "?"));
  }
  const body = s("path", { d: SHAPES[kind], fill: colour, transform: at });
  if (turn != null) return body;
  return s("g", {}, s("path", { d: SHAPES[kind], fill: colour, opacity: 0.45, transform: `translate(${x} ${y}) scale(${size * 0.8}) rotate(45)` }), s("circle", { cx: x, cy: y, r: 11 * size, fill: "none", stroke: colour, "stroke-dasharray": "2 4" }));
}

function border(value) {
  const line = (inset, width, dash) => s("rect", { x: inset, y: inset, width: 64 - 2 * inset, height: 64 - 2 * inset, rx: 7, fill: "none", stroke: "#2a2733", "stroke-width": width, "stroke-dasharray": dash || null });
  if (value == null) return [s("rect", { x: 3, y: 3, width: 58, height: 58, rx: 7, fill: "none", stroke: "#9aa0b2", "stroke-width": 1.5, "stroke-dasharray": "1 4" })];
  return [[], [line(4, 5)], [line(4, 4, "9 6")], [line(3, 2), line(8, 2)]][value];
}

export function picture(sight, classes = "") {
  const [, ground, , count] = sight;
  const many = count == null ? 0 : count;
  return s(`svg.tw-card${classes}`, { viewBox: "0 0 64 64" },
    s("rect", { width: 64, height: 64, rx: 9, fill: ground == null ? "#c3c7d3" : GROUNDS[ground] }),
    border(sight[5]),
    SPOTS[many].map((spot) => shape(sight, spot, SIZES[many])),
    count == null ? s("text", { x: 54, y: 57, "text-anchor": "middle", "font-size": 13, "font-weight": 700, fill: "#3c4257" }, "×?") : null);
}

export const back = (classes = "") => s(`svg.tw-card${classes}`, { viewBox: "0 0 64 64" }, s("rect.tw-back", { width: 64, height: 64, rx: 9 }), s("path.tw-weave", { d: "M0 32L32 0L64 32L32 64zM16 32L32 16L48 32L32 48z" }));
