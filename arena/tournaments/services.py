"""The life of a tournament: made, changed, opened, locked, started, released round by round, cancelled."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from arena.accounts.models import User
from arena.accounts.services import audit
from arena.errors import ArenaError, ConflictError, InvalidError, NotAllowedError
from arena.matches.models import Match
from arena.matches.services import strike_match
from arena.queue import Task, enqueue_after_commit
from arena.tournaments.advancing import OUR_FAILURE, locked, note_failure, take_back, tell
from arena.tournaments.models import Tournament, TournamentGame, TournamentStatus
from arena.tournaments.planning import OPEN, Board
from arena.tournaments.seeding import admitted, freeze, promote, seeded
from arena.tournaments.snapshot import snapshot
from arena.tournaments.terms import check_settings
from arena.validation import sentence

log = structlog.get_logger(__name__)

RESERVED = frozenset({"new", "calendar", "calendar.ics", "preview", "schedules"})
LEAST_ENTRANTS = 2
SLIP = timedelta(minutes=1)  # forms give whole minutes: the present one has not passed

# What may change after the lock, too: no pairing depends on it.
WORDS = frozenset({"title", "description", "live_delay_s", "starts_at", "release_by_hand"})


def require_manager(tournament: Tournament, actor: User) -> None:
    """Refuse everybody but the organiser and operators."""
    if not (actor.is_staff or tournament.organiser_id == actor.pk):
        raise NotAllowedError("Only its organiser may do that.", code="not_the_organiser")


@transaction.atomic
def create_tournament(*, organiser: User, title: str, slug: str = "", **given: Any) -> Tournament:
    """Make a draft that only its organiser sees."""
    if not (organiser.may_organise or organiser.is_house):
        raise NotAllowedError("Only organisers make tournaments.", code="not_an_organiser")
    _check_start(None, given)
    tournament = Tournament(
        organiser=organiser, title=title, slug=slug or free_slug(title), draw_seed=secrets.token_hex(32),
        **given,
    )  # fmt: skip
    save_checked(tournament)
    audit(actor=organiser, action="create", target=tournament)
    return tournament


def _check_start(row: Tournament | None, given: dict[str, Any]) -> None:
    """Refuse a start that has passed: the clock would start at once, or cancel for want of entrants."""
    at = given.get("starts_at")
    if at is None or at >= timezone.now() - SLIP or (row is not None and row.has_begun):
        return
    raise InvalidError(
        f"The start, {at.astimezone(UTC):%Y-%m-%d %H:%M} UTC, has passed: choose a later one, or none and "
        "start it by hand.",
        code="start_has_passed",
    )


def free_slug(title: str) -> str:
    """Make an address of a title; numbered if it is taken."""
    stem = slugify(title)[:100] or "tournament"
    if stem not in RESERVED and not Tournament.objects.filter(slug=stem).exists():
        return stem
    taken = set(Tournament.objects.filter(slug__startswith=f"{stem}-").values_list("slug", flat=True))
    return next(name for n in range(2, len(taken) + 3) if (name := f"{stem}-{n}") not in taken)


def save_checked(tournament: Tournament) -> None:
    """Save what can be played, and say of anything else what is wrong with it."""
    check_settings(tournament)
    if tournament.slug in RESERVED:
        raise ConflictError("This address is taken.", code="name_taken")
    try:
        tournament.full_clean(validate_unique=False, validate_constraints=False)
        with transaction.atomic():
            tournament.save()
    except ValidationError as bad:
        raise InvalidError(sentence(bad), code="invalid_tournament") from None
    except IntegrityError:
        raise ConflictError("There is a tournament with this address already.", code="name_taken") from None


@transaction.atomic
def change_tournament(*, tournament: Tournament, actor: User, **given: Any) -> Tournament:
    """Change its words at any time, how it is played only until the entrants are fixed."""
    require_manager(tournament, actor)
    row = locked(tournament.pk)
    if row.is_over or (row.has_begun and "starts_at" in given):
        raise ConflictError("This tournament has begun or is over.", code="tournament_begun")
    late = set(given) - WORDS
    if late and row.status not in (TournamentStatus.DRAFT, TournamentStatus.REGISTRATION):
        raise ConflictError(
            f"The entrants are fixed: {', '.join(sorted(late))} can change no more.", code="tournament_locked"
        )
    for name, value in given.items():
        setattr(row, name, value)
    _check_start(row, given)
    if row.has_begun:
        row.advanced_at = None  # rounds may have been set free
        enqueue_after_commit(Task.ADVANCE_TOURNAMENT, row.pk)
    save_checked(row)
    if row.takes_entries:
        promote(row)  # there may be more places now
    audit(actor=actor, action="change", target=row, fields=sorted(given))
    tell(row)
    return row


@transaction.atomic
def open_registration(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Show a draft to everybody and let bots in."""
    row = _managed(tournament, actor)
    if row.status != TournamentStatus.DRAFT:
        raise ConflictError("Only a draft can be opened.", code="not_a_draft")
    if actor is not None:
        _check_start(row, {"starts_at": row.starts_at})
    row.status = TournamentStatus.REGISTRATION
    return _changed(row, actor, "open")


@transaction.atomic
def lock_entrants(*, tournament: Tournament, actor: User | None, seeds: Sequence[str] = ()) -> Tournament:
    """Fix who plays, freeze their versions and seed them; `seeds` names bots, best first, when by hand."""
    row = _managed(tournament, actor)
    if row.status != TournamentStatus.REGISTRATION:
        raise ConflictError("Entrants are fixed after registration.", code="not_in_registration")
    entrants = admitted(row)
    if len(entrants) < LEAST_ENTRANTS:
        raise ConflictError("Fewer than two bots are ready to play.", code="too_few_entrants")
    freeze(row, seeded(row, entrants, seeds))
    row.status = TournamentStatus.LOCKED
    row.plan = snapshot(Board.load(row).plan)
    return _changed(row, actor, "lock")


def _managed(tournament: Tournament, actor: User | None) -> Tournament:
    """Lock the row for its organiser; None is the clock."""
    if actor is not None:
        require_manager(tournament, actor)
    return locked(tournament.pk)


def _changed(row: Tournament, actor: User | None, action: str, reason: str = "") -> Tournament:
    row.plan_version += 1
    row.save()
    audit(actor=actor, action=action, target=row, reason=reason)
    tell(row)
    return row


@transaction.atomic
def unlock_entrants(*, tournament: Tournament, actor: User) -> Tournament:
    """Go back to registration; versions and seeds are free again."""
    row = _managed(tournament, actor)
    if row.status != TournamentStatus.LOCKED:
        raise ConflictError("Only a locked tournament can be unlocked.", code="not_locked")
    row.entrants.update(seed=None, version=None)
    row.status, row.plan = TournamentStatus.REGISTRATION, {}
    return _changed(row, actor, "unlock")


@transaction.atomic
def start_tournament(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Begin to play; entrants who are not fixed yet are fixed now. Starting again changes nothing."""
    row = _managed(tournament, actor)
    if row.status == TournamentStatus.REGISTRATION:
        row = lock_entrants(tournament=row, actor=actor)
    if row.status == TournamentStatus.RUNNING:
        return row
    if row.status != TournamentStatus.LOCKED:
        raise ConflictError(
            "A tournament starts after registration: open it first.", code="not_in_registration"
        )
    row.status, row.started_at, row.advanced_at = TournamentStatus.RUNNING, timezone.now(), None
    row.starts_at, row.status_reason = row.starts_at or row.started_at, ""
    enqueue_after_commit(Task.ADVANCE_TOURNAMENT, row.pk)
    return _changed(row, actor, "start")


@transaction.atomic
def release_round(*, tournament: Tournament, actor: User) -> Tournament:
    """Let the next round be played, where rounds are released by hand."""
    row = _managed(tournament, actor)
    if row.status != TournamentStatus.RUNNING or not row.release_by_hand:
        raise ConflictError("This tournament has no round to release.", code="no_round_to_release")
    waiting = [one.round for one in Board.load(row).plan.ready if one.round > row.released_round]
    if not waiting:
        raise ConflictError("The round under way is not over.", code="round_under_way")
    row.released_round, row.advanced_at = min(waiting), None
    enqueue_after_commit(Task.ADVANCE_TOURNAMENT, row.pk)
    return _changed(row, actor, "release", reason=f"round {row.released_round}")


@transaction.atomic
def cancel_tournament(*, tournament: Tournament, actor: User | None, reason: str) -> Tournament:
    """Call a tournament off; what is being played of it is taken back."""
    if not reason.strip():
        raise InvalidError("Say why.", code="reason_missing")
    row = _managed(tournament, actor)
    if row.is_over:
        raise ConflictError("This tournament is over.", code="tournament_over")
    row.status, row.status_reason = TournamentStatus.CANCELLED, reason[:500]
    row.finished_at, row.retry_at = timezone.now(), None
    take_back(open_matches(row), reason="Its tournament was cancelled.", now=row.finished_at)
    return _changed(row, actor, "cancel", reason)


def open_matches(tournament: Tournament, *, entrant: int | None = None) -> list[int]:
    """List the matches of a tournament, or of one entrant in it, that are not over."""
    games = TournamentGame.objects.filter(
        tournament=tournament, superseded_at=None, match__status__in=OPEN
    ).order_by("match")
    return [
        match
        for match, seated in games.values_list("match", "entrants")
        if entrant is None or entrant in seated
    ]


@transaction.atomic
def invalidate_result(
    *, tournament: Tournament, match: Match, actor: User, reason: str, confirmed: bool
) -> frozenset[str]:
    """Let a match count no longer, and tell which pairings that re-opens; without a yes, only tell."""
    row = _managed(tournament, actor)
    game = row.games.filter(match=match, superseded_at=None).first()
    if game is None:
        raise InvalidError("This match does not count in this tournament.", code="other_tournament")
    reopened = Board.load(row).reopened_by(game.key)
    if not confirmed:
        raise ConflictError(
            f"This re-opens {game.key} and {len(reopened)} more: say so again with confirm.",
            code="confirmation_needed", pairing=game.key, reopens=sorted(reopened),
        )  # fmt: skip
    strike_match(match=match, actor=actor, reason=reason)
    return reopened


def start_due(*, now: datetime | None = None) -> int:
    """Open and start what the clock calls for; return how many were moved."""
    now = now or timezone.now()
    moved = 0
    opening = Tournament.objects.filter(status=TournamentStatus.DRAFT, registration_opens_at__lte=now)
    for row in opening.order_by("pk")[:200]:
        moved += _try(open_registration, row)
    due = Tournament.objects.filter(
        status__in=[TournamentStatus.REGISTRATION, TournamentStatus.LOCKED], starts_at__lte=now
    )
    for row in due.order_by("starts_at", "pk")[:200]:
        moved += _try(start_tournament, row)
    return moved


def _try(step: Callable[..., Tournament], row: Tournament) -> bool:
    """Take a step by the clock; somebody else may just have taken it, and too few bots end the matter.

    The others must not wait for one that fails: it says so on its page and is tried again.
    """
    try:
        step(tournament=row, actor=None)
    except ConflictError as refused:
        if refused.code != "too_few_entrants":
            return False
        cancel_tournament(tournament=row, actor=None, reason=refused.detail)
    except Exception as failed:
        log.exception("tournament_not_moved", tournament=row.slug)
        note_failure(row.pk, failed.detail if isinstance(failed, ArenaError) else OUR_FAILURE)
        return False
    return True


def create_demo() -> None:
    """Make the demonstration tournaments, once."""
    from arena.tournaments.demo import make_demo

    make_demo()
