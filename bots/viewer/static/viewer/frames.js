// A packed leg made whole again: the first picture, then what every step changed (bots/viewer/patch.py).
import { t } from "viewer/words";

export function patched(old, patch) {
  if (patch == null) return old;
  const [kind, one, two, three] = patch;
  if (kind === 0) return one;
  if (kind === 1) {
    const next = { ...old };
    for (const [key, part] of Object.entries(one)) next[key] = patched(old[key], part);
    for (const key of two) delete next[key];
    return next;
  }
  if (kind === 2) {
    const next = old.slice();
    for (const [index, part] of Object.entries(one)) next[index] = patched(old[index], part);
    return next;
  }
  const next = old.slice();
  next.splice(one, two, ...three);
  return next;
}

export function nextFrame(before, packed) {
  return {
    step: before ? before.step + 1 : 0,
    toAct: packed.a,
    moves: packed.m || [],
    think: packed.t || [],
    events: packed.e || [],
    state: before ? patched(before.state, packed.p) : packed.s,
    standing: packed.n || (before ? before.standing : []),
  };
}

export function unpacked(leg) {
  const frames = [];
  for (const packed of leg.frames) frames.push(nextFrame(frames[frames.length - 1], packed));
  return { ...leg, frames };
}

// Where legs come from: a page of the service asks for them, an offline page carries them.
export class Source {
  constructor(config) {
    this.config = config;
    this.legs = new Map();
  }

  async leg(leg, table, seat) {
    const key = [leg, table, seat ?? ""].join(".");
    if (!this.legs.has(key)) this.legs.set(key, await this.load(key, leg, table, seat));
    return this.legs.get(key);
  }

  async load(key, leg, table, seat) {
    const { embedded, frames } = this.config;
    if (embedded) return unpacked(embedded[key] || embedded[[leg, table, ""].join(".")]);
    const query = new URLSearchParams({ leg, table });
    if (seat != null) query.set("seat", seat);
    const answer = await fetch(`${frames}?${query}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) {
      const problem = await answer.json().catch(() => ({}));
      throw new Error(problem.detail || t("The server answered {status}.", answer));
    }
    return unpacked(await answer.json());
  }
}
