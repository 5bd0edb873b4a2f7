"""Invented people, bots and matches in bulk: to see how pages do when there are very many.

Ratings and their histories look real and are not: nothing was played, so `rerate --check` would object.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import islice
from random import Random
from typing import Any

from django.contrib.auth.hashers import make_password
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction
from django.db.models import Max
from django.utils import timezone

from arena.accounts.models import User
from arena.ladders.models import Ladder
from arena.matches.models import Match, MatchPlayer
from arena.ratings.models import Rating, RatingEvent
from arena.submissions.models import Bot, Version
from games import GAMES

_LANGUAGES = ("python", "python", "python", "javascript", "rust", "cpp", "go", "java", "c")
_FAULTS = ("timeout", "illegal", "exited", "garbled")
_YEAR_S = 365 * 24 * 3600
_NEAR = 40  # places around a bot from which its opponents come
_HOUSE_SHARE = 0.03  # of the seats are the house's
_CHUNK = 20_000
Row = tuple[Any, ...]
_encoder = DjangoJSONEncoder(separators=(",", ":"))


@dataclass(slots=True)
class Member:
    """A bot on one ladder while matches are invented."""

    bot: int
    version: int
    skill: float
    matches: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: int = 0
    mu: float = 25.0
    sigma: float = 25 / 3
    recent: list[float] = field(default_factory=list)


def write(model: type[models.Model], names: str, rows: Iterable[Row]) -> int:
    """Write rows the fastest way the database has: COPY, or many inserts in one transaction."""
    columns = [str(model._meta.get_field(name).column) for name in names.split()]  # type: ignore[union-attr]
    table = connection.ops.quote_name(model._meta.db_table)
    quoted = ", ".join(connection.ops.quote_name(column) for column in columns)
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            return _copy(cursor, f"COPY {table} ({quoted}) FROM STDIN", rows)
        marks = ", ".join("%s" for _ in columns)
        return _insert(cursor, f"INSERT INTO {table} ({quoted}) VALUES ({marks})", rows)  # noqa: S608 our names


def _copy(cursor: Any, statement: str, rows: Iterable[Row]) -> int:
    count = 0
    with cursor.cursor.copy(statement) as copy:
        for count, row in enumerate(rows, 1):  # noqa: B007 the last count is what is returned
            copy.write_row(row)
    return count


def _insert(cursor: Any, statement: str, rows: Iterable[Row]) -> int:
    count, left = 0, iter(rows)
    while chunk := list(islice(left, _CHUNK)):
        cursor.executemany(statement, chunk)
        count += len(chunk)
    return count


def reset_sequences() -> None:
    """Let the database number on after what was written with numbers of our own."""
    tables = [User, Bot, Version, Match, MatchPlayer, Rating, RatingEvent]
    from django.core.management.color import no_style

    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)


def next_key(model: type[models.Model]) -> int:
    """Give the first free primary key."""
    last: int | None = model._default_manager.aggregate(last=Max("pk"))["last"]
    return (last or 0) + 1


class Crowd:
    """Invents one crowd; the same seed invents the same crowd."""

    def __init__(self, *, bots: int, matches: int, seed: int = 1) -> None:
        """Set the sizes."""
        self.bots, self.matches = bots, matches
        self.rng = Random(seed)
        self.now = timezone.now()
        self.first_bot, self.first_user = next_key(Bot), next_key(User)
        self.first_version, self.first_match = next_key(Version), next_key(Match)
        self.ladders = list(Ladder.objects.filter(is_open=True))
        self.boards: dict[int, list[Member]] = {ladder.pk: [] for ladder in self.ladders}

    def make_people(self) -> int:
        """Invent one player for every five bots."""
        password = make_password(None)
        keys = range(self.first_user, self.first_user + self.bots // 5 + 1)
        flags = ("", False, False, True, "", "")
        rows = (
            (key, f"player{key}", password, None, "player", "Invented.", False, *flags, self._past())
            for key in keys
        )
        return write(User, USER, rows)

    def make_bots(self) -> int:
        """Invent bots, each with one active version in one to three games."""
        json = _encoder.encode
        games = {key: self._games() for key in range(self.first_bot, self.first_bot + self.bots)}
        people = self.bots // 5 + 1
        born = {key: self._past() for key in games}
        write(Bot, BOT, (
            (key, self.first_user + index % people, f"bulk-{key}", "Invented.", json(entered), born[key],
             False, False, "", 0)
            for index, (key, entered) in enumerate(games.items())))  # fmt: skip
        write(Version, VERSION, (
            (self.first_version + index, key, 1, "active", "", sha256(str(key).encode()).hexdigest(),
             "bot.py", 4000, self.rng.choice(_LANGUAGES), json(entered), "upload/none", "", "[]", born[key],
             born[key], "", 1)
            for index, (key, entered) in enumerate(games.items())))  # fmt: skip
        shift = self.first_version - self.first_bot
        Bot.objects.filter(pk__gte=self.first_bot).update(active_version_id=models.F("pk") + shift)
        self._fill_boards(games, shift)
        return len(games)

    def _games(self) -> list[str]:
        return sorted(self.rng.sample(list(GAMES), self.rng.choice((1, 1, 2, 3))), key=list(GAMES).index)

    def _past(self) -> datetime:
        return self.now - timedelta(seconds=self.rng.random() * _YEAR_S)

    def _fill_boards(self, games: dict[int, list[str]], shift: int) -> None:
        skills = {key: self.rng.gauss(25, 6) for key in games}
        for ladder in self.ladders:
            board = [
                Member(key, key + shift, skills[key] + self.rng.gauss(0, 1))
                for key, entered in games.items()
                if ladder.game in entered
            ]
            self.boards[ladder.pk] = sorted(board, key=lambda member: member.skill)

    def _house(self, ladder: Ladder) -> list[Member]:
        found = Rating.objects.filter(ladder=ladder, bot__is_house=True, bot__active_version__isnull=False)
        rows = found.values_list("bot_id", "bot__active_version_id")
        return [Member(bot, version or 0, 15 + 5 * index) for index, (bot, version) in enumerate(rows)]

    def make_matches(self) -> tuple[int, int]:
        """Invent finished matches with their players and rating events; return how many of each."""
        self.house = {ladder.pk: self._house(ladder) for ladder in self.ladders}
        self.sequence = {ladder.pk: ladder.rating_sequence for ladder in self.ladders}
        player, event, done = next_key(MatchPlayer), next_key(RatingEvent), 0
        while done < self.matches:
            count = min(_CHUNK, self.matches - done)
            matches, players, events = self._chunk(done, count, player, event)
            write(Match, MATCH, matches)
            write(MatchPlayer, PLAYER, players)
            write(RatingEvent, EVENT, events)
            player, event, done = player + len(players), event + len(events), done + count
        for ladder in self.ladders:
            Ladder.objects.filter(pk=ladder.pk).update(rating_sequence=self.sequence[ladder.pk])
        return done, player

    def _chunk(
        self, done: int, count: int, player: int, event: int
    ) -> tuple[list[Row], list[Row], list[Row]]:
        matches: list[Row] = []
        players: list[Row] = []
        events: list[Row] = []
        for index in range(done, done + count):
            key = self.first_match + index
            ladder = self.rng.choice(self.ladders)
            at = self.now - timedelta(seconds=_YEAR_S * (1 - (index + 1) / self.matches) ** 2)
            matches.append(match_row(key, ladder, at, is_rated=True))
            table = self._table(ladder)
            order = sorted(table, key=lambda member: -member.skill - self.rng.gauss(0, 6))
            for place, member in enumerate(order, 1):
                fault = self.rng.choice(_FAULTS) if self.rng.random() < 0.01 else ""
                players.append(player_row(player + len(players), key, place - 1, member, place, fault))
                self.sequence[ladder.pk] += 1
                events.append(
                    _rated(
                        event + len(events),
                        ladder.pk,
                        self.sequence[ladder.pk],
                        key,
                        member,
                        place,
                        fault,
                        at,
                    )
                )
        return matches, players, events

    def _table(self, ladder: Ladder) -> list[Member]:
        """Seat bots that stand near each other, and now and then one of the house."""
        board, house = self.boards[ladder.pk], self.house[ladder.pk]
        first = self.rng.randrange(max(len(board) - _NEAR, 1))
        table = self.rng.sample(board[first : first + _NEAR], ladder.players)
        if house and self.rng.random() < _HOUSE_SHARE * ladder.players:
            table[0] = self.rng.choice(house)
        return table

    def make_ratings(self) -> int:
        """Write the boards as the invented matches have left them; the house's are brought up to date."""
        for ladder in self.ladders:
            for member in self.house.get(ladder.pk, []):
                Rating.objects.filter(ladder=ladder, bot_id=member.bot).update(**_counts(member))
        return write(Rating, RATING, self._rating_rows(next_key(Rating)))

    def _rating_rows(self, key: int) -> Iterator[Row]:
        members = ((ladder.pk, member) for ladder in self.ladders for member in self.boards[ladder.pk])
        for index, (ladder, member) in enumerate(members):
            recent = _encoder.encode(member.recent)
            yield (key + index, ladder, member.bot, member.mu, member.sigma, member.mu - 3 * member.sigma,
                   member.version, member.matches, member.wins, member.draws, member.losses, member.faults,
                   recent, 0.5, 0, "", True, self.now, self.now)  # fmt: skip


USER = (
    "id username password email role about is_house banned_reason is_staff is_superuser is_active first_name "
    "last_name date_joined"
)
BOT = "id owner name description games created_at is_house source_public paused_reason fault_streak"
VERSION = (
    "id bot number status status_reason digest filename size language games source_key build_log "
    "check_report created_at checked_at worker attempts"
)
MATCH = (
    "id kind status status_reason failure ladder game options seats legs mirror move_ms bank_ms start_ms "
    "seed seed_hash engine_version priority created_at queued_at started_at finished_at worker attempts "
    "record_key digest rated_at invalidated_reason live_delay_s"
)
PLAYER = (
    "id match index bot version rank points result fault fault_reason forfeits badge_level badge cpu_ms "
    "peak_memory_kb log_key"
)
EVENT = "id ladder sequence match bot version mu_before sigma_before mu sigma created_at"
RATING = (
    "id ladder bot mu sigma shown version matches wins draws losses faults recent trend badge_level badge "
    "is_active created_at last_match_at"
)


def match_row(key: int, ladder: Ladder, at: datetime, *, is_rated: bool) -> Row:
    """Give a finished match by the rules of a ladder: one of its own, or one of a tournament."""
    digest = f"{key:064x}"
    options = _encoder.encode(ladder.options)
    clock = (ladder.move_ms, ladder.bank_ms, ladder.start_ms)
    kind, board, rated_at = ("ladder", ladder.pk, at) if is_rated else ("tournament", None, None)
    return (key, kind, "finished", "", "", board, ladder.game, options, ladder.seats, ladder.legs,
            ladder.mirror, *clock, digest, digest, 1, 5, at, at, at, at, "bulk/1", 1, "", digest, rated_at,
            "", 0)  # fmt: skip


def player_row(key: int, match: int, index: int, member: Member, place: int, fault: str) -> Row:
    """Give a bot's part in an invented match."""
    result = "win" if place == 1 else "loss"
    reason = "Invented." if fault else ""
    return (key, match, index, member.bot, member.version, place, float(-place), result, fault, reason, 0, 0,
            "", 400, 9000, "")  # fmt: skip


def _rated(
    key: int, ladder: int, sequence: int, match: int, member: Member, place: int, fault: str, at: datetime
) -> Row:
    """Move a member towards its skill, and give the event that says so."""
    before = member.mu, member.sigma
    member.mu += (member.skill - member.mu) * 0.08 + (0.6 if place == 1 else -0.4) * member.sigma / 8
    member.sigma = max(member.sigma * 0.985, 0.9)
    member.matches += 1
    member.wins += place == 1
    member.losses += place > 1
    member.faults += bool(fault)
    member.recent = [*member.recent[-19:], round(member.mu - 3 * member.sigma, 2)]
    return (key, ladder, sequence, match, member.bot, member.version, *before, member.mu, member.sigma, at)


def _counts(member: Member) -> dict[str, Any]:
    return {
        "mu": member.mu, "sigma": member.sigma, "shown": member.mu - 3 * member.sigma,
        "version": member.version,
        "matches": models.F("matches") + member.matches, "wins": models.F("wins") + member.wins,
        "losses": models.F("losses") + member.losses, "recent": member.recent,
    }  # fmt: skip
