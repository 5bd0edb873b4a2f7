"""Is it alive, and can it do its work."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import redis
import structlog
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.presence import worker_seen

log = structlog.get_logger(__name__)


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """Say that this process answers; nothing else is asked."""
    return HttpResponse("alive\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    """Say what works of all that is needed; 503 when anything does not."""
    found = {name: _works(name, check) for name, check in CHECKS.items()}
    return JsonResponse({"ready": all(found.values()), **found}, status=200 if all(found.values()) else 503)


def _works(name: str, check: Callable[[], bool]) -> bool:
    """Run one check. Whatever it raises means no, and the log has the reason: a stranger need not know it."""
    try:
        return check()
    except Exception as bad:  # noqa: BLE001 a check may fail in any way its library likes
        log.warning("not_ready", part=name, error=repr(bad))
        return False


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _broker() -> bool:
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2) as client:
        return bool(client.ping())


def _storage() -> bool:
    """Write, and remove again: a full disk still reads."""
    name = default_storage.save(f"probe/{uuid4().hex}", ContentFile(b"probe"))
    default_storage.delete(name)
    return True


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "broker": _broker,
    "storage": _storage,
    "worker": worker_seen,
}
