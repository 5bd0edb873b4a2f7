"""Where everything is."""

from django.contrib import admin
from django.urls import include, path

from arena import health, metrics

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("arena.api.urls")),
    path("", include("arena.web.urls")),
]
handler400 = "arena.web.refusals.bad_request"
handler403 = "arena.web.refusals.forbidden"
handler404 = "arena.web.refusals.not_found"
handler500 = "arena.web.refusals.failed"
