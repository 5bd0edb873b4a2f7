"""Take the README's pictures from an installation: `python -m tests.e2e.pictures http://localhost:8000`.

Best from a fresh one that has played for some minutes. They are written to docs/pictures.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

TARGET = Path(__file__).parents[2] / "docs" / "pictures"
WIDTH = 1180


def home(page: Page) -> None:
    """Show what is going on."""
    page.goto("/")
    _shoot(page, "home", 900)


def leaderboard(page: Page) -> None:
    """Show a board by night."""
    page.emulate_media(color_scheme="dark")
    page.goto("/ladders/ten")
    _shoot(page, "leaderboard", 760)


def bracket(page: Page) -> None:
    """Show the double elimination that the house plays on a fresh installation."""
    page.goto("/tournaments/welcome-cup")
    _shoot(page, "bracket", 860)


def replay(page: Page) -> None:
    """Show a game of Sequence some moves before its end."""
    page.goto("/matches?ladder=sequence&status=finished")
    page.locator("main a.who[href^='/matches/']").first.click()
    viewer = page.locator(".v-viewer")
    viewer.wait_for()
    page.evaluate("location.hash = '#leg=1&step=44'")
    page.wait_for_timeout(1500)
    viewer.screenshot(path=TARGET / "replay.png")


def _shoot(page: Page, name: str, height: int) -> None:
    page.set_viewport_size({"width": WIDTH, "height": height})
    page.wait_for_timeout(1000)
    page.screenshot(path=TARGET / f"{name}.png")


PICTURES: tuple[Callable[[Page], None], ...] = (home, leaderboard, bracket, replay)


def main(base: str) -> None:
    """Take all pictures, each in a browser that knows nothing."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for take in PICTURES:
            size = {"width": WIDTH, "height": 900}
            take(browser.new_page(base_url=base, viewport=size, reduced_motion="reduce"))  # type: ignore[arg-type]
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.e2e.pictures ADDRESS (of an installation that runs)")
    main(sys.argv[1])
