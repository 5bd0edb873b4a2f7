"""Finished matches of every game, with real records, for tests of the pages."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from arena.accounts.models import User
from arena.ladders.models import Ladder
from arena.matches.leases import claim_match
from arena.matches.models import Match, MatchKind
from arena.matches.results import record_result
from arena.matches.services import create_match
from arena.matches.terms import Terms
from arena.ratings.models import Rating
from arena.submissions.models import Bot
from bots.match import MatchReport
from tests.bots.viewer.records import make_report
from tests.factories import make_bot, make_user


def queue(report: MatchReport, *, owner: User | None = None, kind: MatchKind = MatchKind.CHALLENGE) -> Match:
    """Write down a match by the plan of a report, unknown to any worker; the first bot is the owner's."""
    plan = report.plan
    place = Match.objects.count()  # other processes may have made people and bots on the same data
    owners = [owner or make_user(f"owner-{place}-0")]
    owners += [make_user(f"owner-{place}-{index}") for index in range(1, len(plan.names))]
    names = {name: f"{name}-{place}" for name in plan.names}
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


def withdraw(match: Match) -> Match:
    """Take the bots of a match out of everything else: no worker could run them, there is no program."""
    bots = Bot.objects.filter(played__match=match)
    Rating.objects.filter(bot__in=bots).update(is_active=False)
    bots.update(retired_at=timezone.now())
    return match


def _ladder(game: str) -> Ladder | None:
    return Ladder.objects.filter(game=game).first()
