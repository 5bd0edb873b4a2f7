"""Addresses of the pages: whatever the modules of `arena.web.pages` offer, none of them twice."""

from importlib import import_module
from pkgutil import iter_modules

from django.urls import URLPattern, URLResolver, include, path

from arena.web import pages

urlpatterns: list[URLPattern | URLResolver] = [path("i18n/", include("django.conf.urls.i18n"))]
for _module in sorted(found.name for found in iter_modules(pages.__path__)):
    urlpatterns += getattr(import_module(f"arena.web.pages.{_module}"), "urlpatterns", [])
