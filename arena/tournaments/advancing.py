"""Move a tournament on: a function of its entrants, settings and results, under a lock.

Calling it again, from anywhere and as often as you like, changes nothing: whatever it would do has been done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import cycle, islice

import structlog
from django.db import transaction
from django.utils import timezone

from arena import live
from arena.matches.models import Match, MatchKind, MatchStatus
from arena.matches.services import ORDINARY, create_match, queue_of
from arena.queue import Task, enqueue_after_commit
from arena.submissions.models import Version, VersionStatus
from arena.tournaments.models import Entrant, Tournament, TournamentGame, TournamentStatus
from arena.tournaments.pairing.plan import Pairing, Plan
from arena.tournaments.planning import OPEN, Board
from arena.tournaments.snapshot import snapshot
from arena.tournaments.terms import table_terms

log = structlog.get_logger(__name__)

MEDALS = {1: "gold", 2: "silver", 3: "bronze"}
AT_ONCE = 3  # void matches of one game that are followed by another at once
LONGEST_WAIT = timedelta(minutes=30)
MOST_OPEN = 500  # matches of one tournament that wait at a time: a step must not hold its lock for long
NAMED = 5  # pairings that a sentence names before it only counts them
OUR_FAILURE = (
    "It cannot go on because of a failure of ours, which the operators find in the log. "
    "It is tried again every few seconds."
)


def locked(tournament_id: int) -> Tournament:
    """Read a tournament so that nobody else changes it until the transaction ends."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def advance(*, tournament_id: int) -> bool:
    """Do whatever the results so far call for. True when anything has changed.

    A large Swiss draw takes a while: it is made before the lock is taken, and remembered.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    if not tournament.has_begun:
        return False
    _ = Board.load(tournament).plan
    with transaction.atomic():
        tournament = locked(tournament_id)
        return tournament.has_begun and _Step(tournament).take()


class _Step:
    """One call of `advance`, inside its transaction."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.now = timezone.now()
        self.retry_at: datetime | None = None
        self.held_up: list[str] = []

    def take(self) -> bool:
        """Clear away what came to nothing, play what is ready, write down the plan."""
        board = Board.load(self.tournament)
        cleared = supersede(
            [game.row for game in board.games if game.is_lost] + _misfits(board), now=self.now
        )
        if cleared:
            board = Board.load(self.tournament)
        made = self._play(board)
        moved = self._write(board.plan)
        return bool(cleared) or made > 0 or moved

    def _play(self, board: Board) -> int:
        """Make the next match of every pairing that is ready and released."""
        waiting = [
            (pairing, board.next_number(pairing.key))
            for pairing in board.plan.ready
            if self._is_released(pairing) and not board.is_playing(pairing.key)
        ]
        if not waiting:
            return 0
        voids = self._voids()
        due = [
            (pairing, number)
            for pairing, number in waiting
            if self._is_due(pairing.key, voids.get((pairing.key, number), []))
        ]
        del due[max(0, MOST_OPEN - sum(game.is_open for game in board.games)) :]
        table = _Tables(self.tournament, [pairing for pairing, _ in due])
        for pairing, number in due:
            table.make(pairing, number)
        return len(due)

    def _is_released(self, pairing: Pairing) -> bool:
        return not self.tournament.release_by_hand or pairing.round <= self.tournament.released_round

    def _voids(self) -> dict[tuple[str, int], list[datetime]]:
        """List when we learned of the void matches of each game, newest last.

        The worker's own time of it would not do: its clock may be wrong, and with it the wait.
        """
        rows = TournamentGame.objects.filter(
            tournament=self.tournament, superseded_at__isnull=False, match__status=MatchStatus.VOID
        )
        found: dict[tuple[str, int], list[datetime]] = {}
        for key, number, at in rows.order_by("pk").values_list("key", "number", "superseded_at"):
            found.setdefault((key, number), []).append(at or self.now)
        return found

    def _is_due(self, key: str, voids: Sequence[datetime]) -> bool:
        """Wait longer from one void match to the next, so that a broken worker does not burn through them."""
        if len(voids) < AT_ONCE:
            return True
        due_at = voids[-1] + min(LONGEST_WAIT, timedelta(minutes=2 ** (len(voids) - AT_ONCE)))
        if due_at <= self.now:
            return True
        self.retry_at = min(due_at, self.retry_at or due_at)
        self.held_up.append(key)
        return False

    def _write(self, plan: Plan) -> bool:
        """Save the plan; finish the tournament, or open it again when a result of it fell."""
        row, data = self.tournament, snapshot(plan)
        status = TournamentStatus.FINISHED if plan.finished else TournamentStatus.RUNNING
        reason = _waiting_sentence(self.held_up, self.retry_at)
        before = (row.plan, row.status, row.retry_at, row.status_reason)
        changed = (data, status, self.retry_at, reason) != before
        row.advanced_at = self.now
        if not changed:
            row.save(update_fields=["advanced_at"])
            return False
        if status != row.status:
            self._turn(plan)
        row.plan, row.status, row.retry_at = data, status, self.retry_at
        row.plan_version += 1
        row.status_reason = reason
        row.save()
        tell(row)
        return True

    def _turn(self, plan: Plan) -> None:
        if plan.finished:
            supersede(_under_way(self.tournament), now=self.now)  # a second final that nobody needs now
            _close(self.tournament, plan, self.now)
        else:
            _reopen(self.tournament)


def tell(tournament: Tournament) -> None:
    """Tell watchers once it is safe."""
    slug, version, status = tournament.slug, tournament.plan_version, tournament.status
    transaction.on_commit(lambda: live.tournament_changed(slug, version=version, status=status))


def note_failure(tournament_id: int, reason: str = OUR_FAILURE) -> None:
    """Say on its page that a tournament cannot go on; the next step that succeeds takes the sentence away."""
    rows = Tournament.objects.filter(pk=tournament_id).exclude(status_reason=reason)
    if rows.update(status_reason=reason[:500]):
        tell(Tournament.objects.get(pk=tournament_id))


def _waiting_sentence(keys: Sequence[str], retry_at: datetime | None) -> str:
    """Say what is held up, until when, and what else can be done."""
    if retry_at is None:
        return ""
    named = ", ".join(keys[:NAMED]) + (f" and {len(keys) - NAMED} more" if len(keys) > NAMED else "")
    return (
        f"{named} could not be played for reasons of ours, {AT_ONCE} times or more: no bot is to blame. "
        f"It is tried again at {retry_at:%H:%M} UTC by itself. The operators can see why on the page of each "
        "match; the organiser can also take a bot out, which gives the match to the other."
    )


def _close(tournament: Tournament, plan: Plan, now: datetime) -> None:
    """Write the places and medals down."""
    tournament.finished_at = now
    places = {line.entrant: line.place for line in plan.standings}
    entrants = list(tournament.entrants.filter(pk__in=places))
    for entrant in entrants:
        entrant.place = places[entrant.pk]
        has_left = entrant.status == "disqualified"
        entrant.medal = "" if has_left or len(entrants) <= entrant.place else MEDALS.get(entrant.place, "")
    Entrant.objects.bulk_update(entrants, ["place", "medal"])
    log.info("tournament_finished", tournament=tournament.slug)


def _reopen(tournament: Tournament) -> None:
    tournament.finished_at = None
    tournament.entrants.update(place=None, medal="")
    log.info("tournament_reopened", tournament=tournament.slug)


def _misfits(board: Board) -> list[TournamentGame]:
    """Find the games of pairings that are drawn with others now."""
    return [
        game.row
        for pairing in board.plan.pairings
        if pairing.is_known
        for game in board.by_key.get(pairing.key, ())
        if not board.fits(game, pairing)
    ]


def _under_way(tournament: Tournament) -> list[TournamentGame]:
    return list(tournament.games.filter(superseded_at=None, match__status__in=OPEN))


def supersede(games: Iterable[TournamentGame], *, now: datetime) -> int:
    """Set games aside, and take back those matches of them that are not over."""
    rows = list(games)
    if not rows:
        return 0
    take_back([row.match_id for row in rows], reason="Its pairing has changed.", now=now)
    return TournamentGame.objects.filter(pk__in=[row.pk for row in rows]).update(superseded_at=now)


def take_back(matches: Iterable[int], *, reason: str, now: datetime) -> None:
    """Cancel those of the matches that are not over; their workers find the claim gone."""
    for match_id in matches:
        taken = Match.objects.filter(pk=match_id, status__in=OPEN).update(
            status=MatchStatus.CANCELLED, status_reason=reason[:500], finished_at=now, lease_until=None
        )
        if taken:
            transaction.on_commit(partial(live.match_changed, match_id, status=MatchStatus.CANCELLED))


class _Tables:
    """Makes the matches of pairings: reads all their versions at once."""

    def __init__(self, tournament: Tournament, pairings: Sequence[Pairing]) -> None:
        self.tournament = tournament
        present = {entrant for pairing in pairings for entrant in pairing.present}
        rows = Entrant.objects.filter(pk__in=present).select_related("version")
        self.versions = {row.pk: row.version for row in rows if row.version is not None}

    def make(self, pairing: Pairing, number: int) -> None:
        """Queue a match of a pairing; sides change from one match of a series to the next."""
        turn = (number - 1) % len(pairing.present)
        seated = [*pairing.present[turn:], *pairing.present[:turn]]
        play = self.tournament
        is_tie_break = number > play.best_of
        legs = play.tie_legs if is_tie_break and play.tie_legs else play.legs
        table = table_terms(play, len(seated), legs=legs)
        versions = [self.versions[entrant] for entrant in seated]
        versions += self._stand_ins(table.stand_ins, versions)
        # The versions were frozen when they had passed their check; what became of them since is no matter.
        match = create_match(
            kind=MatchKind.TOURNAMENT, versions=versions, terms=table.terms, priority=ORDINARY,
            created_by=play.organiser, live_delay_s=play.live_delay_s,
        )  # fmt: skip
        TournamentGame.objects.create(
            tournament=play, key=pairing.key, number=number, round=pairing.round, match=match,
            entrants=[*seated, *([None] * table.stand_ins)],
        )  # fmt: skip
        enqueue_after_commit(Task.PLAY_MATCH, match.pk, queue=queue_of(match))

    def _stand_ins(self, count: int, seated: Sequence[Version]) -> list[Version]:
        """Find bots for the seats that the game insists on: house bots, or else those seated once more."""
        if count == 0:
            return []
        house = Version.objects.filter(bot__is_house=True, status=VersionStatus.ACTIVE, bot__retired_at=None)
        able = [one for one in house.select_related("bot").order_by("pk") if self._plays(one)]
        taken = {version.pk for version in seated}
        return list(islice(cycle([one for one in able if one.pk not in taken] or able or seated), count))

    def _plays(self, version: Version) -> bool:
        return self.tournament.game in version.bot.games
