"""Proves a match: every deal from its seed, every action by the rules, every result from what was played."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from bots.errors import RunnerError
from bots.match import Clock, leg_seed, seed_hash
from bots.scoring import centred, seat_ranks, side_values, sport_ranks
from bots.seating import Sitting, sittings
from games import GAMES
from games.core.errors import GameError
from games.core.game import Game, Outcome
from games.core.record import Record, Replayed, replay


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was replayed, and everything that does not hold, in sentences."""

    findings: tuple[str, ...]
    tables: int
    steps: int
    seed_hash: str
    digest: str  # computed from what was replayed

    @property
    def holds(self) -> bool:
        """True when nothing was found."""
        return not self.findings


def verify(data: Mapping[str, Any], *, published: str = "") -> Verdict:
    """Replay a record and recompute all it claims; `published` is the hash shown before the match."""
    try:
        return _Match(data).verdict(published)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        finding = f"The record is damaged: {type(error).__name__} {error}."
        return Verdict((finding,), 0, 0, "", "")
    except (GameError, RunnerError) as error:
        return Verdict((f"The match as recorded cannot be played: {error}",), 0, 0, "", "")


@dataclass(frozen=True, slots=True)
class _Played:
    """What replaying one table came to."""

    digest: str
    steps: int
    values: dict[int, int | None]  # by player: what the leg counts before it is centred


class _Match:
    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.game: Game[Any, Any] = GAMES[data["game"]]
        self.seed = bytes.fromhex(data["seed"])
        self.options = self.game.options().resolve(data["options"], seats=data["seats"])
        self.teams = self.game.teams(seats=data["seats"], options=self.options)
        self.findings: list[str] = []

    def verdict(self, published: str) -> Verdict:
        if len(self.seed) != 32:
            self._find(f"The seed has {len(self.seed)} bytes, not 32")
        if published and seed_hash(self.seed) != published:
            self._find("The seed is not the one whose hash was published")
        layout = self._layout()
        played = [self._table(table, sitting) for table, sitting in layout]
        self._check_form()
        self._standing(layout, played)
        digest = sha256("".join(one.digest for one in played).encode()).hexdigest()
        if digest != self.data["digest"]:
            self._find("The digest of the match is not that of its legs")
        steps = sum(one.steps for one in played)
        return Verdict(tuple(self.findings), len(played), steps, seed_hash(self.seed), digest)

    def _find(self, sentence: str) -> None:
        self.findings.append(sentence + ".")

    def _check_form(self) -> None:
        """Look at what cannot be computed anew: who they were, the clock, the times."""
        names, players = self.data["names"], self.data["players"]
        if len(players) != len(names) or not all(isinstance(name, str) for name in names):
            self._find("The players are not those that are named")
        clock = Clock(**self.data["clock"])
        if not all(type(value) is int and value > 0 for value in astuple(clock)):
            self._find("The clock is not one that a match can be played with")
        for table in self.data["tables"]:
            acted = [len(step) for step in table["record"]["steps"]]
            if [len(step) for step in table["think_ms"]] != acted:
                self._find(f"Leg {table['leg'] + 1}: there is not a time for every answer")

    def _layout(self) -> list[tuple[Mapping[str, Any], Sitting]]:
        """Pair every table of the record with the one that the plan of the match asks for."""
        data = self.data
        wanted = sittings(
            teams=self.teams, players=len(data["names"]), legs=data["legs"], mirror=data["mirror"]
        )
        wanted.sort(key=lambda sitting: (sitting.leg, sitting.table))
        if len(wanted) != len(data["tables"]):
            self._find(f"The match has {len(wanted)} tables, the record {len(data['tables'])}")
        return list(zip(data["tables"], wanted, strict=False))

    def _table(self, table: Mapping[str, Any], sitting: Sitting) -> _Played:
        where = f"Leg {sitting.leg + 1}" + (
            f", table {sitting.table + 1}" if len(set(self.teams)) == 1 else ""
        )
        seated = (table["leg"], table["deal"], table["table"], tuple(table["players"]))
        if seated != (sitting.leg, sitting.deal, sitting.table, sitting.players):
            self._find(f"{where}: the seats or the deal are not those of the plan")
        record = Record.from_json(table["record"])
        self._check_terms(where, record, sitting)
        faults = self._faults_at(sitting)
        last = self._replayed(where, record, faults)
        if last.link != record.digest:
            self._find(f"{where}: the hash chain does not lead to the recorded digest")
        return self._result(where, table, sitting, last, faults)

    def _check_terms(self, where: str, record: Record, sitting: Sitting) -> None:
        if record.seed != leg_seed(self.seed, sitting.deal).hex():
            self._find(f"{where}: the deal does not come from the seed of the match")
        if (record.game, record.seats, record.options) != (
            self.game.slug,
            self.data["seats"],
            dict(self.options),
        ):
            self._find(f"{where}: it was played by other rules than the match")

    def _faults_at(self, sitting: Sitting) -> list[Mapping[str, Any]]:
        at_table = set(sitting.players)
        return [f for f in self.data["faults"] if f["leg"] == sitting.leg and f["player"] in at_table]

    def _replayed(self, where: str, record: Record, faults: Sequence[Mapping[str, Any]]) -> Replayed:
        """Play the record again; a side that has forfeited must have played the default action since."""
        last = None
        for step in replay(record, self.game):
            if last is not None:
                for seat in self._not_default(last.state, step, faults):
                    self._find(f"{where}, step {step.index}: seat {seat} had forfeited and played on")
            last = step
        assert last is not None  # the deal comes first
        return last

    def _not_default(self, before: Any, step: Replayed, faults: Sequence[Mapping[str, Any]]) -> Iterator[int]:
        # A partner's own answer to the same step counts; the seat that failed had none.
        out = {self.teams[fault["seat"]] for fault in faults if fault["step"] < step.index}
        failed = {fault["seat"] for fault in faults if fault["step"] == step.index}
        for seat, action in step.moves if out or failed else ():
            default = self.game.dump(self.game.legal(before, seat)[0])
            if (self.teams[seat] in out or seat in failed) and dict(action) != _as_json(default):
                yield seat

    def _result(
        self, where: str, table: Mapping[str, Any], sitting: Sitting, last: Replayed,
        faults: Sequence[Mapping[str, Any]],
    ) -> _Played:  # fmt: skip
        outcome = self.game.outcome(last.state)
        forfeited = {self.teams[fault["seat"]] for fault in faults}
        if any(fault["step"] > last.index + (outcome is None) for fault in faults):
            self._find(f"{where}: a fault is recorded after the end")
        if forfeited and len(set(self.teams) - forfeited) <= 1:
            outcome = None
        elif outcome is None:
            self._find(f"{where}: the game is not over and nobody has forfeited")
        self._check_result(where, table, outcome, seat_ranks(self.teams, outcome, forfeited))
        by_side = side_values(self.game, self.teams, outcome, forfeited)
        values = {player: by_side[team] for player, team in zip(sitting.players, self.teams, strict=True)}
        return _Played(last.link, last.index, values)

    def _check_result(
        self, where: str, table: Mapping[str, Any], outcome: Outcome | None, ranks: tuple[int, ...]
    ) -> None:
        scores = outcome.scores if outcome else (0,) * len(self.teams)
        if tuple(table["ranks"]) != ranks:
            self._find(f"{where}: the ranks are {list(ranks)}, not {list(table['ranks'])}")
        if tuple(table["scores"]) != scores:
            self._find(f"{where}: the scores are {list(scores)}, not {list(table['scores'])}")
        if table["ending"] != (outcome.ending if outcome else "forfeit"):
            self._find(f"{where}: it did not end by {table['ending']!r}")
        if table["detail"] != _as_json(outcome.detail if outcome else {}):
            self._find(f"{where}: its details do not follow from the game")

    def _standing(self, layout: list[tuple[Mapping[str, Any], Sitting]], played: list[_Played]) -> None:
        """Recompute every leg's points and the standing of the match."""
        totals = [Fraction(0)] * len(self.data["names"])
        for leg in sorted({sitting.leg for _, sitting in layout}):
            indexes = [index for index, (_, sitting) in enumerate(layout) if sitting.leg == leg]
            for index, points in self._points(indexes, played).items():
                self._check_points(layout[index], points)
                totals = [total + gained for total, gained in zip(totals, points, strict=True)]
        for player, (total, rank) in enumerate(zip(totals, sport_ranks(totals), strict=True)):
            self._check_player(player, total, rank)

    def _points(self, indexes: list[int], played: list[_Played]) -> dict[int, list[Fraction]]:
        entries = [(index, player, v) for index in indexes for player, v in played[index].values.items()]
        rows = {index: [Fraction(0)] * len(self.data["names"]) for index in indexes}
        centre = centred([v for *_, v in entries], self.game.forfeit_margin)
        for (index, player, _), value in zip(entries, centre, strict=True):
            rows[index][player] = value
        return rows

    def _check_points(self, at: tuple[Mapping[str, Any], Sitting], points: list[Fraction]) -> None:
        if list(at[0]["points"]) != [float(value) for value in points]:
            self._find(f"Leg {at[1].leg + 1}: the points do not follow from the result")

    def _check_player(self, player: int, total: Fraction, rank: int) -> None:
        claimed = self.data["players"][player]
        name = self.data["names"][player]
        if claimed["points"] != float(total):
            self._find(f"{name} has {float(total):g} points, not {claimed['points']:g}")
        if claimed["rank"] != rank:
            self._find(f"{name} has rank {rank}, not {claimed['rank']}")
        faults = [fault for fault in self.data["faults"] if fault["player"] == player]
        if (claimed["fault"], claimed["forfeits"]) != (
            faults[0]["fault"] if faults else "",
            len({fault["leg"] for fault in faults}),
        ):
            self._find(f"The faults of {name} are not those of the record")


def _as_json(detail: Mapping[str, Any]) -> Any:
    """Give data as it comes back from a file: lists for tuples, texts for keys."""
    return json.loads(json.dumps(dict(detail)))
