// The viewer's own words. English is the key; a page may bring other languages along (config.words).
let texts = {};
let language = "en";

export function learn(words, spoken) {
  texts = words || {};
  language = spoken || "en";
}

// t("Leg {n}", {n: 3}): gaps are filled by name.
export const t = (text, values = {}) => (texts[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// Forms are parted by "|": "card|cards", in other languages as many as they have (one, few, many).
export function plural(n, forms) {
  const known = (texts[forms] ?? forms).split("|");
  const rule = new Intl.PluralRules(language).select(n);
  const at = { one: 0, few: 1, many: 2 }[rule] ?? known.length - 1;
  return `${n} ${known[Math.min(at, known.length - 1)]}`;
}
