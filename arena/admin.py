"""What the pages of the admin share: operators look at everything, and change it through services only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property

from arena.accounts.models import User
from arena.errors import ArenaError

M = TypeVar("M", bound=Model)

admin.site.site_header = admin.site.site_title = "Arena"
admin.site.index_title = "For operators"

_LONGEST_KEY = 18  # digits that fit into the 64 bits of a key

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin
    _Paginator = Paginator[Any]
else:
    _Paginator = Paginator

    class _Admin(admin.ModelAdmin):
        """Takes a parameter, as the types say it does."""

        def __class_getitem__(cls, _: object) -> type:
            """Give the class itself."""
            return cls


class CappedPaginator(_Paginator):
    """Counts no further than anybody leafs: counting millions of rows takes longer than showing fifty."""

    most = 10_000

    @cached_property
    def count(self) -> int:
        """Count rows, up to the most."""
        assert isinstance(self.object_list, QuerySet)
        return self.object_list.order_by()[: self.most].count()


class ReasonForm(ActionForm):
    """An action, and why."""

    reason = forms.CharField(
        required=False, max_length=300, widget=forms.TextInput({"placeholder": "reason"})
    )


class StaffAdmin(_Admin[M]):
    """Shows rows to operators. What `editable` names can be changed; nothing is added or deleted by hand."""

    action_form = ReasonForm
    editable: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    show_full_result_count = False  # counting millions of rows for every page is slow
    paginator = CappedPaginator
    list_per_page = 50
    list_deferred: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        """Leave large fields out until they are shown."""
        return super().get_queryset(request).defer(*self.list_deferred)

    def get_fields(self, request: HttpRequest, obj: M | None = None) -> Any:
        """Show all fields but the hidden ones."""
        return [field.name for field in self.opts.fields if field.name not in self.hidden]

    def get_readonly_fields(self, request: HttpRequest, obj: M | None = None) -> Any:
        """Keep everything as it is but what is editable."""
        return [name for name in self.get_fields(request, obj) if name not in self.editable]

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Let operators in."""
        return _is_staff(request)

    def has_view_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Let operators look."""
        return _is_staff(request)

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Let operators act; fields stay read-only unless they are editable."""
        return _is_staff(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Make nothing by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Delete nothing by hand."""
        return False

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Lead to what the audit trail has about a row: nothing happens to it in any other way."""
        query = urlencode({"target__exact": f"{self.opts.model_name}:{object_id}"})
        return redirect(f"{reverse('admin:accounts_auditentry_changelist')}?{query}")

    def do(self, request: HttpRequest, rows: Iterable[M], act: Callable[[M, User, str], object]) -> None:
        """Do something to each row, with the reason given, and say how it went."""
        assert isinstance(request.user, User)
        done = 0
        for row in rows:
            try:
                act(row, request.user, request.POST.get("reason", "").strip()[:300])
                done += 1
            except ArenaError as refused:
                self.message_user(request, f"{row}: {refused.detail}", messages.ERROR)
        if done:
            self.message_user(request, f"Done: {done}.", messages.SUCCESS)


def is_key(wanted: str) -> bool:
    """Tell whether what is searched for can be the number of a row."""
    return wanted.isascii() and wanted.isdigit() and len(wanted) <= _LONGEST_KEY


def _is_staff(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_staff)
