"""Sign up, log in and out, a forgotten password, one's own account and tokens."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, views
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from arena.accounts import selectors, services
from arena.errors import ArenaError, NotFoundError
from arena.submissions.selectors import bots
from arena.web.forms import ProfileForm, SignUpForm, TokenForm
from arena.web.identity import me, next_address, slow_down
from arena.web.notices import notices_for


def _per_hour(scope: str) -> int:
    return int(settings.API_RATES[scope].partition("/")[0])


@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and log in."""
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        slow_down(request, "sign_up", an_hour=_per_hour("sign_up"))
        try:
            user = services.sign_up(**form.cleaned_data)
        except ArenaError as refused:
            form.refuse(refused)
        else:
            login(request, user)
            messages.success(request, _("Welcome! Now give Arena a bot."))
            return redirect(next_address(request, "/submit"))
    status = 400 if form.errors else 200
    return render(request, "accounts/signup.html", {"form": form}, status=status)


@method_decorator(never_cache, name="dispatch")
class LogIn(views.LoginView):
    """Log in, not too often from one address."""

    template_name = "accounts/login.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Count the attempt first."""
        slow_down(request, "log_in", an_hour=_per_hour("log_in"))
        return super().post(request, *args, **kwargs)


class ResetPassword(views.PasswordResetView):
    """Ask for a mail with a link."""

    template_name = "accounts/reset.html"
    success_url = reverse_lazy("reset_sent")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Count the request first."""
        slow_down(request, "reset", an_hour=_per_hour("log_in"))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Send the same mail as the API."""
        services.request_password_reset(email=form.cleaned_data["email"])
        return redirect(self.get_success_url())


class NewPassword(views.PasswordResetConfirmView):
    """Choose a new password, by a link that was mailed."""

    template_name = "accounts/reset_form.html"
    success_url = reverse_lazy("password_reset_complete")

    def form_valid(self, form: Any) -> HttpResponse:
        """Revoke the tokens too, as the API does."""
        services.revoke_all_tokens(user=form.user)
        return super().form_valid(form)


@login_required
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Show and change one's own account."""
    user = me(request)
    form = ProfileForm(request.POST or None, initial={"about": user.about, "email": user.email or ""})
    if request.method == "POST" and form.is_valid():
        slow_down(request, "profile", an_hour=_per_hour("log_in"))
        try:
            services.change_profile(user=user, **form.cleaned_data)
        except ArenaError as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("account")
    own = list(bots().filter(owner=user, retired_at=None))
    shown = {"form": form, "bots": own, "notices": notices_for(user)}
    return render(request, "accounts/account.html", shown, status=400 if form.errors else 200)


@login_required
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """List one's API tokens and make new ones; the text of a new one is shown once."""
    user = me(request)
    form, made = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_token(user=user, name=form.cleaned_data["name"])[1]
            form = TokenForm()
        except ArenaError as refused:
            form.refuse(refused)
    shown = {"form": form, "made": made, "tokens": selectors.tokens_of(user)}
    return render(request, "accounts/tokens.html", shown, status=400 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, token: str) -> HttpResponse:
    """Make one of one's own tokens worthless."""
    found = selectors.tokens_of(me(request)).filter(public_id=token).first()
    if found is None:
        raise NotFoundError("You have no such token.")
    services.revoke_token(token=found)
    messages.success(request, _("The token is revoked."))
    return redirect("tokens")


_reset_done = views.PasswordResetCompleteView.as_view(template_name="accounts/reset_done.html")
_change = views.PasswordChangeView.as_view(
    template_name="accounts/password.html", success_url=reverse_lazy("account")
)

urlpatterns = [
    path("signup", sign_up, name="signup"),
    path("login", LogIn.as_view(), name="login"),
    path("logout", views.LogoutView.as_view(), name="logout"),
    path("account", account, name="account"),
    path("account/password", _change, name="password"),
    path("account/tokens", tokens, name="tokens"),
    path("account/tokens/<uuid:token>/revoke", revoke, name="revoke_token"),
    path("password/reset", ResetPassword.as_view(), name="reset"),
    path(
        "password/sent",
        views.PasswordResetDoneView.as_view(template_name="accounts/reset_sent.html"),
        name="reset_sent",
    ),
    path("password/reset/<uidb64>/<token>", NewPassword.as_view(), name="password_reset_confirm"),
    path("password/done", _reset_done, name="password_reset_complete"),
]
