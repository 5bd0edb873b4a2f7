"""Make ladders, put bots on them, keep them playing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.accounts.models import User
from arena.accounts.services import audit
from arena.errors import ConflictError, InvalidError, NotAllowedError
from arena.ladders.matchmaking import Candidate, make_table
from arena.ladders.models import Ladder
from arena.ladders.selectors import candidates_of, has_new_versions, open_ladders, waiting_matches
from arena.matches.models import MatchKind
from arena.matches.services import ORDINARY, URGENT, schedule_match
from arena.matches.terms import Terms
from arena.presence import playing_slots
from arena.ratings.services import ensure_ratings
from arena.submissions.models import Bot
from arena.validation import sentence

SOLO_PLAYERS = 4  # bots side by side where each has a table of its own
RESERVED = frozenset({"new"})  # its address is a page
TRICKLE = timedelta(seconds=60)  # between matches on a ladder where everybody has played enough

_rng = Random()


@transaction.atomic
def create_ladder(
    *, organiser: User | None, slug: str, title: str, terms: Terms, players: int | None = None,
    description: str = "", **settings_: Any,
) -> Ladder:  # fmt: skip
    """Make a ladder from any game, options, seats, legs, clock and rating parameters."""
    if organiser is not None and not organiser.may_organise:
        raise NotAllowedError("Only organisers make ladders.", code="not_an_organiser")
    sides = terms.checked().sides
    count = players or (SOLO_PLAYERS if sides == 1 else sides)
    terms.check_players(count)
    if count < 2:
        raise InvalidError("A ladder compares at least two bots.", code="bad_players")
    if sides > 1 and terms.legs % sides:
        raise InvalidError(
            f"The legs must be a multiple of {sides}: everybody sits everywhere.", code="bad_legs"
        )
    ladder = Ladder(
        slug=slug, title=title, description=description, game=terms.game, options=dict(terms.options),
        seats=terms.seats, players=count, legs=terms.legs, mirror=terms.mirror, move_ms=terms.move_ms,
        bank_ms=terms.bank_ms, start_ms=terms.start_ms, **settings_,
    )  # fmt: skip
    _save_new(ladder)
    admit_bots(ladder=ladder)
    if organiser is not None:
        audit(actor=organiser, action="create", target=ladder)
    return ladder


def _save_new(ladder: Ladder) -> None:
    if ladder.slug in RESERVED:
        raise ConflictError("This address is taken.", code="name_taken")
    try:
        ladder.full_clean(validate_unique=False)
        with transaction.atomic():
            ladder.save()
    except ValidationError as bad:
        raise InvalidError(sentence(bad), code="invalid_ladder") from None
    except IntegrityError:
        raise ConflictError(f"There is a ladder {ladder.slug} already.", code="name_taken") from None


@transaction.atomic
def change_ladder(*, ladder: Ladder, actor: User, is_open: bool | None = None, **words: str) -> Ladder:
    """Open or close a ladder, or change what is said about it; how it is played never changes."""
    if not actor.may_organise:
        raise NotAllowedError("Only organisers change ladders.", code="not_an_organiser")
    for name in ("title", "description"):
        if name in words:
            setattr(ladder, name, words[name])
    if is_open is not None:
        ladder.is_open = is_open
    ladder.save(update_fields=["title", "description", "is_open"])
    if ladder.is_open:
        admit_bots(ladder=ladder)  # those that came while it was closed
    audit(actor=actor, action="change", target=ladder, is_open=ladder.is_open, **words)
    return ladder


def admit_bots(*, ladder: Ladder) -> None:
    """Put every active bot of the game on a ladder's board."""
    bots = Bot.objects.filter(active_version__isnull=False, paused_at=None, retired_at=None)
    ensure_ratings(ladder=ladder, bots=[bot for bot in bots if ladder.game in bot.games])


def enter_ladders(*, bot: Bot) -> None:
    """Put a bot on the boards of the games it enters, and off the others."""
    for ladder in Ladder.objects.filter(is_open=True, game__in=bot.games):
        ensure_ratings(ladder=ladder, bots=[bot])
    bot.ratings.filter(ladder__game__in=bot.games, is_active=False).update(is_active=True)
    bot.ratings.exclude(ladder__game__in=bot.games).update(is_active=False)


def fill_ladders() -> int:
    """Keep a few ladder matches waiting for every worker; return how many were made.

    First results of new versions are made even when the queue is full, and go by a faster queue.
    """
    waiting = waiting_matches()
    room = settings.LADDER_QUEUE * playing_slots() - sum(waiting.values())
    if room <= 0 and not has_new_versions():
        return 0
    made = 0
    boards = {ladder: candidates_of(ladder) for ladder in open_ladders()}
    for ladder in sorted(boards, key=lambda one: waiting.get(one.pk, 0)):
        made += _schedule_urgent(ladder, boards[ladder])
    room -= made
    return made + _schedule_ordinary(boards, room, waiting)


def _schedule_urgent(ladder: Ladder, board: list[Candidate]) -> int:
    count = 0
    while any(one.is_urgent for one in board) and count < settings.LADDER_QUEUE:
        if not _schedule(ladder, board, turn=count, priority=URGENT):
            break
        count += 1
    return count


def _schedule_ordinary(
    boards: Mapping[Ladder, list[Candidate]], room: int, waiting: Mapping[int, int]
) -> int:
    """Go round the ladders until there is no room; ladders where everybody has played enough only trickle.

    Those with the fewest matches waiting come first: room for one or two, again and again, reaches everybody.
    """
    lively = [ladder for ladder, board in boards.items() if not _is_settled(ladder, board)]
    _rng.shuffle(lively)
    lively.sort(key=lambda one: waiting.get(one.pk, 0))
    made = 0
    while lively and made < room:
        for ladder in list(lively):
            if made >= room:
                break
            turn = _rng.randrange(2)
            if _schedule(ladder, boards[ladder], turn=turn, priority=ORDINARY):
                made += 1
            else:
                lively.remove(ladder)
        _rng.shuffle(lively)
    return made


def _is_settled(ladder: Ladder, board: list[Candidate]) -> bool:
    if any(one.matches + one.pending < settings.SETTLED_MATCHES for one in board):
        return False
    newest = ladder.matches.filter(kind=MatchKind.LADDER).order_by("-pk").first()
    return newest is not None and newest.created_at > timezone.now() - TRICKLE


def _schedule(ladder: Ladder, board: list[Candidate], *, turn: int, priority: int) -> bool:
    table = make_table(board, players=ladder.players, turn=turn, rng=_rng)
    if table is None:
        return False
    bots = Bot.objects.select_related("active_version").in_bulk([one.bot for one in table])
    versions = [bots[one.bot].active_version for one in table]
    ready = [version for version in versions if version is not None]
    if len(ready) < len(versions):
        return False
    schedule_match(
        kind=MatchKind.LADDER, versions=ready, terms=Terms.of_ladder(ladder), ladder=ladder, priority=priority
    )
    for one in table:
        one.pending += 1
    return True
