// Elements from plain calls: h("div.card", {title: "ace"}, "A"). Styles go through the CSSOM, as a strict
// content security policy asks.
const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, kids) {
  for (const [name, value] of Object.entries(props || {})) {
    if (value == null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, v] of Object.entries(value)) node.style.setProperty(key, v);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const kid of kids.flat(Infinity)) if (kid != null && kid !== false) node.append(kid);
  return node;
}

function split(spec) {
  const [tag, ...classes] = spec.split(".");
  return [tag || "div", classes.filter(Boolean).join(" ")];
}

export function h(spec, props, ...kids) {
  const [tag, classes] = split(spec);
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  return fill(node, props, kids);
}

export function s(spec, props, ...kids) {
  const [tag, classes] = split(spec);
  const node = document.createElementNS(SVG, tag);
  if (classes) node.setAttribute("class", classes);
  return fill(node, props, kids);
}

// Text in which what a pattern finds becomes something to see: "draws P9" shows a pink 9.
export function rich(text, pattern, made) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    const node = made(found);
    if (!node) continue;
    parts.push(text.slice(at, found.index), node);
    at = found.index + found[0].length;
  }
  return [...parts, text.slice(at)];
}

export const hush = (text) => h("span.v-hush", {}, text);
export const range = (n) => Array.from({ length: n }, (_, i) => i);
export const last = (list) => list[list.length - 1];
