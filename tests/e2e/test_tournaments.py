"""Tournaments in a browser: the demonstration plays, an organiser makes one, everybody can follow it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site, Visit, axe, join, shoot

pytestmark = pytest.mark.browser

PLAYED_MS = 120_000
PROMOTE = """
from arena.accounts.models import User
User.objects.filter(username="olga").update(role="organiser")
"""


def test_the_demonstration_plays_itself_and_the_page_follows(page: Page, visit: Visit) -> None:
    page.goto("/tournaments/welcome-cup")
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible(timeout=PLAYED_MS)
    expect(page.get_by_text("Winner:")).to_be_visible()
    assert axe(page) == []
    shoot(page, "tournament-bracket")
    page.locator("a[id^='box-']").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/*")
    page.goto("/tournaments/welcome-tables")
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible(timeout=PLAYED_MS)
    assert axe(page) == []
    shoot(page, "tournament-tables")


@pytest.mark.parametrize("path", ["/tournaments", "/tournaments?tab=over", "/tournaments/calendar"])
def test_lists_can_be_read_by_all(page: Page, path: str) -> None:
    page.goto(path)
    assert axe(page) == []


def test_a_phone_in_the_dark_scrolls_the_bracket_not_the_page(visit: Visit) -> None:
    page = visit(phone=True, dark=True)
    page.goto("/tournaments/welcome-cup")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    shoot(page, "tournament-phone")
    page.goto("/tournaments/welcome-cup/print")
    assert axe(page) == []


def test_an_organiser_makes_previews_and_starts_a_tournament(page: Page, site: Site) -> None:
    join(page, "olga")
    site.python(PROMOTE)
    page.goto("/tournaments/new")
    page.fill("#id_title", "Evening cup")
    page.select_option("#id_format", "swiss")
    expect(page.locator("#id_rounds")).to_be_visible()
    expect(page.locator("#id_third_place")).to_be_hidden()
    page.select_option("#id_ladder", "lie-duel")
    page.fill("#id_legs", "2")
    page.check("#id_house_entrants")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("matches, ties apart")).to_be_visible()
    assert axe(page) == []
    shoot(page, "tournament-form")
    page.get_by_role("button", name="Make it").click()
    page.wait_for_url("**/tournaments/evening-cup")
    page.get_by_role("button", name="Open registration").click()
    page.get_by_role("button", name="Start now").click()
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible(timeout=PLAYED_MS)
    expect(page.get_by_role("heading", name="Cross table")).to_be_visible()
    assert axe(page) == []
    shoot(page, "tournament-swiss")


def test_the_options_of_the_chosen_game_are_offered(page: Page, site: Site) -> None:
    join(page, "oscar")
    site.python(PROMOTE.replace("olga", "oscar"))
    page.goto("/tournaments/new")
    expect(page.get_by_label("Mode")).to_be_hidden()
    page.get_by_label("as set here").check()
    page.select_option("#id_game", "twinit")
    expect(page.get_by_label("Alone against TEN")).to_be_hidden()
    expect(page.locator("#id_ladder")).to_have_value("")  # the one before was of another game
    page.get_by_label("Mode").select_option("all together")
    page.fill("#id_title", "Together")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("matches, ties apart")).to_be_visible()
    expect(page.get_by_label("Mode")).to_have_value('"coop"')
    assert axe(page) == []
    page.get_by_role("button", name="Make it").click()
    page.wait_for_url("**/tournaments/together")
    expect(page.get_by_text("Mode: all together")).to_be_visible()
    page.goto("/ladders/new")
    page.select_option("#id_game", "ten")
    expect(page.get_by_label("Mode")).to_be_hidden()
    assert axe(page) == []
    shoot(page, "ladder-form")


def test_without_scripts_everything_is_there(visit: Visit) -> None:
    page = visit(scripts=False)
    page.goto("/tournaments/welcome-cup")
    expect(page.get_by_text("All matches as a list")).to_be_visible()
    expect(page.locator(".bracket a").first).to_be_visible()
