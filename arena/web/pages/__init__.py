"""Pages, one module a noun. Each has `urlpatterns`; arena/web/urls.py collects them all."""
