"""Matches played in this process, by players who know enough to make every game worth drawing."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bots.match import Clock, FaultReport, LegReport, MatchPlan, MatchReport, PlayerReport, leg_seed
from bots.matchfile import record_data
from bots.scoring import centred
from bots.seating import Sitting, sittings
from games import GAMES
from games.core.dealer import Dealer
from games.core.game import Game
from games.core.record import Record, chain

# What every game is drawn with: each mode, variant and kind of table at least once.
TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "lie": ("lie", 4, {}),
    "lie-wild": ("lie", 3, {"wild_ones": True, "directions": True}),
    "lie-shrinking": ("lie", 6, {"shrinking": True, "long": True}),
    "ten": ("ten", 4, {}),
    "ten-fiasco": ("ten", 2, {"fiasco_buys": True}),
    "ten-solo": ("ten", 1, {"solo": 7}),
    "takethat": ("takethat", 3, {}),
    "takethat-pro": ("takethat", 2, {"professional": True, "rounds": 1}),
    "sequence": ("sequence", 2, {}),
    "sequence-teams": ("sequence", 4, {"advanced": True}),
    "sequence-three": ("sequence", 3, {}),
    "twinit": ("twinit", 4, {"mode": "rivalry"}),
    "twinit-ring": ("twinit", 4, {"mode": "ring"}),
    "twinit-teams": ("twinit", 4, {"mode": "teams"}),
    "twinit-coop": ("twinit", 2, {"mode": "coop"}),
}
NAMES = ("ada", "bertha", "curie", "dijkstra", "euler", "fermi")


def make_report(name: str, *, legs: int = 1, seed: int = 1, fault: bool = False) -> MatchReport:
    """Play a match of the named table without any process; with `fault` the first player fails once."""
    slug, seats, options = TABLES[name]
    game = GAMES[slug]
    resolved = game.options().resolve(options, seats=seats)
    teams = game.teams(seats=seats, options=resolved)
    players = max(len(set(teams)), 2)
    key = random.Random(f"{name}/{seed}").randbytes(32)
    plan = MatchPlan(slug, seats, resolved, legs, key, NAMES[:players], clock=Clock())
    layout = sittings(teams=teams, players=players, legs=legs, mirror=False)
    reports = sorted(
        (_leg(game, plan, sitting, seed) for sitting in layout), key=lambda leg: (leg.leg, leg.table)
    )
    faults = (_fault(reports[0]),) if fault else ()
    parts = tuple(_player(index, reports, bool(fault and index == 0)) for index in range(players))
    return MatchReport(plan, tuple(reports), parts, faults, "0" * 64)


def make_record(name: str, **how: Any) -> dict[str, Any]:
    """Give the record of such a match, as it is stored."""
    return record_data(make_report(name, **how))


def _fault(leg: LegReport) -> FaultReport:
    step = max(len(leg.record.steps) // 2, 1)
    seat = leg.players.index(0)
    return FaultReport(
        leg.leg, seat, 0, step, "timeout", "It did not answer within 1000 ms.", '{"type": "act"}', ""
    )


def _player(index: int, reports: list[LegReport], failed: bool) -> PlayerReport:
    totals = [sum(leg.points[who] for leg in reports) for who in range(len(reports[0].points))]
    points, rank = totals[index], 1 + sum(other > totals[index] for other in totals)
    notes = tuple(
        (leg.leg, 3, leg.players.index(index), f"note of {index}") for leg in reports if index in leg.players
    )
    return PlayerReport(
        points,
        rank,
        120,
        3,
        9000,
        "timeout" if failed else "",
        int(failed),
        b"hello from stderr\n",
        notes,
        written=tuple((leg, step, seat, f"log of {index}") for leg, step, seat, _ in notes),
    )


def _leg(game: Game[Any, Any], plan: MatchPlan, sitting: Sitting, seed: int) -> LegReport:
    luck = random.Random(f"{plan.seed.hex()}/{sitting}/{seed}")
    key = leg_seed(plan.seed, sitting.deal)
    state = game.deal(seats=plan.seats, options=plan.options, dealer=Dealer(key))
    steps, think = [], []
    while seats := game.to_act(state):
        chosen = {seat: _choose(game, state, seat, luck) for seat in seats}
        steps.append(tuple((seat, game.dump(action)) for seat, action in chosen.items()))
        think.append(tuple(luck.choice((0, 1, 2, 5, 12, 48)) for _ in seats))
        state = game.apply(state, chosen).state
    outcome = game.outcome(state)
    assert outcome is not None
    record = Record(game.slug, game.version, plan.seats, dict(plan.options), key.hex(), tuple(steps))
    values = centred(list(outcome.scores) if game.rated_by == "score" else [-rank for rank in outcome.ranks])
    points = [0.0] * len(plan.names)
    for player, value in zip(sitting.players, values, strict=True):
        points[player] = float(value)
    return LegReport(
        sitting.leg, sitting.deal, sitting.table, sitting.players, outcome.ranks, outcome.scores,
        tuple(points), outcome.ending, dict(outcome.detail),
        replace(record, digest=chain(record, game)), tuple(think),
    )  # fmt: skip


def _choose(game: Game[Any, Any], state: Any, seat: int, luck: random.Random) -> Any:
    legal = game.legal(state, seat)
    data = _CHOOSERS[game.slug](game, state, seat, [game.dump(action) for action in legal], luck)
    return game.parse(data)


def _lie(game: Game[Any, Any], state: Any, seat: int, legal: list[Any], luck: random.Random) -> Any:
    """Raise a little while it is plausible."""
    seen = game.observe(state, seat)
    bids = [move for move in legal if move["do"] == "bid"]
    if not bids:
        return luck.choice(legal)
    plausible = [move for move in bids if move["count"] <= 1 + seen["total"] // 3]
    if legal[0]["do"] == "challenge" and (not plausible or luck.random() < 0.25):
        return legal[0]
    return luck.choice((plausible or bids)[:6])


def _ten(game: Game[Any, Any], state: Any, _seat: int, legal: list[Any], luck: random.Random) -> Any:
    seen = game.observe(state, None)
    if seen["phase"] == "draw" and legal[-1]["do"] == "draw" and seen["total"] <= 5:
        return legal[-1]
    if seen["phase"] == "auction":
        return luck.choice([move for move in legal if move.get("amount", 0) <= 6])
    buys = [move for move in legal if move["do"] == "buy" and not move["cards"]]
    if buys and luck.random() < 0.8:
        return luck.choice(buys)
    return legal[0]


def _takethat(_game: Game[Any, Any], _state: Any, _seat: int, legal: list[Any], luck: random.Random) -> Any:
    return legal[0] if legal[0]["do"] == "pull" else luck.choice(legal[:-1] or legal)


def _sequence(_game: Game[Any, Any], state: Any, seat: int, legal: list[Any], luck: random.Random) -> Any:
    """Place where most own chips are near."""
    side = str(state.table.sides[seat])
    rows = _GAME_SEQUENCE.observe(state, seat)["board"]

    def near(move: Mapping[str, Any]) -> float:
        if move["do"] != "place":
            return luck.random()
        row, column = move["at"]
        best = 0
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [
                rows[row + i * down][column + i * right]
                for i in range(-4, 5)
                if 0 <= row + i * down < 10 and 0 <= column + i * right < 10
            ]
            best = max(best, sum(sign in (side, "*") for sign in line))
        return best + luck.random() / 2

    return max(legal, key=near)


def _twinit(game: Game[Any, Any], state: Any, seat: int, legal: list[Any], luck: random.Random) -> Any:
    seen = game.observe(state, None)
    if seen["mode"] == "coop":
        return _coop(seen, luck)
    if legal[0]["do"] == "flip":
        return luck.choice(legal)
    faces: dict[tuple[int, ...], list[str]] = {}
    for place, picture in (*seen["known"], *seen["fresh"]):
        faces.setdefault(tuple(picture), []).append(place)
    pairs = [places for places in faces.values() if len(places) > 1]
    if luck.random() < 0.02 and len(faces) > 2 and seen["mode"] == "rivalry":  # haste makes waste
        return {"do": "slap", "cards": luck.sample([places[0] for places in faces.values()], 2)}
    if not pairs or seen["tick"] < 3 or luck.random() < 0.5:
        return luck.choice(legal) if not pairs and seen["tick"] > 3 else legal[-1]
    return _hands(seen, seat, pairs[0], luck)


def _hands(seen: Any, seat: int, pair: list[str], luck: random.Random) -> Any:
    if seen["mode"] == "teams":
        if any(hand["seat"] == seat for hand in seen["hands"]):
            return {"do": "wait"}
        return {"do": "hand", "card": pair[seat // 2 % 2], "say": "that one!"}
    cards = luck.sample(pair, 2)
    middle = seen["mode"] == "ring" and any(place[0] == "p" for place in cards)
    return {"do": "slap", "cards": cards} | ({"middle": True} if middle else {})


def _coop(seen: Any, luck: random.Random) -> Any:
    faces: dict[tuple[int, ...], list[str]] = {}
    for place, picture in seen["known"]:
        faces.setdefault(tuple(picture), []).append(place)
    pairs = [places for places in faces.values() if len(places) > 1]
    roll = luck.random()
    if roll < 0.4 and pairs:
        return {"do": "match", "cards": luck.choice(pairs)[:2], "say": "a pair"}
    place = luck.choice(seen["loose"])
    return {"do": "look" if roll < 0.75 else "flip", "card": place}


_GAME_SEQUENCE = GAMES["sequence"]
_CHOOSERS = {"lie": _lie, "ten": _ten, "takethat": _takethat, "sequence": _sequence, "twinit": _twinit}
