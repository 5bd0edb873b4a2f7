"""Rule engines: random play a CPU second, beside other people's engines in the same run; memory and records.

The peers (python-chess, OpenSpiel, PettingZoo, RLCard; dependency group `bench`) need not live in this
interpreter: ARENA_BENCH_PYTHON names one that has them. Peers and engines take turns, round by round, after a
round to warm up; each figure is the median of its rounds, and no two measurements play the same deals.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

import orjson

from games import GAMES
from games.core.dealer import Dealer
from games.core.record import Record
from tests.bench.programs.peers import PEERS
from tests.games.players import choose
from tests.games.tables import Table as PlayedTable

ROUNDS, SECONDS = 3, 0.5
GOAL, SEEN_GOAL, LIE_FACTOR = 100_000, 60_000, 3
ANCHOR, CPP, DUEL = "python-chess", "OpenSpiel liars_dice (C++)", "LIE, 2 seats"
PROGRAM = Path(__file__).parent / "programs" / "peers.py"
LIE_OPTIONS: Final = ("wild_ones", "directions", "shrinking", "long")
Table = tuple[str, int, dict[str, Any]]
TABLES: dict[str, Table] = {
    **{f"TEN, {seats} seats": ("ten", seats, {}) for seats in (2, 3, 4, 5)},
    "TEN, 4, fiasco buys": ("ten", 4, {"fiasco_buys": True}),
    "TEN, solo": ("ten", 1, {"solo": 7}),
    DUEL: ("lie", 2, {}),
    "LIE, 4 seats": ("lie", 4, {}),
    "LIE, 4, all variants": ("lie", 4, dict.fromkeys(LIE_OPTIONS, True)),
    "Take That, 2, professional": ("takethat", 2, {"professional": True}),
    "Take That, 3 seats": ("takethat", 3, {}),
    "Sequence, 2 seats": ("sequence", 2, {}),
    "Sequence, 2, advanced": ("sequence", 2, {"advanced": True}),
    "Sequence, 4, manual draw": ("sequence", 4, {"draw": "manual"}),
    "Sequence, 6, three sides": ("sequence", 6, {"teams": 3}),
    "Sequence, 12 seats": ("sequence", 12, {}),
    "Twin It, rivalry": ("twinit", 4, {"mode": "rivalry"}),
    "Twin It, teams": ("twinit", 4, {"mode": "teams"}),
    "Twin It, ring": ("twinit", 4, {"mode": "ring"}),
    "Twin It, co-operation": ("twinit", 2, {"mode": "coop"}),
}
Look = Callable[[Any, Any, int], object]


def _whole_list(game: Any, state: Any, seat: int) -> object:
    """Read the list of legal actions to its end, whatever is worked out on the way."""
    return list(game.legal(state, seat))


def _observation(game: Any, state: Any, seat: int) -> object:
    """See the table and write it down, as for a bot."""
    return orjson.dumps(game.observe(state, seat))


LOOKS: tuple[Look | None, ...] = (None, _whole_list, _observation)


class Rates(NamedTuple):
    """Actions a CPU second: chosen and applied, with all of `legal` read, with the view, in every form."""

    plain: float
    listed: float
    seen: float
    every: float


def _rate(table: Table, look: Look | None, seed: int) -> float:
    """Play random games; give the actions a CPU second, each chosen from `legal` and checked by `apply`."""
    slug, seats, given = table
    game, rng = GAMES[slug], Random(seed)
    options = game.options().resolve(given, seats=seats)
    actions = dealt = 0
    begun = time.process_time()
    while time.process_time() - begun < SECONDS:
        state = game.deal(seats=seats, options=options, dealer=_dealer(seed, dealt))
        actions += _play_out(game, state, rng, look)
        dealt += 1
    return actions / (time.process_time() - begun)


def _play_out(game: Any, state: Any, rng: Random, look: Look | None) -> int:
    """Play one game to its end; count the actions."""
    actions = 0
    while acting := game.to_act(state):
        chosen = {}
        for seat in acting:
            if look:
                look(game, state, seat)
            legal = game.legal(state, seat)
            chosen[seat] = legal[int(rng.random() * len(legal))]
        state = game.apply(state, chosen).state
        actions += len(acting)
    return actions


def _rate_of_all_forms(table: Table, seed: int) -> float:
    """Play games again whose players slapped, talked and paid in every form; list and apply, as above.

    What the players do is chosen before the clock runs: to find a pair is their work, not the engine's.
    """
    slug, seats, given = table
    game, options = GAMES[slug], GAMES[slug].options().resolve(given, seats=seats)
    played = PlayedTable(slug, seats, tuple(options.items()))
    spent, actions, dealt = 0.0, 0, 0
    while spent < SECONDS:
        dealer, dealt = _dealer(seed, dealt), dealt + 1
        steps = _every_form(played, dealer, Random(dealt))
        begun = time.process_time()
        state = game.deal(seats=seats, options=options, dealer=dealer)
        for chosen in steps:
            for seat in game.to_act(state):
                game.legal(state, seat)
            state = game.apply(state, chosen).state
        spent += time.process_time() - begun
        actions += sum(map(len, steps))
    return actions / spent


def _every_form(table: PlayedTable, dealer: Dealer, rng: Random) -> list[dict[int, Any]]:
    """Let players who use every form of action play a game; give what they did."""
    game, steps = table.game, list[dict[int, Any]]()
    state = game.deal(seats=table.seats, options=table.chosen(), dealer=dealer)
    while acting := game.to_act(state):
        steps.append({seat: choose(table, state, seat, rng) for seat in acting})
        state = game.apply(state, steps[-1]).state
    return steps


def _dealer(seed: int, number: int) -> Dealer:
    return Dealer((seed << 64 | number).to_bytes(32, "big"))


def _peer(name: str) -> float | None:
    """Measure a peer in a process of its own; None when it is not installed."""
    python = os.environ.get("ARENA_BENCH_PYTHON", sys.executable)
    done = subprocess.run([python, PROGRAM, name, str(SECONDS)], capture_output=True, text=True, check=False)
    return float(done.stdout.split()[-1]) if done.returncode == 0 else None


def _sizes(table: Table) -> tuple[float, int, int, int]:
    """Give the memory that one more state takes, the steps, and the bytes of the record, plain and packed."""
    slug, seats, given = table
    game, rng = GAMES[slug], Random(1)
    options = game.options().resolve(given, seats=seats)
    _keep(game, game.deal(seats=seats, options=options, dealer=_dealer(1, 0)), Random(1))  # fill the caches
    tracemalloc.start()
    state = game.deal(seats=seats, options=options, dealer=_dealer(1, 0))
    states, moves = _keep(game, state, rng)
    memory = tracemalloc.get_traced_memory()[0] / len(states)
    tracemalloc.stop()
    steps = tuple(tuple((seat, game.dump(action)) for seat, action in sorted(move.items())) for move in moves)
    record = Record(slug, game.version, seats, dict(options), "00" * 32, steps, "00" * 32)
    text = json.dumps(record.to_json(), separators=(",", ":")).encode()
    return memory, len(steps), len(text), len(zlib.compress(text))


def _keep(game: Any, state: Any, rng: Random) -> tuple[list[Any], list[dict[int, Any]]]:
    """Play one game to its end; give all its states and actions."""
    states, moves = [state], []
    while acting := game.to_act(state):
        moves.append({seat: rng.choice(game.legal(state, seat)) for seat in acting})
        state = game.apply(state, moves[-1]).state
        states.append(state)
    return states, moves


def _measure() -> tuple[dict[str, float], dict[str, Rates]]:
    """Measure peers and engines in turn, round by round, after a round to warm up."""
    peers: dict[str, list[float]] = {}
    ours: dict[str, list[list[float]]] = {name: [[] for _ in Rates._fields] for name in TABLES}
    for table in TABLES.values():
        _rate(table, None, ROUNDS * len(LOOKS))
    for number in range(ROUNDS):
        for name in PEERS:
            rate = _peer(name)
            if rate is not None:
                peers.setdefault(name, []).append(rate)
        for name, table in TABLES.items():
            for place, look in enumerate(LOOKS):
                ours[name][place].append(_rate(table, look, number * len(LOOKS) + place))
            ours[name][-1].append(_rate_of_all_forms(table, number))
    return {name: median(rates) for name, rates in peers.items()}, {
        name: Rates(*map(median, columns)) for name, columns in ours.items()
    }


def _print_peers(peers: dict[str, float]) -> None:
    print(f"{'peer':32} {'decisions/s':>12} {'× chess':>8}")
    for name in PEERS:
        if name in peers:
            print(f"{name:32} {peers[name]:12,.0f} {_ratio(peers[name], peers.get(ANCHOR))}")
        else:
            print(f"{name:32} {'did not run: see ARENA_BENCH_PYTHON':>12}")


def _ratio(rate: float, other: float | None) -> str:
    return f"{rate / other:8.2f}" if other else f"{'-':>8}"


def _best_python(peers: dict[str, float]) -> tuple[str, float]:
    python = {name: rate for name, rate in peers.items() if "C++" not in name}
    return max(python.items(), key=lambda item: item[1], default=("no peer", 0.0))


def _print_engines(ours: dict[str, Rates], best: float) -> None:
    print(
        f"\n{'engine':27} {'actions/s':>10} {'× best peer':>11} {'all of legal':>13} {'seen + JSON':>12}"
        f" {'every form':>11}"
    )
    for name, (plain, listed, seen, every) in ours.items():
        print(
            f"{name:27} {plain:10,.0f} {_ratio(plain, best):>11} {listed:13,.0f} {seen:12,.0f} {every:11,.0f}"
        )


def _print_sizes() -> None:
    print(f"\n{'one random game':27} {'steps':>6} {'bytes a state':>14} {'record':>8} {'packed':>8}")
    for name, table in TABLES.items():
        memory, steps, plain, packed = _sizes(table)
        print(f"{name:27} {steps:6} {memory:14,.0f} {plain:8,} {packed:8,}")


def _print_goals(peers: dict[str, float], ours: dict[str, Rates]) -> None:
    """Say of each goal whether it is met, and by whom it is missed."""
    fastest, best = _best_python(peers)
    factor = peers.get(CPP, float("inf")) / ours[DUEL].plain
    print()
    _print_goal("every peer has run", [name for name in PEERS if name not in peers])
    _print_goal(
        f"{GOAL:,} actions a CPU second", [name for name, rates in ours.items() if rates.plain < GOAL]
    )
    _print_goal(
        f"{GOAL:,} with slaps, talk and payments of every form",
        [name for name, rates in ours.items() if rates.every < GOAL],
    )
    _print_goal(
        f"{SEEN_GOAL:,} with the observation as JSON",
        [name for name, rates in ours.items() if rates.seen < SEEN_GOAL],
    )
    _print_goal(
        f"more than every Python peer ({fastest})",
        [name for name, rates in ours.items() if rates.plain <= best],
    )
    _print_goal(
        f"LIE within {LIE_FACTOR} of OpenSpiel's liars_dice in C++ (it is {factor:.2f})",
        [DUEL] if factor > LIE_FACTOR else [],
    )


def _print_goal(goal: str, missed_by: list[str]) -> None:
    print(f"{'MISSED' if missed_by else 'met':8}{goal}{': ' if missed_by else ''}{'; '.join(missed_by)}")


def main() -> None:
    """Print the peers, the engines beside them, what states and records take, and the goals."""
    peers, ours = _measure()
    _print_peers(peers)
    _print_engines(ours, _best_python(peers)[1])
    _print_sizes()
    _print_goals(peers, ours)
