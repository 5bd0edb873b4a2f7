"""Golden games, one of each game and mode, move by move. `python -m tests.games.goldens` records them.

A golden game that no longer replays means that every stored game of that version no longer does: raise the
game's `version` (or undo the change), then record the golden games anew.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

from games.core.record import Record, replay
from tests.games.players import choose
from tests.games.tables import Table

FOLDER = Path(__file__).parent / "golden"
EVERY = 10  # of the links of the hash chain one in so many is kept, to tell where a replay goes astray
TABLES = {
    "ten-2": Table("ten", 2, ()),
    "ten-5-fiasco-buys": Table("ten", 5, (("fiasco_buys", True),)),
    "ten-solo": Table("ten", 1, (("solo", 7),)),
    "ten-solo-fiasco-buys": Table("ten", 1, (("solo", 10), ("fiasco_buys", True))),
    "lie-3": Table("lie", 3, ()),
    "lie-4-extra-rounds": Table("lie", 4, ()),
    "lie-4-all-options": Table(
        "lie", 4, tuple(dict.fromkeys(("wild_ones", "directions", "shrinking", "long"), True).items())
    ),
    "takethat-2": Table("takethat", 2, (("rounds", 1),)),
    "takethat-3-professional": Table("takethat", 3, (("rounds", 2), ("professional", True))),
    "sequence-2": Table("sequence", 2, ()),
    "sequence-6-two-sides": Table("sequence", 6, (("teams", 2),)),
    "sequence-6-three-sides": Table(
        "sequence", 6, (("teams", 3), ("advanced", True), ("table_talk", "penalised"), ("draw", "manual"))
    ),
    "sequence-4-advanced": Table("sequence", 4, (("advanced", True), ("table_talk", "penalised"))),
    "twinit-rivalry": Table("twinit", 3, (("mode", "rivalry"),)),
    "twinit-teams": Table("twinit", 4, (("mode", "teams"),)),
    "twinit-ring": Table("twinit", 2, (("mode", "ring"),)),
    "twinit-coop": Table("twinit", 2, (("mode", "coop"),)),
}


def record_game(name: str) -> tuple[Record, dict[str, Any]]:
    """Play a game for the golden folder; give its record and what is to be compared."""
    table, rng = TABLES[name], Random(name)
    game, seed = table.game, rng.getrandbits(64)
    state, steps = table.deal(seed), []
    while acting := game.to_act(state):
        actions = {seat: choose(table, state, seat, rng) for seat in acting}
        steps.append(tuple((seat, game.dump(action)) for seat, action in sorted(actions.items())))
        state = game.apply(state, actions).state
    options, key = dict(table.chosen()), seed.to_bytes(32, "big").hex()
    record = Record(game.slug, game.version, table.seats, options, key, tuple(steps))
    compared = follow(record, table)
    return replace(record, digest=compared["digest"]), compared


def follow(record: Record, table: Table) -> dict[str, Any]:
    """Replay a record; give links of its hash chain, the last one, and the outcome."""
    states = list(replay(record, table.game))
    outcome = table.game.outcome(states[-1].state)
    links = [step.link[:12] for step in states[::EVERY]]
    compared = {"links": links, "digest": states[-1].link, "outcome": asdict(outcome) if outcome else None}
    plain: dict[str, Any] = json.loads(json.dumps(compared))
    return plain


def write(name: str) -> None:
    """Record a golden game, a step a line."""
    record, compared = record_game(name)
    data = {**record.to_json(), **compared}
    steps = ",\n".join(json.dumps(step, separators=(",", ":")) for step in data.pop("steps"))
    head = json.dumps(data, separators=(",", ":"))
    (FOLDER / f"{name}.json").write_text(f'{head[:-1]},"steps":[\n{steps}\n]}}\n')


if __name__ == "__main__":
    for known in TABLES:
        write(known)
