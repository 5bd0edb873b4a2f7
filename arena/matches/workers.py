"""Workers: each proves its isolation before it takes work, and its row tells what it was found to be."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import F
from django.utils import timezone

from arena import presence
from arena.matches.models import Worker
from arena.queue import PLAYING
from bots.errors import RunnerError
from bots.languages import LANGUAGES
from bots.sandbox import Level, Sandbox
from bots.sandbox.selftest import self_test

log = structlog.get_logger(__name__)

TRY_AGAIN_S = 30.0


def start_worker(*, name: str, queues: Iterable[str], slots: int) -> None:
    """Name this worker; hold one that runs bots until its isolation is proven: it takes no work before."""
    presence.name_node(name)
    taken = set(queues)
    if not taken & {queue.value for queue in PLAYING}:
        _write_down(name, "not needed", True, {"slots": slots, "queues": sorted(taken)})
        return
    while not prove_isolation(name=name, slots=slots, queues=sorted(taken)):
        time.sleep(TRY_AGAIN_S)


def prove_isolation(*, name: str, slots: int, queues: list[str]) -> bool:
    """Attack this machine's sandbox for real and write down how it went. False: bots must not run here."""
    level, probes = _attack()
    sound = bool(probes) and all(probe["ok"] for probe in probes)
    detail = {"probes": probes, "slots": slots, "queues": queues, "cores": len(os.sched_getaffinity(0))}
    _write_down(name, level, sound, detail | {"languages": _languages()})
    if not sound:
        failed = [f"{probe['name']}: {probe['detail']}" for probe in probes if not probe["ok"]]
        log.error("worker_takes_no_work", worker=name, level=level, failed=failed, again_in_s=TRY_AGAIN_S)
    return sound


def _attack() -> tuple[str, list[dict[str, Any]]]:
    """Open a sandbox and run the self-test in it; a sandbox that cannot be made is a failed probe."""
    try:
        with Sandbox.open(accept=Level(settings.SANDBOX_LEAST)) as sandbox:
            probes = self_test(sandbox)
            return sandbox.level.value, [
                {"name": probe.name, "ok": probe.ok, "detail": probe.detail} for probe in probes
            ]
    except (RunnerError, OSError) as refused:
        return "none", [{"name": "open", "ok": False, "detail": str(refused)}]


def _languages() -> list[str]:
    return [name for name, language in LANGUAGES.items() if language.toolchain() is not None]


def _write_down(name: str, level: str, sound: bool, detail: dict[str, Any]) -> None:
    now = timezone.now()
    found = {"seen_at": now, "sandbox_level": level, "sandbox_ok": sound, "detail": detail}
    try:
        Worker.objects.update_or_create(
            name=name, defaults=found | {"started_at": now}, create_defaults=found | {"started_at": now}
        )
    except DatabaseError as bad:
        log.warning("worker_not_written_down", worker=name, error=str(bad))
    finally:
        connection.close()  # the processes that are forked next must not share it


def count_match(*, faults: int = 0, void: bool = False) -> None:
    """Add a match to this worker's figures; they help operators, so a failure here is nobody's concern."""
    try:
        Worker.objects.filter(name=presence.node()).update(
            matches=F("matches") + int(not void), voids=F("voids") + int(void), faults=F("faults") + faults
        )
    except DatabaseError as bad:
        log.debug("match_not_counted", error=str(bad))
