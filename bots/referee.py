"""Plays a match: a series of legs with rotated seats in the same processes, counted once.

Whatever a bot does is its own fault and costs its side the leg. RunnerError means that we failed: the
match is void.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

from bots.errors import BotsError, RunnerError
from bots.leg import Leg, OnStep, Table
from bots.manifest import BuiltBot
from bots.match import FaultReport, LegReport, MatchPlan, MatchReport, PlayerReport, leg_seed
from bots.sandbox import Limits, Sandbox
from bots.scoring import centred, seat_ranks, side_values, sport_ranks
from bots.seating import Sitting, sittings
from bots.seats import Chairs
from bots.transcript import Transcript
from games import GAMES
from games.core.dealer import Dealer
from games.core.record import Record


def play(
    plan: MatchPlan, bots: Sequence[BuiltBot], *, sandbox: Sandbox, limits: Limits | None = None,
    core: int | None = None, on_step: OnStep | None = None,
) -> MatchReport:  # fmt: skip
    """Play a match to its end. RunnerError when we could not; nothing is left running either way."""
    with (
        pinned(core),
        Chairs(lambda player: sandbox.start(bots[player], limits, plan.names[player], core=core)) as chairs,
    ):
        try:
            return _Match(plan, chairs, on_step).play()
        except BotsError:
            raise
        except Exception as error:
            raise RunnerError(f"the engine failed: {error!r}") from error


@contextmanager
def pinned(core: int | None) -> Iterator[None]:
    """Keep this thread on one core: a round trip to a bot on the same core costs an eighth."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class _Match:
    def __init__(self, plan: MatchPlan, chairs: Chairs, on_step: OnStep | None) -> None:
        self.plan = plan
        self.game = GAMES[plan.game]
        self.options = self.game.options().resolve(plan.options, seats=plan.seats)
        self.teams = self.game.teams(seats=plan.seats, options=self.options)
        self.chairs = chairs
        self.transcripts = [Transcript() for _ in plan.names]
        self.table = Table(
            self.game, self.options, self.teams, plan.legs, plan.clock, chairs, self.transcripts, on_step
        )
        self.faults: list[FaultReport] = []
        self.notes: list[tuple[int, tuple[int, int, int, str]]] = []  # player: leg, step, seat, text
        self.values: list[
            dict[int, int | None]
        ] = []  # a report: the value of the leg for each player at the table

    def play(self) -> MatchReport:
        layout = sittings(
            teams=self.teams, players=len(self.plan.names), legs=self.plan.legs, mirror=self.plan.mirror
        )
        reports = []
        for index, sitting in enumerate(layout):
            reports.append(self._leg(sitting))
            if index + 1 == len(layout) or layout[index + 1].group != sitting.group:
                self.chairs.dismiss(sitting.group)
        points = self._points(reports)
        legs = sorted(
            (
                replace(report, points=tuple(map(float, row)))
                for report, row in zip(reports, points, strict=True)
            ),
            key=lambda leg: (leg.leg, leg.table),
        )
        digest = sha256("".join(leg.record.digest for leg in legs).encode()).hexdigest()
        return MatchReport(self.plan, tuple(legs), self._players(points), tuple(self.faults), digest)

    def _leg(self, sitting: Sitting) -> LegReport:
        seed = leg_seed(self.plan.seed, sitting.deal)
        leg = Leg(
            at=self.table, number=sitting.leg, table=sitting.table,
            names=tuple(self.plan.names[player] for player in sitting.players),
            chairs=self.chairs.seat(sitting.group, sitting.players),
            record=Record(
                game=self.game.slug, version=self.game.version, seats=self.plan.seats,
                options=dict(self.options), seed=seed.hex(), steps=(),
            ),
            state=self.game.deal(seats=self.plan.seats, options=self.options, dealer=Dealer(seed)),
        )  # fmt: skip
        outcome = leg.play()
        ranks = seat_ranks(self.teams, outcome, leg.forfeited)
        scores = outcome.scores if outcome else (0,) * len(self.teams)
        leg.close(ranks, scores)
        self._note(sitting, leg, outcome)
        return LegReport(
            leg=sitting.leg, deal=sitting.deal, table=sitting.table, players=sitting.players, ranks=ranks,
            scores=scores, points=(), ending=outcome.ending if outcome else "forfeit",
            detail=dict(outcome.detail) if outcome else {},
            record=replace(leg.record, steps=tuple(leg.steps), digest=leg.link),
            think_ms=tuple(leg.think_ms),
        )  # fmt: skip

    def _note(self, sitting: Sitting, leg: Leg, outcome: Any) -> None:
        self.faults += leg.faults
        self.notes += [(player, (sitting.leg, step, seat, text)) for player, step, seat, text in leg.notes]
        values = side_values(self.game, self.teams, outcome, leg.forfeited)
        self.values.append({p: values[t] for p, t in zip(sitting.players, self.teams, strict=True)})

    def _points(self, reports: Sequence[LegReport]) -> list[list[Fraction]]:
        """Centre each leg on the mean of its table; with own tables, on the mean of all tables of the leg."""
        players = len(self.plan.names)
        rows = [[Fraction(0)] * players for _ in reports]
        for leg in range(self.plan.legs):
            tables = [index for index, report in enumerate(reports) if report.leg == leg]
            entries = [
                (index, player, value) for index in tables for player, value in self.values[index].items()
            ]
            points = centred([value for *_, value in entries], self.game.forfeit_margin)
            for (index, player, _), value in zip(entries, points, strict=True):
                rows[index][player] = value
        return rows

    def _players(self, points: list[list[Fraction]]) -> tuple[PlayerReport, ...]:
        totals = [sum((row[player] for row in points), Fraction(0)) for player in range(len(self.plan.names))]
        ranks = sport_ranks(totals)
        return tuple(self._player(player, totals[player], ranks[player]) for player in range(len(totals)))

    def _player(self, player: int, points: Fraction, rank: int) -> PlayerReport:
        chairs = self.chairs.of_player(player)
        usages = [usage for chair in chairs for usage in chair.usages]
        faults = [fault for fault in self.faults if fault.player == player]
        logs = [log for chair in chairs for log in chair.logs]
        return PlayerReport(
            points=float(points), rank=rank,
            cpu_ms=round(sum(usage.cpu_ms for usage in usages)),
            idle_cpu_ms=round(sum(usage.idle_cpu_ms for usage in usages)),
            peak_memory_kb=max((usage.peak_memory_bytes for usage in usages), default=0) // 1024,
            fault=faults[0].fault if faults else "",
            forfeits=len({(fault.leg, fault.player) for fault in faults}),
            log=_joined(logs),
            notes=tuple(note for who, note in self.notes if who == player),
            transcript=self.transcripts[player].exchanges(),
            written=self.transcripts[player].writings(),
        )  # fmt: skip


def _joined(logs: Sequence[str]) -> bytes:
    """Put the logs of several processes after each other, each with a heading."""
    if len(logs) <= 1:
        return "".join(logs).encode()
    return "\n".join(f"--- process {number} ---\n{log}" for number, log in enumerate(logs, 1)).encode()
