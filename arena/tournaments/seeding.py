"""Who takes part, with which version, and in which order: from the ladder, by hand or drawn."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from arena.ladders.models import Ladder
from arena.submissions.models import Bot
from arena.tournaments.models import Entrant, EntrantStatus, Seeding, Tournament


def admitted(tournament: Tournament) -> list[Entrant]:
    """Settle who takes part: the ready by order of entry, then the waiting, then the house; others leave."""
    rows = tournament.entrants.filter(status__in=[EntrantStatus.REGISTERED, EntrantStatus.WAITING])
    rows = rows.select_related("bot__active_version", "bot__owner")
    # Text sorts the registered before the waiting.
    listed = sorted(rows, key=lambda row: (row.status, row.created_at, row.pk))
    reasons = {row.pk: _why_not(tournament, row) for row in listed}
    able = [row for row in listed if not reasons[row.pk]]
    chosen = able if tournament.capacity is None else able[: tournament.capacity]
    for row in listed:
        if row not in chosen:
            row.status, row.reason = EntrantStatus.WITHDRAWN, reasons[row.pk] or "There was no place left."
            row.save(update_fields=["status", "reason"])
    return chosen + (_house(tournament, chosen) if tournament.house_entrants else [])


def is_full(row: Tournament) -> bool:
    """Tell whether every place is taken."""
    here = row.entrants.filter(status=EntrantStatus.REGISTERED).count()
    return row.capacity is not None and here >= row.capacity


def promote(row: Tournament) -> None:
    """Give free places to those who have waited longest."""
    while not is_full(row):
        first = row.entrants.filter(status=EntrantStatus.WAITING).order_by("created_at", "pk").first()
        if first is None:
            return
        first.status = EntrantStatus.REGISTERED
        first.save(update_fields=["status"])


def _why_not(tournament: Tournament, entrant: Entrant) -> str:
    """Say why an entrant cannot play, or nothing."""
    bot = entrant.bot
    if tournament.needs_check_in and entrant.checked_in_at is None:
        return "It was not checked in."
    if bot.active_version is None or bot.retired_at is not None:
        return "It has no active version."
    if bot.paused_at is not None:
        return "It is paused."
    return "" if tournament.game in bot.games else "It no longer enters this game."


def _house(tournament: Tournament, chosen: Sequence[Entrant]) -> list[Entrant]:
    """Enter house bots for the places that are left."""
    here = {row.bot_id for row in chosen}
    bots = Bot.objects.filter(is_house=True, active_version__isnull=False, retired_at=None, paused_at=None)
    able = [bot for bot in bots.order_by("-pk") if tournament.game in bot.games and bot.pk not in here]
    room = len(able) if tournament.capacity is None else tournament.capacity - len(chosen)
    return [
        Entrant.objects.update_or_create(
            tournament=tournament, bot=bot, defaults={"status": EntrantStatus.REGISTERED, "reason": ""}
        )[0]
        for bot in able[: max(0, room)]
    ]


def seeded(tournament: Tournament, entrants: list[Entrant], by_hand: Sequence[str]) -> list[Entrant]:
    """Order the entrants, best seed first."""
    if tournament.seeding == Seeding.DRAWN:
        return sorted(entrants, key=lambda row: draw_ticket(tournament.draw_seed, row.bot.name))
    strength = _ladder_strength(tournament, entrants)
    hand = {name: place for place, name in enumerate(by_hand)} if tournament.seeding == Seeding.HAND else {}

    def order(row: Entrant) -> tuple[float, float, int]:
        given = hand.get(row.bot.name, row.seed if tournament.seeding == Seeding.HAND else None)
        return (len(hand) + 1e6 if given is None else given, -strength.get(row.bot_id, -1e9), row.pk)

    return sorted(entrants, key=order)


def draw_ticket(seed: str, bot: str) -> str:
    """Give the number that a bot draws: the lowest is the first seed, and everybody can check it."""
    return sha256(f"{seed}/{bot}".encode()).hexdigest()


def _ladder_strength(tournament: Tournament, entrants: Sequence[Entrant]) -> dict[int, float]:
    main = Ladder.objects.filter(game=tournament.game, is_default=True).order_by("order", "slug").first()
    ladder = tournament.ladder or main
    if ladder is None:
        return {}
    rows = ladder.ratings.filter(bot__in=[row.bot_id for row in entrants])
    return dict(rows.values_list("bot", "shown"))


def freeze(tournament: Tournament, entrants: Sequence[Entrant]) -> None:
    tournament.entrants.update(seed=None)
    for seed, row in enumerate(entrants, start=1):
        row.seed, row.version_id, row.status = seed, row.bot.active_version_id, EntrantStatus.REGISTERED
        row.left_at = row.left_after = None
    Entrant.objects.bulk_update(entrants, ["seed", "version", "status", "left_at", "left_after"])
