"""Finished matches of every game, with real records, for tests of the pages."""

from __future__ import annotations

from typing import Any

from arena.accounts.models import User
from arena.ladders.models import Ladder
from arena.matches.leases import claim_match
from arena.matches.models import Match, MatchKind
from arena.matches.results import record_result
from arena.matches.services import create_match
from arena.matches.terms import Terms
from bots.match import MatchReport
from tests.bots.viewer.records import make_report
from tests.factories import make_bot, make_user


def queue(report: MatchReport, *, owner: User | None = None, kind: MatchKind = MatchKind.CHALLENGE) -> Match:
    """Write down a match by the plan of a report, unknown to any worker; the first bot is the owner's."""
    plan = report.plan
    owners = [owner or make_user()] + [make_user() for _ in plan.names[1:]]
    names = {name: f"{name}-{Match.objects.count()}" for name in plan.names}
    bots = [
        make_bot(who, names[name], games=[plan.game]) for who, name in zip(owners, plan.names, strict=True)
    ]
    terms = Terms(game=plan.game, seats=plan.seats, options=dict(plan.options), legs=plan.legs)
    versions = [bot.active_version for bot in bots if bot.active_version is not None]
    match = create_match(kind=kind, versions=versions, terms=terms, ladder=_ladder(plan.game))
    match.seed = plan.seed.hex()
    match.save()
    return match


def finished(
    name: str, *, owner: User | None = None, kind: MatchKind = MatchKind.CHALLENGE, **how: Any
) -> Match:
    """Play a match of the named table in this process and record it."""
    report = make_report(name, **how)
    match = queue(report, owner=owner, kind=kind)
    attempt = claim_match(match_id=match.pk, worker="test/1")
    assert attempt is not None
    record_result(match_id=match.pk, attempt=attempt, report=report)
    match.refresh_from_db()
    return match


def _ladder(game: str) -> Ladder | None:
    return Ladder.objects.filter(game=game).first()
