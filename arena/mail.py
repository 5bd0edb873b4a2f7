"""Mail to one person: who asks for it never waits for the mail server, nor learns from the time it takes."""

from __future__ import annotations

from threading import Thread

import structlog
from django.conf import settings
from django.core.mail import send_mail

log = structlog.get_logger(__name__)


def send(*, to: str, subject: str, text: str) -> None:
    """Send a mail, from a thread of its own where a mail server is asked; one that fails is logged."""
    if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        Thread(target=_send, args=(to, subject, text), name="mail", daemon=True).start()
    else:
        _send(to, subject, text)


def _send(to: str, subject: str, text: str) -> None:
    try:
        send_mail(subject, text, None, [to])
    except (OSError, ValueError) as bad:  # SMTPException is an OSError; an address may be no header
        log.warning("mail_not_sent", to=to, error=str(bad))
