"""Every setting of the service, from the environment; docs/settings.md lists the variables.

Without DATABASE_URL and REDIS_URL Arena is embedded: SQLite and a private broker under ARENA_DATA. With both
it is served: PostgreSQL and Redis, and then nothing secret has a default.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from arena import env, sources
from arena.logs import logging_config
from arena.queue import EVERY_S, ROUTES, Queue
from bots.sandbox import Level

BASE_DIR = Path(__file__).resolve().parent.parent
DATA = env.path("ARENA_DATA", BASE_DIR / "var")

_database_url = env.url("DATABASE_URL", ("postgres", "postgresql"))
_redis_url = env.url("REDIS_URL", ("redis", "rediss"))
if (_database_url is None) != (_redis_url is None):
    _missing = "DATABASE_URL" if _database_url is None else "REDIS_URL"
    raise ImproperlyConfigured(f"{_missing} is not set: set both or, for the embedded default, neither.")
EMBEDDED = _database_url is None

# ---- where it is served -------------------------------------------------------------------

PORT = env.number("ARENA_PORT", 8000, least=1, most=65535)
BIND = env.text("ARENA_BIND", "127.0.0.1")
if not EMBEDDED:
    env.required("ARENA_URL", "a served Arena needs its public address, like https://arena.example")
_url = env.site("ARENA_URL", f"http://localhost:{PORT}")
URL = _url.geturl().rstrip("/")
HTTPS = _url.scheme == "https"

DEBUG = env.flag("ARENA_DEBUG", default=False)
if DEBUG and not EMBEDDED:
    raise ImproperlyConfigured("ARENA_DEBUG must be off in a served Arena: it shows settings to strangers.")
SECRET_KEY = sources.secret_key("ARENA_SECRET_KEY", DATA / "secret.key", generate=EMBEDDED)
SECRET_KEY_FALLBACKS = env.words("ARENA_OLD_SECRET_KEYS")

ALLOWED_HOSTS = [str(_url.hostname), *env.words("ARENA_HOSTS")]
if EMBEDDED:
    ALLOWED_HOSTS += sources.own_names(BIND)
CSRF_TRUSTED_ORIGINS = [URL] if HTTPS else []

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # probes come from inside, without TLS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
BEHIND_PROXY = env.flag("ARENA_BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# ---- applications -------------------------------------------------------------------------

INSTALLED_APPS = [
    "arena.accounts",
    "arena.submissions",
    "arena.ladders",
    "arena.matches",
    "arena.ratings",
    "arena.tournaments",
    "arena.api",
    "arena.web",
    "arena.supervisor",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "csp",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "knox",
    "rest_framework",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "arena.web.refusals.RefusalMiddleware",
]

ROOT_URLCONF = "arena.urls"
ASGI_APPLICATION = "arena.asgi.application"
WSGI_APPLICATION = "arena.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "arena.web.context.site",
            ]
        },
    }
]

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL, LOGIN_REDIRECT_URL, LOGOUT_REDIRECT_URL = "login", "account", "home"
CSRF_FAILURE_VIEW = "arena.web.refusals.csrf_failed"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---- database, broker, cache, storage -----------------------------------------------------

DATABASES = {"default": sources.postgres(_database_url) if _database_url else sources.sqlite(DATA)}

# Put before every key, channel and queue, so that several installations can share one Redis.
REDIS_PREFIX = env.text("ARENA_REDIS_PREFIX")
REDIS_URL = _redis_url.geturl() if _redis_url else sources.broker_socket_url(DATA)
CACHES = {
    "default": {
        "BACKEND": "arena.cache.SparingCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
        "KEY_PREFIX": f"{REDIS_PREFIX}cache",
    }
}

CELERY_BROKER_URL = sources.celery_broker(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than any match. What a dead worker held is sent again by the sweeps, long before this.
    "visibility_timeout": 3600,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "queue_order_strategy": "sorted",  # by name; "priority" keeps no order with this transport
    "priority_steps": [0],
    "global_keyprefix": REDIS_PREFIX,
    "socket_connect_timeout": 5,
    "socket_keepalive": True,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0, "interval_step": 0.2}
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = Queue.LADDER.value
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_TASK_ROUTES = {task.value: {"queue": queue.value} for task, queue in ROUTES.items()}
CELERY_BEAT_SCHEDULE = {
    task.value: {"task": task.value, "schedule": every_s, "options": {"expires": every_s}}
    for task, every_s in EVERY_S.items()
}
# Without a notebook: every interval is short, and tasks compare the time with their rows.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

WORKERS = env.number("ARENA_WORKERS", len(os.sched_getaffinity(0)), least=1, most=1024)
DRAIN_S = env.number("ARENA_DRAIN_S", 10)

_bucket = env.text("ARENA_S3_BUCKET")
MEDIA_ROOT = DATA / "storage"
STATIC_ROOT = env.path("ARENA_STATIC", DATA / "static")
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "bots" / "viewer" / "static"]
STORAGES = {
    "default": sources.s3(_bucket) if _bucket else sources.files(MEDIA_ROOT),
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# ---- language, time, mail -----------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("pl", _("Polish"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.time_zone("ARENA_TIME_ZONE", "UTC")
USE_TZ = True

_mail = env.url("ARENA_MAIL_URL", ("smtp", "smtps", "smtp+tls"))
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if _mail else 'console'}.EmailBackend"
if _mail:
    EMAIL_HOST, EMAIL_PORT = _mail.hostname or "localhost", _mail.port or 587
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = sources.credentials(_mail)
    EMAIL_USE_SSL, EMAIL_USE_TLS = _mail.scheme == "smtps", _mail.scheme == "smtp+tls"
EMAIL_TIMEOUT = 10  # a mail server that hangs must not hold a worker
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("ARENA_MAIL_FROM", f"arena@{_url.hostname}")

# ---- API ----------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "arena.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["arena.api.throttling.ApiThrottle"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "arena.api.problems.handle",
    "NUM_PROXIES": int(BEHIND_PROXY),  # else strangers would choose the address they are counted by
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Arena",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "arena.api.hooks.without_column_limits",
    ],
    "DESCRIPTION": "Everything a person can do on the web a script can do here.",
    "ENUM_NAME_OVERRIDES": {
        "MatchStatusEnum": "arena.matches.models.MatchStatus",
        "VersionStatusEnum": "arena.submissions.models.VersionStatus",
    },
}
# Requests by whoever is known, by strangers' addresses, and for what is worth more care.
API_RATES = {
    "known": env.rate("ARENA_RATE_KNOWN", "1200/min"),
    "stranger": env.rate("ARENA_RATE_STRANGER", "300/min"),
    "sign_up": env.rate("ARENA_RATE_SIGN_UP", "30/hour"),
    "log_in": env.rate("ARENA_RATE_LOG_IN", "60/hour"),
}
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105 a model's name
REST_KNOX: dict[str, Any] = {"TOKEN_PREFIX": "arena_", "TOKEN_TTL": None, "AUTH_HEADER_PREFIX": "Token"}

# ---- limits -------------------------------------------------------------------------------

UPLOAD_BYTES = env.number("ARENA_UPLOAD_BYTES", 20 << 20, least=1024)
UPLOADS_PER_HOUR = env.number("ARENA_UPLOADS_PER_HOUR", 30)
BOTS_PER_USER = env.number("ARENA_BOTS_PER_USER", 10)
TOKENS_PER_USER = env.number("ARENA_TOKENS_PER_USER", 20)
CHALLENGES_PER_HOUR = env.number("ARENA_CHALLENGES_PER_HOUR", 30)
MATCH_ATTEMPTS = env.number("ARENA_MATCH_ATTEMPTS", 3, least=1)
LEASE_S = env.number("ARENA_LEASE_S", 30, least=5)
LADDER_QUEUE = env.number("ARENA_LADDER_QUEUE", 4, least=1)  # ladder matches kept waiting, a worker slot
SETTLED_MATCHES = env.number("ARENA_SETTLED_MATCHES", 200)  # of a bot; then a ladder only trickles
# Embedded, nothing needs root and cgroups may be missing; served, ARENA_SANDBOX names a weaker level.
env.choice("ARENA_SANDBOX", "full", tuple(Level))
SANDBOX_LEAST = "rlimits" if EMBEDDED else "full"
MIN_FREE_MB = env.number("ARENA_MIN_FREE_MB", 200)
BUILD_CACHE = env.path("ARENA_BUILDS", DATA / "builds")

# ---- logs ---------------------------------------------------------------------------------

LOG_STYLE = env.choice("ARENA_LOG", "text" if EMBEDDED else "json", ("text", "json"))
LOG_LEVEL = env.choice("ARENA_LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = logging_config(style=LOG_STYLE, level=LOG_LEVEL, file=env.file("ARENA_LOG_FILE"))
DJANGO_STRUCTLOG_CELERY_ENABLED = True
