"""Mail: whoever asks for it does not wait for the mail server."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from threading import enumerate as threads
from typing import Any

import pytest

from arena import mail


@pytest.fixture
def silent_server(settings: Any) -> Iterator[socket.socket]:
    """Let mail go to a server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()
        settings.EMAIL_TIMEOUT = 2
        yield server
        for thread in threads():
            if thread.name == "mail":
                thread.join()


def test_a_silent_mail_server_keeps_nobody_waiting(silent_server: socket.socket) -> None:
    begun = time.monotonic()
    mail.send(to="alice@example.org", subject="Hello", text="There.")
    assert time.monotonic() - begun < 1
    silent_server.settimeout(5)
    silent_server.accept()[0].close()  # it was asked all the same


def test_a_bad_address_is_no_failure_of_ours(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    mail.send(to="alice@example.org", subject="two\nlines", text="There.")
    assert "mail_not_sent" in caplog.text
