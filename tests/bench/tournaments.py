"""Tournaments under attack: a 64-bot double elimination, a 100-bot Swiss, and a cup every minute.

Everything runs as on a new machine: `manage.py up`, SQLite, the embedded broker, real matches of house bots
in the sandbox. Meanwhile processes are killed at random (workers, their children, the clock), and two more
clocks run beside the service's own. Nothing is repaired by hand; at the end the tables are checked.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PORT = int(os.environ.get("ARENA_BENCH_PORT", "8106"))
# As promised; `ARENA_BENCH_SIZES=16,20,4` for a short run.
BRACKET, FIELD, ROUNDS = map(int, os.environ.get("ARENA_BENCH_SIZES", "64,100,9").split(","))
KILL_EVERY_S = 16.0  # the supervisor gives up at more than five crashes a minute
SHORTEST_S = 360.0  # so that several minutes are seen
LONGEST_S = 3600.0
VICTIMS = ("worker", "upkeep", "beat", "extra")


def main() -> None:
    """Make the tournaments, run the service under attack until they have ended, and print what was found."""
    with tempfile.TemporaryDirectory(prefix="arena-bench-", ignore_cleanup_errors=True) as data:
        os.environ |= {"ARENA_DATA": data, "ARENA_LOG_LEVEL": "WARNING", "ARENA_PORT": str(PORT)}
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        os.environ["DJANGO_SETTINGS_MODULE"] = "arena.settings"
        with _service(data) as (up, began):
            import django

            django.setup()
            _fill()
            kills = _attack(data, up)
        _report(kills, time.monotonic() - began)


def _fill() -> None:
    """Enter copies of the cheapest house bot, close the ladders so that only tournaments are played."""
    from django.db import transaction

    from arena.accounts.models import User
    from arena.ladders.models import Ladder
    from arena.submissions.checking import activate_version
    from arena.submissions.services import create_bot, upload_version
    from arena.tournaments.schedules import create_schedule
    from bots.house import programs

    Ladder.objects.update(is_open=False)
    owner = User.objects.create_user("bench", role="organiser", is_house=True)
    program = next(one for one in programs() if (one.game, one.name) == ("lie", "random"))
    for number in range(FIELD):
        with transaction.atomic():  # active before any worker hears of it, as house bots are
            bot = create_bot(owner=owner, name=f"copy-{number}", games=["lie"])
            version = upload_version(bot=bot, filename=program.filename, content=program.content)
            activate_version(version=version, report=[])
    bots = list(owner.bots.order_by("pk"))
    _start(owner, bots[:BRACKET], title="Bracket", format="double_elimination")
    _start(owner, bots, title="Swiss", format="swiss", format_settings={"rounds": ROUNDS})
    create_schedule(
        organiser=owner, title="Minute", cron="* * * * *", registration_opens_min=1, house_entrants=True,
        capacity=2, format="single_elimination", game="lie", seats=2, legs=2,
    )  # fmt: skip


def _start(owner: Any, bots: list[Any], **given: Any) -> None:
    from arena.tournaments.registration import register
    from arena.tournaments.services import create_tournament, open_registration, start_tournament

    made = create_tournament(
        organiser=owner, game="lie", seats=2, legs=2, bots_per_player=len(bots), seeding="drawn", **given
    )
    open_registration(tournament=made, actor=None)
    for bot in bots:
        register(tournament=made, bot=bot, actor=owner)
    start_tournament(tournament=made, actor=None)


@contextmanager
def _service(data: str) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """Run the service and two clocks more; give its process and the time at which it answered."""
    log = (Path(data) / "up.log").open("w")
    up = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--port", str(PORT)], cwd=ROOT, stdout=log, stderr=log
    )
    clocks = [_clock(number) for number in range(2)]
    try:
        _wait_until_ready()
        yield up, time.monotonic()
    finally:
        for process in (*clocks, up):
            process.terminate()
        for process in (*clocks, up):
            process.wait(60)


def _wait_until_ready() -> None:
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/readyz", timeout=5):
                return
        except OSError:
            time.sleep(1)
    sys.exit("The service does not answer.")


def _clock(number: int) -> subprocess.Popen[bytes]:
    """Start a clock that is started again whenever it ends."""
    beat = f"{sys.executable} -m celery -A arena.celery beat -s $ARENA_DATA/beat-{number} --pidfile="
    loop = f"trap 'kill $!; exit' TERM; while true; do {beat} >/dev/null 2>&1 & wait $!; sleep 3; done"
    return subprocess.Popen(["sh", "-c", loop], cwd=ROOT, env={**os.environ, "ARENA_PROCESS": "extra"})


def _attack(data: str, up: subprocess.Popen[bytes]) -> dict[str, int]:
    """Kill a process every few seconds until both large tournaments have ended, and some minutes more."""
    from arena.tournaments.models import Tournament

    kills: dict[str, int] = {}
    rng, began = random.Random(6), time.monotonic()
    large = Tournament.objects.filter(slug__in=["bracket", "swiss"])
    while time.monotonic() < began + SHORTEST_S or large.exclude(status="finished").exists():
        if time.monotonic() > began + LONGEST_S:
            sys.exit(f"Not finished after {LONGEST_S:.0f} s: {list(large.values_list('slug', 'status'))}")
        if up.poll() is not None:
            sys.exit(f"The service ended with {up.returncode}: {(Path(data) / 'up.log').read_text()[-3000:]}")
        time.sleep(KILL_EVERY_S)
        victim = _victim(data, rng)
        if victim is not None:
            kills[victim] = kills.get(victim, 0) + 1
        print(f"{sum(kills.values())} kills, {_progress()}", flush=True)
    return kills


def _progress() -> str:
    from arena.matches.models import Match

    over = Match.objects.filter(status="finished").count()
    return f"{over} of {Match.objects.count()} matches over"


def _victim(data: str, rng: random.Random) -> str | None:
    """Kill one process of the service, of those that may be killed; name it."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            values = dict(
                part.split("=", 1) for part in path.read_text(errors="replace").split("\0") if "=" in part
            )
            command = path.with_name("cmdline").read_text()
        except OSError:
            continue
        name = values.get("ARENA_PROCESS", "")
        if values.get("ARENA_DATA") == data and name in VICTIMS and "celery" in command:
            found.append((name, int(path.parent.name)))
    if not found:
        return None
    kind = rng.choice(sorted({name for name, _ in found}))
    pid = rng.choice([pid for name, pid in found if name == kind])
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return None
    return kind


def _report(kills: dict[str, int], seconds: float) -> None:
    """Check everything that was promised and print it."""
    from arena.matches.models import Match
    from arena.tournaments.models import Schedule, Tournament

    expected = {
        "bracket": (2 * BRACKET - 2, 2 * BRACKET - 1),  # one more when the first final is not the last
        "swiss": (FIELD // 2 * ROUNDS,),
    }
    for slug in expected:
        row = Tournament.objects.get(slug=slug)
        count = row.entrants.count()
        assert set(row.entrants.values_list("place", flat=True)) == set(range(1, count + 1))
        current = row.games.filter(superseded_at=None)
        assert not current.exclude(match__status="finished").exists()
        took = ((row.finished_at or row.created_at) - (row.started_at or row.created_at)).total_seconds()
        pairings = current.values("key").distinct().count()
        assert pairings in expected[slug], (slug, pairings)
        lost = row.games.exclude(superseded_at=None).count()
        again = current.filter(match__attempts__gt=1).count()
        print(
            f"{slug:8} {count:4} bots {pairings:4} pairings {current.count():4} matches {took:6.0f} s; "
            f"{again} taken over from a lost worker, {lost} void and played again"
        )
    starts = list(
        Tournament.objects.filter(schedule=Schedule.objects.get(title="Minute"))
        .order_by("occurrence_at")
        .values_list("occurrence_at", flat=True)
    )
    gaps = {later - sooner for sooner, later in pairwise(at for at in starts if at is not None)}
    assert gaps <= {timedelta(minutes=1)}, gaps
    told = ", ".join(f"{name} {count}" for name, count in sorted(kills.items()))
    over = Tournament.objects.filter(schedule__title="Minute", status="finished").count()
    print(
        f"minute   {len(starts)} occurrences, each once and without a gap, {over} of them over; three clocks"
    )
    print(f"killed   {told}; {Match.objects.count()} matches in {seconds:.0f} s")


if __name__ == "__main__":
    main()
