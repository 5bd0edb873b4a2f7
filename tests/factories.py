"""People, bots, ladders and finished matches for tests of the service."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from arena.accounts.models import User
from arena.ladders.models import Ladder
from arena.ladders.services import create_ladder, enter_ladders
from arena.matches.leases import claim_match
from arena.matches.models import Match, MatchKind
from arena.matches.results import record_result
from arena.matches.services import schedule_match
from arena.matches.terms import Terms
from arena.submissions.models import Bot, Version, VersionStatus
from bots.match import Clock, FaultReport, LegReport, MatchPlan, MatchReport, PlayerReport
from games.core.record import Record

_numbers = count(1)


def make_user(name: str = "", **fields: Any) -> User:
    """Make an account."""
    return User.objects.create_user(name or f"user{next(_numbers)}", password="correct horse", **fields)


def make_bot(
    owner: User | None = None, name: str = "", *, games: Sequence[str] = ("lie",), **fields: Any
) -> Bot:
    """Make a bot with an active version, on every open ladder of its games."""
    owner = owner or make_user()
    bot = Bot.objects.create(owner=owner, name=name or f"bot-{next(_numbers)}", games=list(games), **fields)
    add_version(bot)
    enter_ladders(bot=bot)
    return bot


def add_version(bot: Bot, *, status: VersionStatus = VersionStatus.ACTIVE) -> Version:
    """Add a version to a bot, without a build."""
    number = bot.versions.count() + 1
    version = Version.objects.create(
        bot=bot, number=number, status=status, digest=f"{next(_numbers):064x}", filename="bot.py", size=10,
        source_key="upload/none",
    )  # fmt: skip
    if status == VersionStatus.ACTIVE:
        bot.versions.exclude(pk=version.pk).update(status=VersionStatus.RETIRED)
        bot.active_version = version
        bot.save()
    return version


def make_ladder(slug: str = "", *, seats: int = 2, legs: int = 4, **fields: Any) -> Ladder:
    """Make a ladder of LIE."""
    slug = slug or f"ladder-{next(_numbers)}"
    return create_ladder(
        organiser=None, slug=slug, title=slug, terms=Terms(game="lie", seats=seats, legs=legs), **fields
    )


def make_match(ladder: Ladder, bots: Sequence[Bot], kind: MatchKind = MatchKind.LADDER) -> Match:
    """Queue a match between the active versions of bots."""
    versions = [bot.active_version for bot in bots if bot.active_version is not None]
    return schedule_match(kind=kind, versions=versions, terms=Terms.of_ladder(ladder), ladder=ladder)


def report_of(match: Match, ranks: Sequence[int], *, faults: Sequence[str] = ()) -> MatchReport:
    """Make up the report of a match: a result without a game behind it."""
    names = tuple(f"bot{index}" for index in range(len(ranks)))
    seed = bytes.fromhex(match.seed)
    plan = MatchPlan(match.game, match.seats, match.options, match.legs, seed, names, match.mirror, Clock())
    record = Record(match.game, 1, match.seats, {}, seed.hex(), (), digest="0" * 64)
    points = tuple(float(-rank) for rank in ranks)
    leg = LegReport(
        0, 0, 0, tuple(range(len(ranks))), tuple(ranks), (0,) * len(ranks), points, "made up", {}, record
    )
    words = [faults[index] if index < len(faults) else "" for index in range(len(ranks))]
    players = tuple(
        PlayerReport(
            float(-rank), rank, 5, 0, 1000, words[index], bool(words[index]), f"log {index}".encode()
        )
        for index, rank in enumerate(ranks)
    )
    told = tuple(
        FaultReport(0, index, index, 3, word, "It did that.", "message", "answer")
        for index, word in enumerate(words)
        if word
    )
    return MatchReport(plan, (leg,), players, told, f"{match.pk:064x}")


def finish(match: Match, ranks: Sequence[int], *, faults: Sequence[str] = ()) -> Match:
    """Claim a match and record a made-up result."""
    attempt = claim_match(match_id=match.pk, worker="test/1")
    assert attempt is not None
    record_result(match_id=match.pk, attempt=attempt, report=report_of(match, ranks, faults=faults))
    match.refresh_from_db()
    return match
