"""The HTTP API of an arena, seen from the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx

from bots.cli.exits import CommandError, Exit
from bots.cli.places import read_settings, write_settings

_TIMEOUT_S = 30


@dataclass(frozen=True, slots=True)
class Account:
    """A server and how we are known there."""

    address: str
    token: str = ""
    username: str = ""


def clean_address(text: str) -> str:
    """Write a server's address in one way; a bare name is reached over https, one's own machine over http."""
    text = text.strip().rstrip("/")
    if "://" not in text:
        local = text.split(":")[0] in ("localhost", "127.0.0.1")
        text = f"{'http' if local else 'https'}://{text}"
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise CommandError(
            f"{text!r} is not the address of a server; one looks like https://arena.example.org."
        )
    return text.removesuffix("/api/v1")


def account(server: str = "") -> Account:
    """Find the server to speak to: the one named, else the one last logged in to."""
    settings = read_settings()
    address = clean_address(server) if server else str(settings.get("default", ""))
    if not address:
        raise CommandError(
            "No server is known: name one with --server or ARENA_SERVER, or run `arena login`."
        )
    known = settings.get("servers", {}).get(address, {})
    return Account(address, str(known.get("token", "")), str(known.get("username", "")))


def remember(known: Account) -> None:
    """Keep a token and make its server the default."""
    settings = read_settings()
    servers = settings.get("servers", {}) | {
        known.address: {"token": known.token, "username": known.username}
    }
    write_settings({"default": known.address, "servers": servers})


def forget(address: str) -> bool:
    """Delete what is kept of a server. False: there was nothing."""
    settings = read_settings()
    found = settings.get("servers", {}).pop(address, None)
    if settings.get("default") == address:
        settings["default"] = next(iter(settings.get("servers", {})), "")
    write_settings(settings)
    return found is not None


class Api:
    """Asks a server; every refusal becomes a sentence and an exit code."""

    def __init__(self, client: httpx.Client, known: Account) -> None:
        self._client = client
        self.account = known

    def get(self, path: str, **query: Any) -> Any:
        """Read something."""
        wanted = {key: value for key, value in query.items() if value not in (None, "")}
        return self._answer("GET", path, params=wanted)

    def post(self, path: str, data: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """Make or send something."""
        return self._answer("POST", path, **({"json": data} if data is not None else {}), **more)

    def delete(self, path: str) -> Any:
        """Take something away."""
        return self._answer("DELETE", path)

    def find(self, path: str) -> Any:
        """Read something that may not be there: None then."""
        try:
            return self.get(path)
        except ApiError as refused:
            if refused.status == httpx.codes.NOT_FOUND:
                return None
            raise

    def _answer(self, method: str, path: str, **more: Any) -> Any:
        try:
            response = self._client.request(method, path, **more)
        except httpx.HTTPError as failed:
            reason = str(failed) or type(failed).__name__
            raise CommandError(
                f"{self.account.address} cannot be reached: {reason}.", Exit.OUR_FAULT
            ) from None
        if response.is_success:
            return _body(response, self.account.address)
        raise _problem(response, self.account)


class ApiError(CommandError):
    """The server said no; `status` and `error` (its stable code) say how."""

    def __init__(self, sentence: str, code: Exit, status: int, error: str) -> None:
        super().__init__(sentence, code)
        self.status = status
        self.error = error


def _body(response: httpx.Response, address: str) -> Any:
    if response.status_code == httpx.codes.NO_CONTENT:
        return None
    try:
        return response.json()
    except ValueError:
        raise CommandError(f"{address} does not answer like an arena.", Exit.OUR_FAULT) from None


def _problem(response: httpx.Response, known: Account) -> ApiError:
    try:
        body = response.json()
        detail, error = str(body["detail"]), str(body["code"])
    except (ValueError, KeyError, TypeError):
        detail, error = f"{known.address} answered {response.status_code} {response.reason_phrase}.", ""
    if response.status_code == httpx.codes.UNAUTHORIZED:
        detail += " Run `arena login`." if known.token else " You are not logged in: run `arena login`."
    if wait := response.headers.get("Retry-After"):
        detail += f" Try again in {wait} seconds."
    code = Exit.OUR_FAULT if response.is_server_error else Exit.REFUSED
    return ApiError(detail, code, response.status_code, error)


@contextmanager
def connect(server: str = "", *, known: Account | None = None) -> Iterator[Api]:
    """Speak to a server for a while."""
    known = known or account(server)
    headers = {"Accept": "application/json", "User-Agent": "arena-cli"}
    if known.token:
        headers["Authorization"] = f"Token {known.token}"
    base = f"{known.address}/api/v1/"
    with httpx.Client(base_url=base, headers=headers, timeout=_TIMEOUT_S, follow_redirects=False) as client:
        yield Api(client, known)
