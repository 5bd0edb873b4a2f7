"""Live streams over a real broker: steps as they are played, resumed, delayed, polled."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import AsyncClient, Client, override_settings

from arena import live
from arena.matches.models import Match, MatchKind
from arena.web import hub as hubs
from bots.match import MatchReport
from tests.arena.conftest import _own_places  # noqa: F401 the same places for every test of the service
from tests.bots.viewer.records import make_report
from tests.factories import make_bot, make_ladder, make_user
from tests.services import broker
from tests.web.replays import queue

pytestmark = pytest.mark.django_db

Heard = list[dict[str, Any]]


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a broker for these tests."""
    home: Path = tmp_path_factory.mktemp("redis")
    with broker.started(home / "r.sock") as url:
        yield url


@pytest.fixture(autouse=True)
def _own_broker(redis_url: str, tmp_path: Path) -> Iterator[None]:
    live._client.cache_clear()
    with override_settings(REDIS_URL=redis_url, REDIS_PREFIX=f"{tmp_path.name}:"):
        yield
    live._client().close()
    live._client.cache_clear()


@pytest.fixture
def report() -> MatchReport:
    """Play a match to be watched."""
    return make_report("lie", legs=2)


def broadcast(match: Match, report: MatchReport, *, steps: int, delay_s: float = 0) -> live.Broadcast:
    """Tell of the first steps of the first leg as a worker does, each in a batch of its own."""
    sender = live.Broadcast(match.pk, report.plan, delay_s=delay_s)
    play_on(sender, report, 0, steps)
    return sender


def play_on(sender: live.Broadcast, report: MatchReport, first: int, last: int, leg: int = 0) -> None:
    """Tell of some steps."""
    for step, moves in enumerate(report.legs[leg].record.steps[first:last], first + 1):
        sender.on_step(leg, 0, step, moves, ())
        sender.close()


async def events(stream: AsyncIterator[bytes]) -> AsyncIterator[dict[str, Any]]:
    """Read server-sent events; each with its id under "id"."""
    async for chunk in stream:
        for text in chunk.decode().strip().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in text.split("\n") if not line.startswith(":"))
            if "data" not in fields:
                continue
            data = json.loads(fields["data"])
            assert data["type"] == fields["event"]
            yield data | {"id": fields.get("id")}


Script = Callable[[], Any]


async def watch(address: str, count: int, *scripts: Script, resume: str = "") -> Heard:
    """Open a stream, run the scripts once it has begun, and take so many events."""
    answer: Any = await AsyncClient().get(address, headers={"last-event-id": resume} if resume else None)
    assert answer.status_code == 200, answer
    heard: Heard = []
    todo = list(scripts)
    body = answer.streaming_content
    chunks = aiter(body)
    assert (await anext(chunks)).startswith(b"retry:")
    reader = events(chunks)
    while len(heard) < count:
        if todo and (not address.startswith("/live/matches") or heard):
            await sync_to_async(todo.pop(0))()
        heard.append(await asyncio.wait_for(anext(reader), 5))
    await body.aclose()
    return heard


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a loop of its own, its database work in this thread."""

    async def main() -> Any:
        return await work

    return async_to_sync(main)()


def test_whoever_saw_an_attempt_that_was_lost_sees_the_next(client: Client, report: MatchReport) -> None:
    match = queue(report)
    address = f"/live/matches/{match.pk}/steps"
    client.get(address)  # somebody polls
    for attempt in (1, 2):
        play_on(live.Broadcast(match.pk, report.plan, attempt=attempt), report, 0, 4 - attempt)
        seen = client.get(f"{address}?after=0").json()["messages"]
    lost = live.PER_ATTEMPT + 3
    assert [part["first"] for part in client.get(f"{address}?after={lost}").json()["messages"]] == [1, 2]
    assert "opening" in seen[0]


def test_a_watcher_is_sent_the_state_and_then_every_step(report: MatchReport) -> None:
    match = queue(report)
    heard = run(watch(f"/live/matches/{match.pk}", 4, lambda: broadcast(match, report, steps=3)))
    assert heard[0]["status"] == "queued"
    assert [(part["first"], len(part["frames"]), part["id"]) for part in heard[1:]] == [
        (1, 1, "1"), (2, 1, "2"), (3, 1, "3"),
    ]  # fmt: skip
    assert heard[1]["opening"]["names"] == list(report.plan.names)
    assert "s" in heard[1]["deal"]
    assert "opening" not in heard[2]


def test_nothing_is_sent_while_nobody_watches(report: MatchReport) -> None:
    match = queue(report)
    sender = broadcast(match, report, steps=5)
    heard = run(watch(f"/live/matches/{match.pk}", 2, lambda: play_on(sender, report, 5, 6)))
    assert heard[1]["first"] == 1
    assert len(heard[1]["frames"]) == 6  # the first watcher gets the leg from its start


def test_a_new_leg_begins_afresh(report: MatchReport) -> None:
    match = queue(report)

    def script() -> None:
        play_on(broadcast(match, report, steps=2), report, 0, 1, leg=1)

    heard = run(watch(f"/live/matches/{match.pk}", 4, script))
    assert [(part["leg"], "opening" in part) for part in heard[1:]] == [(0, True), (0, False), (1, True)]
    late = run(watch(f"/live/matches/{match.pk}", 2))
    assert late[1]["leg"] == 1


def test_a_stream_goes_on_where_it_broke_off(report: MatchReport) -> None:
    match = queue(report)
    address = f"/live/matches/{match.pk}"
    run(watch(address, 4, lambda: broadcast(match, report, steps=3)))
    again = run(watch(address, 2, resume="2"))
    assert [part.get("id") for part in again] == [None, "3"]


def test_a_delay_holds_steps_back(report: MatchReport) -> None:
    match = queue(report)

    def script() -> None:
        broadcast(match, report, steps=3, delay_s=60)
        live.match_changed(match.pk, status="finished")

    heard = run(watch(f"/live/matches/{match.pk}", 2, script))
    assert [part["type"] for part in heard] == ["match", "match"]


def test_the_end_of_a_match_is_told(report: MatchReport) -> None:
    match = queue(report)
    heard = run(
        watch(f"/live/matches/{match.pk}", 2, lambda: live.match_changed(match.pk, status="finished"))
    )
    assert heard[1]["status"] == "finished"


def test_no_message_holds_the_seed(report: MatchReport) -> None:
    match = queue(report)
    heard = run(watch(f"/live/matches/{match.pk}", 4, lambda: broadcast(match, report, steps=3)))
    assert match.seed not in json.dumps(heard)


def test_pollers_get_the_same_messages(client: Client, report: MatchReport) -> None:
    match = queue(report)
    address = f"/live/matches/{match.pk}/steps"
    assert client.get(address).json() == {"status": "queued", "messages": []}
    broadcast(match, report, steps=3)  # the poller has been noticed
    found = client.get(address).json()["messages"]
    assert [part["number"] for part in found] == [1, 2, 3]
    assert [part["number"] for part in client.get(f"{address}?after=2").json()["messages"]] == [3]


def test_ladders_and_bots_have_their_streams() -> None:
    ladder, bot = make_ladder(), make_bot()
    moved = run(watch(f"/live/ladders/{ladder.slug}", 1, lambda: live.ladder_changed(ladder.slug)))
    assert moved[0]["ladder"] == ladder.slug
    built = run(
        watch(f"/live/bots/{bot.name}", 1, lambda: live.version_changed(bot.name, 1, status="active"))
    )
    assert built[0]["status"] == "active"


@pytest.mark.parametrize(
    "address", ["/live/matches/99999", "/live/ladders/none", "/live/bots/none", "/live/tournaments/none"]
)
def test_what_does_not_exist_cannot_be_watched(address: str) -> None:
    async def ask() -> Any:
        return await AsyncClient().get(address)

    answer = run(ask())
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_stranger_cannot_watch_a_check_match(client: Client, report: MatchReport) -> None:
    alice = make_user("alice")
    match = queue(report, owner=alice, kind=MatchKind.CHECK)

    async def ask(user: Any) -> int:
        watcher = AsyncClient()
        if user is not None:
            await sync_to_async(watcher.force_login)(user)
        answer: Any = await watcher.get(f"/live/matches/{match.pk}")
        if answer.streaming:
            await answer.streaming_content.aclose()
        return int(answer.status_code)

    charlie = make_user("charlie")
    assert [run(ask(user)) for user in (None, charlie, alice)] == [404, 404, 200]
    assert client.get(f"/live/matches/{match.pk}/steps").status_code == 404


def test_a_process_takes_only_so_many_watchers(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = make_ladder()
    monkeypatch.setattr(hubs, "MOST", 0)

    async def ask() -> Any:
        return await AsyncClient().get(f"/live/ladders/{ladder.slug}")

    answer = run(ask())
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_watchers")


def test_without_asgi_a_watcher_is_told_to_poll(client: Client) -> None:
    answer = client.get(f"/live/ladders/{make_ladder().slug}")
    assert answer.status_code == 501
    assert b"poll" in answer.content


def test_a_watcher_who_is_too_slow_is_let_go() -> None:
    async def overflow() -> list[Any]:
        hub = hubs.hub()
        slow = await hub.join("ladder:x")
        for _ in range(hubs.BACKLOG + 1):
            hub._hand_out("ladder:x", b'{"type": "ladder"}')
        taken = [slow.get_nowait() for _ in range(slow.qsize())]
        await hub.leave("ladder:x", slow)
        return taken

    taken = run(overflow())
    assert len(taken) == hubs.BACKLOG
    assert taken[-1] is None


def test_who_is_behind_catches_up_in_one_write(report: MatchReport) -> None:
    match = queue(report)

    async def lag() -> list[bytes]:
        answer: Any = await AsyncClient().get(f"/live/matches/{match.pk}")
        chunks = aiter(answer.streaming_content)
        begun = [await anext(chunks) for _ in range(2)]
        hub = hubs.hub()
        for number in (1, 2, 2, 3):
            hub._hand_out(f"match:{match.pk}", b'{"type": "steps", "number": %d}' % number)
        begun.append(await asyncio.wait_for(anext(chunks), 5))
        await answer.streaming_content.aclose()
        return begun

    assert run(lag())[-1].decode().count("event: steps") == 3  # what came twice is sent once


def test_the_hub_finds_a_broker_that_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "PAUSE_S", 0.05)
    monkeypatch.setattr(hubs, "PATIENCE_S", 0.05)
    path = tmp_path / "again.sock"

    async def through_an_outage() -> Any:
        watchers = hubs.hub()
        mine = await watchers.join("ladder:y")
        with await sync_to_async(broker.started)(path):
            for _ in range(200):
                await sync_to_async(live.ladder_changed)("y")
                await asyncio.sleep(0.02)
                if mine.qsize():
                    break
        found = mine.qsize()
        await watchers.leave("ladder:y", mine)
        return found

    with override_settings(REDIS_URL=f"unix://{path}"):
        live._client.cache_clear()
        assert run(through_an_outage()) > 0


def test_a_broker_that_is_down_is_asked_once_in_a_while(report: MatchReport, tmp_path: Path) -> None:
    match = queue(report)
    with override_settings(REDIS_URL=f"unix://{tmp_path}/nobody.sock"):
        live._client.cache_clear()
        sender = live.Broadcast(match.pk, report.plan)
        sender.on_step(0, 0, 1, report.legs[0].record.steps[0], ())
        asked = sender._flushed_at
        sender.on_step(0, 0, 2, report.legs[0].record.steps[1], ())
        assert sender._flushed_at == asked
        assert live.steps_after(match.pk, 0) == []
    live._client.cache_clear()
