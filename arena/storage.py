"""Content by its hash: uploads, builds and records are written once and never change."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, default_storage


class DirectoryStorage(FileSystemStorage):
    """Files in a directory, in place whole or not at all, so that a crash never leaves half a record."""

    def _save(self, name: str, content: Any) -> str:
        """Write beside the target, flush to the disk, then rename."""
        target = Path(self.path(name))
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                for chunk in content.chunks():
                    file.write(chunk)
                file.flush()
                os.fsync(file.fileno())
            Path(draft).rename(target)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
        return name


def key_of(content: bytes, kind: str) -> str:
    """Name content by its hash, under its kind ("upload", "record", ...)."""
    digest = hashlib.sha256(content).hexdigest()
    return f"{kind}/{digest[:2]}/{digest}"


def put(content: bytes, kind: str) -> str:
    """Store content and return its key; storing the same again does nothing."""
    key = key_of(content, kind)
    if not default_storage.exists(key):
        default_storage.save(key, ContentFile(content))
    return key


def get(key: str) -> bytes:
    """Read what was stored under a key. FileNotFoundError when there is nothing."""
    with default_storage.open(key) as file:
        content: bytes = file.read()
    return content
