"""Where data lives: the settings of database, broker and storage for each place they can be in."""

from __future__ import annotations

import hashlib
import os
import secrets
import socket
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote

from django.core.exceptions import ImproperlyConfigured

from arena import env

# A Unix socket's path has room for 107 bytes; the broker also opens a temporary name beside it.
_LONGEST_SOCKET = 100
_SHORTEST_KEY = 50  # as Django's own deployment check asks

# IMMEDIATE: every transaction takes the write lock at its start, so none fails half way with "locked".
_SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA mmap_size=134217728;"
    "PRAGMA journal_size_limit=27103364;PRAGMA cache_size=-20000;"
)


def data_directory(path: Path) -> Path:
    """Make the data directory, or say why it cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as bad:
        raise ImproperlyConfigured(f"ARENA_DATA: cannot make {path}: {bad.strerror}.") from None
    return path


def secret_key(name: str, path: Path, *, generate: bool) -> str:
    """Read the key that signs sessions: from the environment or, embedded, the installation's own."""
    found = env.text(name)
    if not found and not generate:
        env.required(name, "a served Arena needs a long random text")
    if 0 < len(found) < _SHORTEST_KEY:
        raise ImproperlyConfigured(f"{name} must have at least {_SHORTEST_KEY} characters.")
    return found or generated_secret(path)


def generated_secret(path: Path) -> str:
    """Read this installation's own secret, making it the first time; safe when several start at once."""
    data_directory(path.parent)
    try:
        if not path.exists():
            _write_once(path, secrets.token_urlsafe(64))
        return path.read_text().strip()
    except OSError as bad:
        raise ImproperlyConfigured(f"ARENA_DATA: cannot keep a secret in {path}: {bad.strerror}.") from None


def _write_once(path: Path, content: str) -> None:
    """Put a whole file in place unless another process was first: readers never see half of one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")  # mode 600
    draft = Path(name)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(content)
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def own_names(bind: str) -> list[str]:
    """List the names under which a machine asks for itself, and its neighbours for it."""
    listens_on = f"[{bind}]" if ":" in bind else bind
    return ["localhost", "127.0.0.1", "[::1]", listens_on, socket.gethostname()]


def sqlite(data: Path) -> dict[str, Any]:
    """Describe the embedded database."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": data_directory(data) / "db.sqlite3",
        "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE", "init_command": _SQLITE_PRAGMAS},
        # A file, not memory: tests meet the same locks as the service.
        "TEST": {"NAME": str(data / "test.sqlite3")},
    }


def postgres(url: SplitResult) -> dict[str, Any]:
    """Describe the PostgreSQL that DATABASE_URL names."""
    user, password = credentials(url)
    options: dict[str, Any] = {"connect_timeout": "5", **dict(parse_qsl(url.query))}
    host = options.pop("host", url.hostname or "")  # a socket's directory cannot be written as a host
    if not url.path.strip("/"):
        raise ImproperlyConfigured("DATABASE_URL names no database: end it with /name.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path.strip("/")),
        "USER": user,
        "PASSWORD": password,
        "HOST": host,
        "PORT": str(url.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def credentials(url: SplitResult) -> tuple[str, str]:
    """Read the user and password of an address."""
    return unquote(url.username or ""), unquote(url.password or "")


def broker_socket(data: Path) -> Path:
    """Name the embedded broker's socket: in the data directory, or in a short one when that is deep."""
    inside = data / "valkey.sock"
    if len(os.fsencode(inside)) <= _LONGEST_SOCKET:
        return inside
    tag = hashlib.sha256(os.fsencode(data)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"arena-{os.getuid()}-{tag}" / "valkey.sock"


def broker_socket_url(data: Path) -> str:
    """Give the embedded broker's address as redis-py spells it."""
    return f"unix://{broker_socket(data)}?db=0"


def celery_broker(redis_url: str) -> str:
    """Spell a Redis address the way Celery does."""
    if redis_url.startswith("unix://"):
        return redis_url.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=")
    return redis_url


def files(root: Path) -> dict[str, Any]:
    """Describe storage in a directory."""
    return {"BACKEND": "arena.storage.DirectoryStorage", "OPTIONS": {"location": root}}


def s3(bucket: str) -> dict[str, Any]:
    """Describe storage in a bucket; needs the extra `s3`."""
    if find_spec("storages") is None:
        raise ImproperlyConfigured("ARENA_S3_BUCKET needs the package django-storages[s3]: install it.")
    options = {
        "bucket_name": bucket,
        "endpoint_url": env.text("ARENA_S3_ENDPOINT") or None,
        "region_name": env.text("ARENA_S3_REGION") or None,
        "file_overwrite": True,  # a name is the hash of its content: writing again changes nothing
        "default_acl": None,
        "querystring_auth": True,
    }
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
