"""A real installation and a real Chromium; what a page complains of, or asks of another host, fails its test.

Fixtures: `site` (the installation, with `manage` and `python`), `visit` (makes pages: desktop, phone, dark,
without scripts) and `page` (one on a desktop). `axe(page)` finds what hinders people; `shoot(page, name)`
writes a picture into screenshots/; `join(page, name)` signs up.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from tests.fleet.installation import ROOT, Installation

STILL = 0.1  # what counts as a page that does not jump
_JUMPS = """() => new Promise((done) => {
    let moved = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) moved += one.value;
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => setTimeout(() => done(moved), 50));
})"""
PASSWORD = "correct horse battery"
SCREENSHOTS = ROOT / "screenshots"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
Visit = Callable[..., Page]

_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


class Site:
    """A running installation."""

    def __init__(self, installation: Installation) -> None:
        self._installation = installation
        self.url = f"http://localhost:{installation.port}"

    def manage(self, *words: str) -> str:
        """Run a management command on its data and give what it prints."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=self._installation.environment,
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    def python(self, code: str) -> str:
        """Run a few lines of Python with its models and give what they print."""
        return self.manage("shell", "--no-imports", "-c", code).strip()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start Arena once for all browser tests: embedded, ladders that soon have played enough."""
    installation = Installation(
        tmp_path_factory.mktemp("e2e") / "var", ARENA_SETTLED_MATCHES="1", ARENA_LADDER_QUEUE="1",
        ARENA_RATE_SIGN_UP="1000/hour", ARENA_RATE_LOG_IN="1000/hour", ARENA_LOG_LEVEL="WARNING",
    )  # fmt: skip
    for name in (
        "DATABASE_URL",
        "REDIS_URL",
        "ARENA_REDIS_PREFIX",
        "ARENA_URL",
        "ARENA_STATIC",
        "ARENA_BUILDS",
    ):
        installation.environment.pop(name, None)
    try:
        installation.start()
        yield Site(installation)
    finally:  # one that was too slow to start must not stay behind either
        installation.end(signal.SIGTERM)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the Chromium of this machine."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert program, "Chromium is missing: type 'apt install chromium'."
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Visit]:
    """Make pages that are watched: no error on the console, no request to another host."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(*, phone: bool = False, dark: bool = False, scripts: bool = True, **options: Any) -> Page:
        context = browser.new_context(
            base_url=site.url, viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            color_scheme="dark" if dark else "light", java_script_enabled=scripts,
            reduced_motion="reduce", **options,
        )  # fmt: skip
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        _watch(page, site, complaints)
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


def _watch(page: Page, site: Site, complaints: list[str]) -> None:
    def asked(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in {"data", "blob"} and not request.url.startswith(site.url):
            complaints.append(f"asks another host: {request.url}")

    page.on("request", asked)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    page.on(
        "console",
        lambda message: complaints.append(f"{page.url}: {message.text}") if message.type == "error" else None,
    )


@pytest.fixture
def page(visit: Visit) -> Page:
    """Open one page on a desktop in daylight."""
    return visit()


def join(page: Page, name: str) -> None:
    """Sign up and be logged in."""
    page.goto("/signup")
    page.fill("#id_username", name)
    page.fill("#id_password", PASSWORD)
    page.click("main button.primary")
    page.wait_for_url("**/submit")


def axe(page: Page) -> list[str]:
    """Give what seriously hinders people on a page."""
    options = {"runOnly": _RULES, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{page.url}: {one['id']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]


def jumps(page: Page) -> float:
    """Give how far things on a page have moved by themselves so far (cumulative layout shift)."""
    moved: float = page.evaluate(_JUMPS)
    return moved


def shoot(page: Page, name: str, *, whole: bool = True) -> Path:
    """Write a picture of a page for people to look at."""
    SCREENSHOTS.mkdir(exist_ok=True)
    path = SCREENSHOTS / f"{name}.png"
    page.screenshot(path=path, full_page=whole)
    return path
