"""Replays in a browser: all five games and all their modes, stepped, scrubbed, read, on a phone, by night."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bots.viewer.page import offline_page
from tests.bots.viewer.records import TABLES, make_record
from tests.e2e.conftest import STILL, Site, Visit, axe, jumps, shoot

pytestmark = pytest.mark.browser

GAMES = ("lie", "ten", "takethat", "sequence", "twinit")
MAKE = """
import json
from django.db import transaction
from tests.factories import make_user
from tests.web.replays import finished, withdraw
owner = make_user("replay-owner")
made = {}
for name in json.loads(NAMES):
    with transaction.atomic():
        made[name] = withdraw(finished(name, owner=owner, legs=2)).pk
with transaction.atomic():
    made["fault"] = withdraw(finished("takethat", owner=owner, legs=2, fault=True)).pk
print(json.dumps(made))
"""
STEP_THROUGH = """() => {
    const { player } = document.querySelector("[data-viewer]");
    const steps = player.steps, stride = Math.max(1, Math.floor(steps / 40)), empty = [];
    for (let step = 0; step <= steps; step += stride) {
        player.go(step);
        const words = player.game.words(player.context(step));
        const caption = player.parts.caption.textContent;
        if (!caption || caption.includes("undefined") || !player.parts.stage.firstChild) empty.push(step);
        if (words.some(([, text]) => !text || /undefined|NaN/.test(text))) empty.push([step, words]);
    }
    return empty;
}"""

SIGHTED = """() => {
    const { sights } = document.querySelector("[data-viewer]").player.leg.frames[2].state;
    return sights.flat(2).filter((feature) => feature != null).length;
}"""
ROWS = """() => [...document.querySelectorAll(".v-move[data-step]")].map((row) =>
    [row.dataset.step, row.dataset.last, row.textContent])"""


@pytest.fixture(scope="module")
def matches(site: Site) -> dict[str, int]:
    """Record a match of every kind of table."""
    made: dict[str, int] = json.loads(
        site.python(MAKE.replace("NAMES", repr(json.dumps(list(TABLES))))).splitlines()[-1]
    )
    return made


def show(page: Page, match: int, hash_: str = "") -> None:
    """Open a match and wait for its replay."""
    page.goto(f"/matches/{match}{hash_}")
    expect(page.locator(".v-caption")).not_to_be_empty()


def count(page: Page) -> tuple[int, int]:
    """Read which step is shown, and of how many."""
    here, _, last = page.locator(".v-count").inner_text().partition(" / ")
    return int(here), int(last)


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_stepped_through(page: Page, matches: dict[str, int], name: str) -> None:
    show(page, matches[name])
    assert jumps(page) < STILL
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert count(page)[0] == 3
    assert page.evaluate(STEP_THROUGH) == []
    page.keyboard.press("End")
    here, last = count(page)
    assert here == last > 3
    page.keyboard.press("p")
    assert page.locator(".v-now").count() == 1
    shoot(page, f"replay-{name}")


def test_keys_and_buttons_move_the_replay(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["lie"])
    page.get_by_role("button", name="Step on").click()
    page.keyboard.press("n")
    assert page.locator(".v-now .v-tag").count() > 0  # a decisive moment
    page.keyboard.press("Home")
    assert count(page)[0] == 0
    page.get_by_label("Speed").select_option("16×")
    page.locator(".v-stage").click()
    page.keyboard.press(" ")
    expect(page.locator(".v-count")).to_have_text(re.compile(r"^([6-9]|\d\d+) / "))
    page.keyboard.press(" ")
    assert page.get_by_role("button", name="Play", exact=True).count() == 1
    page.get_by_label("Step", exact=True).fill("7")
    assert count(page)[0] == 7
    expect(page).to_have_url(re.compile("#leg=1&step=7$"))
    page.get_by_role("tab", name="Moments").click()
    page.locator(".v-moments button").first.click()
    assert "challenge" in page.locator(".v-caption").inner_text()


def test_back_and_forward_return_from_leaps(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["lie"], "#leg=1&step=2")
    page.keyboard.press("2")
    expect(page.get_by_label("Whose eyes")).to_have_value("1")
    page.keyboard.press("End")
    page.get_by_role("button", name="Next leg").click()
    expect(page).to_have_url(re.compile("#leg=2&step=0&seat=1$"))
    page.go_back()
    expect(page.get_by_label("Leg", exact=True)).to_have_value("0")
    assert count(page)[0] == count(page)[1]
    page.go_back()
    expect(page.get_by_label("Whose eyes")).to_have_value("")
    assert count(page)[0] == 2
    page.go_forward()
    expect(page.get_by_label("Whose eyes")).to_have_value("1")


def test_help_explains_the_game_and_the_keys(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["twinit-coop"])
    page.keyboard.press("?")
    expect(page.locator(".v-help-box")).to_contain_text("remember and tell each other")
    expect(page.locator(".v-help-box")).to_contain_text("space: play or pause")
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".v-help-box")).to_be_hidden()
    page.keyboard.press("?")
    page.get_by_role("link", name="All the rules").click()
    expect(page.locator("h1")).to_contain_text("Twin It")


def test_cards_within_sentences_are_seen_and_heard(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["sequence"], "#leg=1&step=1")
    chip = page.locator(".v-caption .sq-chipcard").first
    assert re.fullmatch(r"\w+ of (clubs|diamonds|hearts|spades)[^ ]+", chip.text_content() or "")
    show(page, matches["twinit"], "#leg=1&step=0")
    page.get_by_role("tab", name="Moments").click()
    page.locator(".v-tag-won").first.click()
    assert page.locator(".v-caption .tw-inline svg").count() >= 2


def test_a_link_leads_to_a_moment_of_a_leg(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["takethat"], "#leg=2&step=5&seat=1")
    assert count(page)[0] == 5
    expect(page.get_by_label("Leg", exact=True)).to_have_value("1")
    expect(page.get_by_label("Whose eyes")).to_have_value("1")
    page.get_by_role("link", name="Leg 1", exact=True).click()
    expect(page.get_by_label("Leg", exact=True)).to_have_value("0")


def test_through_a_seats_eyes_hidden_cards_are_hidden(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["lie"], "#leg=1&step=1")
    assert page.locator(".lie-back").count() == 0
    page.keyboard.press("2")
    expect(page.locator(".v-eyes .v-name")).to_have_text("bertha")
    assert page.locator(".v-eyes .lie-back").count() == 0
    assert page.locator(".v-seat:not(.v-eyes) .lie-back").count() == 3
    shoot(page, "replay-through-a-seats-eyes")
    page.keyboard.press("o")
    expect(page.locator(".lie-back")).to_have_count(0)
    show(page, matches["sequence"], "#leg=1&step=4&seat=0")
    assert page.locator(".v-seat:not(.v-eyes) .sq-back").count() == 7
    assert page.locator(".v-eyes .sq-back").count() == 0


def test_a_twin_is_perceived_tick_by_tick(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["twinit"], "#leg=1&step=0&seat=1")
    seen = page.evaluate(
        "document.querySelector('[data-viewer]').player.leg.frames[0].state.fresh.map((f) => f[1])"
    )
    assert any(None in sight for sight in seen)
    page.keyboard.press("o")
    expect(page.get_by_label("Whose eyes")).to_have_value("")
    whole: list[Any] = page.evaluate(
        "document.querySelector('[data-viewer]').player.leg.frames[0].state.fresh"
    )
    assert not any(None in sight for _, sight in whole)


def test_the_open_table_tells_what_each_seat_has_made_out(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["twinit"], "#leg=1&step=2")
    seen = page.evaluate(SIGHTED)
    assert page.locator(".v-seat .tw-glance").count() == 8  # two fresh pictures, four seats
    assert page.locator(".tw-dots .tw-past").count() == seen > 0


def test_ticks_without_a_move_are_one_line(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["twinit"])
    rows: list[list[str]] = page.evaluate(ROWS)
    assert [int(first) for first, _, _ in rows[1:]] == [int(last) + 1 for _, last, _ in rows[:-1]]
    first, last, text = next(row for row in rows if row[0] != row[1])
    assert f"{int(last) - int(first) + 1} ticks: nobody moves" in text
    page.evaluate("(step) => document.querySelector('[data-viewer]').player.go(step)", int(last))
    expect(page.locator(".v-now")).to_have_attribute("data-step", first)


def test_four_at_ten_fit_a_window(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["ten"], "#leg=1&step=60")
    assert page.locator(".v-viewer").evaluate("(node) => node.offsetHeight") <= 900


def test_a_crowded_table_is_drawn_larger_on_demand(visit: Visit, matches: dict[str, int]) -> None:
    page = visit(phone=True)
    show(page, matches["twinit-coop"])
    width = "() => document.querySelector('.tw-coop .tw-card').getBoundingClientRect().width"
    small = page.evaluate(width)
    page.get_by_role("button", name="Larger cards").click()
    assert page.evaluate(width) > 1.6 * small
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_table_is_told_in_words(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["ten"], "#leg=1&step=40")
    page.get_by_role("tab", name="In words").click()
    expect(page.locator(".v-words")).to_contain_text("Play area")
    page.keyboard.press("ArrowLeft")  # the arrow keys change tabs here
    assert page.get_by_role("tab", name="Moments").get_attribute("aria-selected") == "true"


def log_in(page: Page) -> None:
    """Be the owner of the first bot in every match."""
    page.goto("/login")
    page.fill("#id_username", "replay-owner")
    page.fill("#id_password", "correct horse")
    page.click("main button.primary")
    page.wait_for_url(lambda url: "/login" not in url)


def test_the_owner_is_one_click_from_a_fault(page: Page, matches: dict[str, int]) -> None:
    show(page, matches["fault"])
    page.get_by_role("link", name="It did not answer within").click()
    expect(page.locator(".v-caption")).to_contain_text("forfeits the leg (timeout)")
    assert page.get_by_role("tab", name="My bot").count() == 0  # a stranger reads no log
    log_in(page)
    show(page, matches["fault"], "#leg=2&step=0")
    page.get_by_role("tab", name="My bot").click()
    page.get_by_role("button", name=re.compile(r"Leg 1, step \d+: timeout")).click()
    expect(page.get_by_label("Leg", exact=True)).to_have_value("0")
    expect(page.locator(".v-own dd.v-fault")).to_contain_text("It did not answer within")
    assert axe(page) == []


def test_the_owner_reads_notes_beside_the_step(page: Page, matches: dict[str, int]) -> None:
    log_in(page)
    show(page, matches["lie"], "#leg=1&step=3")
    page.get_by_role("tab", name="My bot").click()
    expect(page.locator(".v-own")).to_contain_text("note of 0")
    expect(page.locator(".v-own")).to_contain_text("log of 0")
    expect(page.locator(".v-own")).to_contain_text("Standard error")


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_by_night_hinders_nobody(visit: Visit, matches: dict[str, int], name: str) -> None:
    page = visit(dark=True)
    show(page, matches[name], "#leg=1&step=30")
    assert axe(page) == []
    shoot(page, f"replay-{name}-dark")


@pytest.mark.parametrize("name", [*GAMES, "twinit-ring", "twinit-coop"])
def test_a_replay_fits_a_phone(visit: Visit, matches: dict[str, int], name: str) -> None:
    page = visit(phone=True)
    show(page, matches[name], "#leg=1&step=20")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Step on").click()
    shoot(page, f"replay-{name}-phone")


def test_a_match_is_read_without_scripts(visit: Visit, matches: dict[str, int]) -> None:
    page = visit(scripts=False)
    page.goto(f"/matches/{matches['lie']}")
    expect(page.locator("h1")).to_contain_text("wins before")
    page.get_by_role("link", name="Read leg 2").click()
    expect(page.locator("#account li").first).to_contain_text("starts")  # the deal
    expect(page.locator("#account li").nth(1)).to_contain_text("sets")
    assert page.locator("#account li").count() > 10


def test_pages_of_matches_hinder_nobody(page: Page, matches: dict[str, int]) -> None:
    for name, address in {"matches": "/matches", "account": f"/matches/{matches['lie']}/account"}.items():
        page.goto(address)
        assert axe(page) == []
        shoot(page, f"page-{name}")
    show(page, matches["sequence-teams"])
    assert axe(page) == []
    kept = page.evaluate(
        """performance.getEntriesByType("resource").filter((entry) => /[.](js|css)/.test(entry.name))
        .reduce((sum, entry) => sum + entry.decodedBodySize, 0)"""
    )
    assert kept < 150_000


@pytest.mark.parametrize("name", ["lie-wild", "twinit-teams"])
def test_the_offline_page_opens_from_a_disk(browser: Browser, tmp_path: Path, name: str) -> None:
    file = tmp_path / "match.html"
    record = make_record(name, fault=True)
    file.write_text(offline_page(record))
    page = browser.new_page()
    asked: list[str] = []
    problems: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition(":")[0]))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.goto(f"file://{file}#leg=1&step=4&seat=1")
    expect(page.locator(".v-caption")).not_to_be_empty()
    assert count(page)[0] == 4
    assert page.evaluate(STEP_THROUGH) == []
    page.goto(f"file://{file}#leg=1&step={record['faults'][0]['step']}")
    expect(page.locator(".v-caption b")).to_contain_text(re.compile(r"^ada.* forfeits the leg"))
    assert axe(page) == []
    assert set(asked) <= {"file", "data", "blob"}
    assert problems == []
    page.close()
