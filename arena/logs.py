"""One line an event, whatever is logged: ours through structlog, others' through the standard library."""

from __future__ import annotations

import logging
from typing import Any

import structlog

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,  # a string with escaped line ends, so still one line
]


def logging_config(*, style: str, level: str, file: str = "") -> dict[str, Any]:
    """Configure structlog and describe the same format to the standard library.

    With a file everything goes there, and to standard error only what an operator should see.
    """
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": _formatter, "style": style}},
        "filters": {"operator": {"()": lambda: _is_for_operator}},
        "handlers": _handlers(file),
        "root": {"handlers": list(_handlers(file)), "level": level},
        "loggers": _quiet(level),
    }


def _handlers(file: str) -> dict[str, Any]:
    stderr = {"class": "logging.StreamHandler", "formatter": "line"}
    if not file:
        return {"stderr": stderr}
    # It opens the file again once it was moved away, so that another process may do so.
    watched = {"class": "logging.handlers.WatchedFileHandler", "formatter": "line", "filename": file}
    return {"stderr": stderr | {"level": "WARNING", "filters": ["operator"]}, "file": watched}


def _is_for_operator(record: logging.LogRecord) -> bool:
    """Pass over what strangers ask for in vain: addresses that are none, hosts that are not ours."""
    asked_in_vain = record.name == "django.request" and record.levelno < logging.ERROR
    return not asked_in_vain and record.name != "django.security.DisallowedHost"


def _formatter(style: str) -> structlog.stdlib.ProcessorFormatter:
    """Make the formatter: JSON for machines, key=value for a terminal."""
    renderer: Any = structlog.processors.JSONRenderer()
    if style == "text":
        renderer = structlog.processors.LogfmtRenderer(
            key_order=["timestamp", "level", "event"], bool_as_flag=False
        )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_SHARED,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    )


def _quiet(level: str) -> dict[str, Any]:
    """Keep chatty libraries to their warnings, unless everything is asked for."""
    names = ("celery", "kombu", "uvicorn", "django_structlog", "django.request", "asyncio", "httpx")
    quiet = {name: {"level": "WARNING"} for name in names}
    quiet["django_structlog.middlewares.request"] = {"level": "ERROR"}  # a watcher who leaves is no warning
    return {} if level == "DEBUG" else quiet
