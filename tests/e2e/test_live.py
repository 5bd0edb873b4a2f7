"""A match watched in a browser while it is played: by a stream, and by polling where none gets through."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Site, Visit, axe, shoot

pytestmark = pytest.mark.browser

QUEUE = """
import json
from django.db import transaction
from tests.bots.viewer.records import make_report
from tests.web.replays import queue, withdraw
with transaction.atomic():
    match = withdraw(queue(make_report("lie", legs=2, seed=SEED)))
print(json.dumps(match.pk))
"""
# A worker's part, slow enough for eyes: claim, tell of the steps, record the result.
PLAY = """
import time
from pathlib import Path
from arena import live
from arena.matches.leases import claim_match
from arena.matches.models import MatchStatus
from arena.matches.results import record_result
from tests.bots.viewer.records import make_report
attempt = claim_match(match_id=PK, worker="test/live")
assert attempt
live.match_changed(PK, status=MatchStatus.RUNNING)
report = make_report("lie", legs=2, seed=SEED)
sender = live.Broadcast(PK, report.plan)
for step, moves in enumerate(report.legs[0].record.steps[:16], 1):
    sender.on_step(0, 0, step, moves, ())
    time.sleep(0.25)
sender.close()
while not Path("MARK").exists():  # the browser has seen enough
    time.sleep(0.1)
record_result(match_id=PK, attempt=attempt, report=report)
"""


NETWORKS = ["stream", "polling", "held"]  # held: a proxy that lets nothing of a stream through


@pytest.mark.parametrize("network", NETWORKS)
def test_a_match_is_watched_as_it_is_played(visit: Visit, site: Site, tmp_path: Path, network: str) -> None:
    seed = str(NETWORKS.index(network) + 1)
    pk: int = json.loads(site.python(QUEUE.replace("SEED", seed)).splitlines()[-1])
    page = visit()
    polish = visit(locale="pl-PL")
    polish.goto(f"/matches/{pk}")
    if network == "polling":
        page.add_init_script("delete window.EventSource")
    if network == "held":
        page.route(re.compile(r"/live/matches/\d+$"), lambda _: None)
    page.goto(f"/matches/{pk}")
    expect(page.locator("#state")).to_contain_text("waits for a worker")
    code = PLAY.replace("PK", str(pk)).replace("SEED", seed).replace("MARK", str(tmp_path / "seen"))
    worker = threading.Thread(target=site.python, args=(code,))
    worker.start()
    try:
        expect(page.locator(".v-live")).to_contain_text("leg 1 of 2", timeout=30_000)
        expect(page.locator(".v-count")).to_have_text(re.compile(r"^\d+ / 1[5-9]$"), timeout=30_000)
        shoot(page, f"live-{network}")
        assert axe(page) == []
        assert "obstawia" in polish.locator("#v-panel").inner_text()
    finally:
        (tmp_path / "seen").touch()
    expect(page.locator("h1")).to_contain_text("before", timeout=30_000)  # the result, and with it the replay
    expect(page.get_by_label("Whose eyes")).to_be_visible()
    worker.join()


def test_a_page_says_that_the_server_is_away_and_goes_on_when_it_is_back(visit: Visit, site: Site) -> None:
    pk: int = json.loads(site.python(QUEUE.replace("SEED", "9")).splitlines()[-1])
    page = visit()
    page.add_init_script("delete window.EventSource")
    page.goto(f"/matches/{pk}")
    expect(page.locator("#state")).to_contain_text("waits for a worker")
    page.route("**/steps?after=*", lambda route: route.fulfill(status=204))  # no answer that it could read
    expect(page.locator("#state")).to_contain_text("The server does not answer")
    page.unroute_all()
    expect(page.locator("#state")).to_contain_text("waits for a worker")
