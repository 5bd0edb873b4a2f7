"""The site in a browser: sign up, submit, watch, read; by day and night, on a phone, without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import STILL, Site, Visit, axe, join, jumps, shoot

pytestmark = pytest.mark.browser

BUDGET = 150_000  # bytes of script and style on a page, not compressed
LOOP = """
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"ready": True}), flush=True)
    elif message["type"] == "act":
        print(json.dumps(random.choice(message["legal"])), flush=True)
"""
BROKEN = LOOP.replace('message["legal"]', 'message["legl"]')
PAGES = {
    "home": "/", "ladders": "/ladders", "ladder": "/ladders/lie", "pentathlon": "/pentathlon",
    "bots": "/bots", "bot": "/bots/lie-random", "version": "/bots/lie-random/versions/1",
    "versus": "/bots/lie-random/versus/lie-sensible", "players": "/players", "player": "/players/house",
    "docs": "/docs", "tutorial": "/docs/tutorial", "protocol": "/docs/protocol", "ratings": "/docs/ratings",
    "games": "/games", "game-ten": "/games/ten", "game-lie": "/games/lie", "game-takethat": "/games/takethat",
    "game-sequence": "/games/sequence", "game-twinit": "/games/twinit", "kits": "/kits", "status": "/status",
    "signup": "/signup", "login": "/login", "reset": "/password/reset",
}  # fmt: skip

READ = {  # what must be there to read without scripts, beside the heading
    "home": ("main a[href^='/ladders/']", ".steps"), "ladder": ("#board tbody tr", "#board .bar"),
    "bot": ("main a[href$='/versions/1']", "main .stat"),
    "protocol": ("pre", ".toc a"), "game-ten": (".rule .picture svg", ".toc a"),
    "status": (".stat", ".hours svg"), "kits": ("a[href$='.zip']",),
}  # fmt: skip
LONG = ("protocol", "tutorial", "ratings", *(name for name in PAGES if name.startswith("game-")))
STYLES = ("home", "ladder", "bot", "game-lie", "protocol", "status", "signup")  # every kind of component


def _submit(page: Page, tmp_path: Path, name: str, source: str) -> None:
    file = tmp_path / f"{name}.py"
    file.write_text(source)
    page.goto("/submit")
    page.set_input_files("input[type=file]", str(file))
    expect(page.locator("#id_name")).to_have_value(name)  # guessed from the file
    page.check("input[value=lie]")
    page.click("main button.primary")
    page.wait_for_url(f"**/bots/{name}/versions/1")


def test_a_bot_is_uploaded_watched_and_accepted(page: Page, site: Site, tmp_path: Path) -> None:
    join(page, "dora")
    _submit(page, tmp_path, "dora-bot", LOOP)
    shoot(page, "upload-watched")
    expect(page.get_by_role("heading", name="Accepted")).to_be_visible(timeout=60_000)
    shoot(page, "upload-accepted")
    page.goto("/ladders/lie?q=dora")
    expect(page.get_by_role("link", name="dora-bot")).to_be_visible()
    page.goto("/bots/dora-bot")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("It is off the boards until you resume it.")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("It plays again.")).to_be_visible()
    for address in ("/account", "/account/tokens", "/submit", "/bots/dora-bot/upload", "/challenge"):
        page.goto(address)
        assert axe(page) == []
        shoot(page, address.strip("/").replace("/", "-"))


def test_a_broken_bot_is_refused_with_the_line_marked(page: Page, tmp_path: Path) -> None:
    join(page, "emil")
    _submit(page, tmp_path, "emil-bot", BROKEN)
    expect(page.get_by_role("heading", name="Refused")).to_be_visible(timeout=60_000)
    expect(page.locator(".transcript .hit", has_text="KeyError").first).to_be_visible()
    assert axe(page) == []
    shoot(page, "upload-refused")


def test_every_page_is_accessible_and_light(page: Page) -> None:
    for name, address in PAGES.items():
        page.goto(address)
        assert _weight(page) < BUDGET, name
        assert jumps(page) < STILL, name
        assert axe(page) == []
        shoot(page, f"{name}-day", whole=name not in LONG)


def test_the_night_has_enough_contrast(visit: Visit) -> None:
    page = visit(dark=True)
    for name in STYLES:
        page.goto(PAGES[name])
        assert axe(page) == []
        shoot(page, f"{name}-night")


def _weight(page: Page) -> int:
    """Count the bytes of script and style that a page has loaded, not compressed."""
    weight: int = page.evaluate(
        "performance.getEntriesByType('resource').filter(e => /\\.(js|css)$/.test(new URL(e.name).pathname))"
        ".reduce((sum, e) => sum + e.decodedBodySize, 0)"
    )
    return weight


def test_a_phone_shows_everything_in_its_width(visit: Visit) -> None:
    page = visit(phone=True, dark=True, has_touch=True)
    for name, address in PAGES.items():
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0, name
        if name in STYLES:
            shoot(page, f"{name}-phone")
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("link", name="Leaderboards").first.click()
    page.wait_for_url("**/ladders")


def test_the_theme_switch_turns_and_stays(page: Page) -> None:
    page.goto("/")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    day = page.evaluate(ground)
    page.get_by_role("button", name="Light or dark").click()
    night = page.evaluate(ground)
    assert night != day
    page.goto("/ladders")
    assert page.evaluate(ground) == night


def test_without_scripts_all_can_be_read_and_sent(visit: Visit, tmp_path: Path) -> None:
    page = visit(scripts=False)
    for name, address in PAGES.items():
        page.goto(address)
        expect(page.locator("h1")).to_have_count(1)
        for selector in READ.get(name, ()):
            expect(page.locator(selector).first, f"{name}: {selector}").to_be_visible()
    page.goto("/ladders/lie")
    page.fill("#q", "sensible")
    page.keyboard.press("Enter")
    expect(page.locator("#board tbody tr")).to_have_count(1)
    join(page, "fritz")
    file = tmp_path / "bot.py"
    file.write_text(LOOP)
    page.set_input_files("input[type=file]", str(file))
    page.fill("#id_name", "fritz-bot")
    page.check("input[value=lie]")
    page.click("main button.primary")
    page.wait_for_url("**/bots/fritz-bot/versions/1")
    _look_again_until(page, "Accepted")
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def _look_again_until(page: Page, heading: str) -> None:
    """Press the button that stands in for the script, as a person would."""
    for _ in range(120):
        if page.get_by_role("heading", name=heading).count():
            return
        page.wait_for_timeout(500)
        page.get_by_role("link", name="Look again").click()
    raise AssertionError(f"{heading} did not come")


SPOILT = """
from arena.accounts.models import User
from arena.matches.models import Match, MatchKind, MatchStatus
from arena.matches.services import create_match
from arena.matches.terms import Terms
from arena.submissions.models import Version
from django.utils import timezone
User.objects.filter(username="oskar").update(is_staff=True, role="operator")
versions = list(Version.objects.filter(bot__name__in=["lie-random", "lie-sensible"]))
terms = Terms(game="lie", seats=2, options={}, legs=2)
match = create_match(kind=MatchKind.CHALLENGE, versions=versions, terms=terms)
Match.objects.filter(pk=match.pk).update(
    status=MatchStatus.VOID, status_reason="A worker broke off.", failure="the disk was full",
    worker="test/odd", finished_at=timezone.now(),
)
"""


def test_operators_see_workers_and_what_went_wrong(visit: Visit, site: Site) -> None:
    page = visit(dark=True)
    page.goto("/status/operators")
    page.wait_for_url("**/login?next=/status/operators")
    join(page, "oskar")
    site.python(SPOILT)
    page.goto("/status")
    page.locator("main").get_by_role("link", name="For operators").click()
    expect(page.locator("#odd + .table-wrap tbody tr").first).to_be_visible()
    expect(page.get_by_text("the disk was full")).to_be_visible()
    assert axe(page) == []
    shoot(page, "operators-night")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_a_board_is_searched_as_one_types(page: Page) -> None:
    page.goto("/ladders/lie")
    page.fill("#q", "sensible")
    expect(page.locator("#board tbody tr")).to_have_count(1)
    page.wait_for_url("**q=sensible**")


def test_the_keyboard_skips_to_the_content_and_polish_is_spoken(page: Page) -> None:
    page.goto("/")
    shoot(page, "home-top", whole=False)
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.get_by_role("button", name="Polski").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.get_by_role("link", name="Rankingi").first).to_be_visible()
    assert axe(page) == []
    shoot(page, "home-polish")
