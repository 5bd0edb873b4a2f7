"""Rating arithmetic: the package that rates, ours that fits, openskill beside them, and their agreement."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from random import Random

from openskill.models import PlackettLuce

from arena.ratings import fast
from arena.ratings.maths import Parameters, Skill, rate

PARAMETERS = Parameters()
ROUNDS = 5

Engine = Callable[[Sequence[Skill], Sequence[int]], object]


def _packaged(skills: Sequence[Skill], ranks: Sequence[int]) -> object:
    return rate(skills, ranks, PARAMETERS)


def _fast(skills: Sequence[Skill], ranks: Sequence[int]) -> object:
    return fast.rate(skills, ranks, PARAMETERS)


_model = PlackettLuce(beta=PARAMETERS.beta)


def _openskill(skills: Sequence[Skill], ranks: Sequence[int]) -> object:
    teams = [[_model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    return _model.rate(teams, ranks=[float(rank) for rank in ranks])


ENGINES: dict[str, Engine] = {"trueskill (rates)": _packaged, "fast (fits)": _fast, "openskill": _openskill}


def _tables(players: int, count: int) -> list[tuple[list[Skill], list[int]]]:
    rng = Random(players)
    return [
        (
            [Skill(rng.gauss(25, 5), rng.uniform(1, 8)) for _ in range(players)],
            rng.sample(range(1, players + 1), players),
        )
        for _ in range(count)
    ]


def _rate_of(engine: Engine, tables: Sequence[tuple[list[Skill], list[int]]]) -> float:
    """Give matches a second of CPU time."""
    begun = time.process_time()
    for skills, ranks in tables:
        engine(skills, ranks)
    return len(tables) / (time.process_time() - begun)


def _difference(players: int) -> float:
    """Give the largest difference of mu or sigma between the package and ours."""
    return max(
        abs(one - other)
        for skills, ranks in _tables(players, 300)
        for mine, theirs in zip(
            fast.rate(skills, ranks, PARAMETERS), rate(skills, ranks, PARAMETERS), strict=True
        )
        for one, other in zip(mine, theirs, strict=True)
    )


def main() -> None:
    """Measure in turns, so that a busy machine is busy for all, and print the best of each."""
    sys.stdout.write(f"{'matches a second of CPU':24}{'duel':>12}{'':8}{'table of 4':>12}\n")
    best: dict[tuple[str, int], float] = {}
    for _ in range(ROUNDS):
        for name, engine in ENGINES.items():
            for players in (2, 4):
                speed = _rate_of(engine, _tables(players, 200))
                best[name, players] = max(speed, best.get((name, players), 0.0))
    base = {players: best["trueskill (rates)", players] for players in (2, 4)}
    for name in ENGINES:
        cells = [
            f"{best[name, players]:12.0f} {best[name, players] / base[players]:6.1f}x" for players in (2, 4)
        ]
        sys.stdout.write(f"{name:24}{''.join(cells)}\n")
    sys.stdout.write(f"largest difference fast - trueskill: {max(map(_difference, (2, 4))):.1e}\n")
