"""Rule engines: random play a CPU second, beside other people's engines in the same run; memory and records.

The peers (python-chess, OpenSpiel, PettingZoo, RLCard; dependency group `bench`) need not live in this
interpreter: ARENA_BENCH_PYTHON names one that has them. Each figure is the median of interleaved rounds.
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
from typing import Any

import orjson

from games import GAMES
from games.core.dealer import Dealer
from games.core.record import Record
from tests.bench.programs.peers import PEERS

ROUNDS, SECONDS = 3, 0.7
GOAL, SEEN_GOAL, LIE_FACTOR = 100_000, 60_000, 3
ANCHOR, CPP = "python-chess", "OpenSpiel liars_dice (C++)"
PROGRAM = Path(__file__).parent / "programs" / "peers.py"
Table = tuple[str, int, dict[str, Any]]
TABLES: dict[str, Table] = {
    "TEN, 4 seats": ("ten", 4, {}),
    "TEN, 2 seats": ("ten", 2, {}),
    "TEN, solo": ("ten", 1, {"solo": 7}),
    "LIE, 4 seats": ("lie", 4, {}),
    "LIE, 2 seats": ("lie", 2, {}),
    "Take That, 3 seats": ("takethat", 3, {}),
    "Sequence, 2 seats": ("sequence", 2, {}),
    "Sequence, 12 seats": ("sequence", 12, {}),
    "Twin It, rivalry": ("twinit", 4, {"mode": "rivalry"}),
    "Twin It, teams": ("twinit", 4, {"mode": "teams"}),
    "Twin It, ring": ("twinit", 4, {"mode": "ring"}),
    "Twin It, co-operation": ("twinit", 2, {"mode": "coop"}),
}
Look = Callable[[Any, Any, int], object]


def _nothing(_game: Any, _state: Any, _seat: int) -> object:
    return None


def _whole_list(game: Any, state: Any, seat: int) -> object:
    """Read the list of legal actions to its end, whatever is worked out on the way."""
    return list(game.legal(state, seat))


def _observation(game: Any, state: Any, seat: int) -> object:
    """See the table and write it down, as for a bot."""
    return orjson.dumps(game.observe(state, seat))


LOOKS: tuple[Look, ...] = (_nothing, _whole_list, _observation)


def _rate(table: Table, look: Look, seed: int) -> float:
    """Play random games; give the actions a CPU second, each chosen from `legal` and checked by `apply`."""
    slug, seats, given = table
    game, rng = GAMES[slug], Random(seed)
    options = game.options().resolve(given, seats=seats)
    actions = dealt = 0
    begun = time.process_time()
    while time.process_time() - begun < SECONDS:
        state = game.deal(seats=seats, options=options, dealer=_dealer(seed, dealt))
        dealt += 1
        while acting := game.to_act(state):
            chosen = {}
            for seat in acting:
                look(game, state, seat)
                legal = game.legal(state, seat)
                chosen[seat] = legal[int(rng.random() * len(legal))]
            state = game.apply(state, chosen).state
            actions += len(acting)
    return actions / (time.process_time() - begun)


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
    _play(game, game.deal(seats=seats, options=options, dealer=_dealer(1, 0)), Random(1))  # fill the caches
    tracemalloc.start()
    state = game.deal(seats=seats, options=options, dealer=_dealer(1, 0))
    states, moves = _play(game, state, rng)
    memory = tracemalloc.get_traced_memory()[0] / len(states)
    tracemalloc.stop()
    steps = tuple(tuple((seat, game.dump(action)) for seat, action in sorted(move.items())) for move in moves)
    record = Record(slug, game.version, seats, dict(options), "00" * 32, steps, "00" * 32)
    text = json.dumps(record.to_json(), separators=(",", ":")).encode()
    return memory, len(steps), len(text), len(zlib.compress(text))


def _play(game: Any, state: Any, rng: Random) -> tuple[list[Any], list[dict[int, Any]]]:
    states, moves = [state], []
    while acting := game.to_act(state):
        moves.append({seat: rng.choice(game.legal(state, seat)) for seat in acting})
        state = game.apply(state, moves[-1]).state
        states.append(state)
    return states, moves


def _measure() -> tuple[dict[str, float], dict[str, list[float]]]:
    """Measure peers and engines in turn, round by round, after a round to warm up."""
    peers: dict[str, list[float]] = {}
    ours: dict[str, list[list[float]]] = {name: [[] for _ in LOOKS] for name in TABLES}
    for table in TABLES.values():
        _rate(table, _nothing, ROUNDS)
    for number in range(ROUNDS):
        for name in PEERS:
            rate = _peer(name)
            if rate is not None:
                peers.setdefault(name, []).append(rate)
        for name, table in TABLES.items():
            for rates, look in zip(ours[name], LOOKS, strict=True):
                rates.append(_rate(table, look, number))
    return {name: median(rates) for name, rates in peers.items()}, {
        name: [median(rates) for rates in columns] for name, columns in ours.items()
    }


def _print_peers(peers: dict[str, float]) -> None:
    print(f"{'peer':32} {'decisions/s':>12} {'× chess':>8}")
    for name in PEERS:
        if name in peers:
            print(f"{name:32} {peers[name]:12,.0f} {_ratio(peers[name], peers.get(ANCHOR))}")
        else:
            print(f"{name:32} {'not installed: see ARENA_BENCH_PYTHON':>12}")


def _ratio(rate: float, anchor: float | None) -> str:
    return f"{rate / anchor:8.1f}" if anchor else f"{'-':>8}"


def _print_engines(ours: dict[str, list[float]], anchor: float | None) -> None:
    print(f"\n{'engine':24} {'actions/s':>10} {'× chess':>8} {'all of legal':>13} {'seen + JSON':>12}")
    for name, (plain, listed, seen) in ours.items():
        met = "" if plain >= GOAL and seen >= SEEN_GOAL else f"   below {GOAL:,} or {SEEN_GOAL:,}"
        print(f"{name:24} {plain:10,.0f} {_ratio(plain, anchor)} {listed:13,.0f} {seen:12,.0f}{met}")


def _print_verdicts(peers: dict[str, float], ours: dict[str, list[float]]) -> None:
    python = {name: rate for name, rate in peers.items() if "C++" not in name}
    if python:
        fastest = max(python, key=python.__getitem__)
        slowest = min(ours, key=lambda name: ours[name][0])
        ratio = ours[slowest][0] / python[fastest]
        print(f"\nslowest engine / fastest Python peer: {ratio:.2f} ({slowest}, {fastest})")
    if CPP in peers:
        factor = peers[CPP] / ours["LIE, 2 seats"][0]
        print(f"OpenSpiel's liars_dice in C++ / LIE with 2 seats: {factor:.2f} (at most {LIE_FACTOR})")


def _print_sizes() -> None:
    print(f"\n{'one random game':24} {'steps':>6} {'bytes a state':>14} {'record':>8} {'packed':>8}")
    for name, table in TABLES.items():
        memory, steps, plain, packed = _sizes(table)
        print(f"{name:24} {steps:6} {memory:14,.0f} {plain:8,} {packed:8,}")


def main() -> None:
    """Print the peers, the engines beside them, and what states and records take."""
    peers, ours = _measure()
    _print_peers(peers)
    _print_engines(ours, peers.get(ANCHOR))
    _print_verdicts(peers, ours)
    _print_sizes()
