"""What people do with their accounts, and what staff do to them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext

from arena import mail
from arena.accounts.models import ApiToken, AuditEntry, Role, User
from arena.errors import ConflictError, InvalidError, NotAllowedError, QuotaError
from arena.validation import sentence

RESERVED = frozenset({"admin", "api", "arena", "house", "me", "root", "system"})


def sign_up(*, username: str, password: str, email: str = "") -> User:
    """Make an account for a player."""
    user = User(username=User.normalize_username(username), email=email.strip() or None)
    if user.username.lower() in RESERVED:
        raise ConflictError("This name is taken.", code="name_taken")
    _check_account(user, password)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        raise ConflictError("This name or e-mail address is taken.", code="name_taken") from None
    return user


def _check_account(user: User, password: str) -> None:
    """Refuse a bad name, address or password with a sentence."""
    user.password = "unset"  # noqa: S105 full_clean wants one; the real one is checked below
    try:
        user.full_clean(validate_unique=False, validate_constraints=False)
        validate_password(password, user)
    except ValidationError as bad:
        raise InvalidError(sentence(bad), code="invalid_account") from None


@transaction.atomic
def create_token(*, user: User, name: str) -> tuple[ApiToken, str]:
    """Make an API token; the text is returned once and never again."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two at once must not both find room
    if ApiToken.objects.filter(user=user).count() >= settings.TOKENS_PER_USER:
        raise QuotaError("You have too many tokens: revoke one first.", code="too_many_tokens")
    made: tuple[ApiToken, str] = ApiToken.objects.create(user=user, name=name.strip() or "token")
    return made


def revoke_token(*, token: ApiToken) -> None:
    """Make a token worthless."""
    token.delete()


def revoke_all_tokens(*, user: User) -> None:
    """Make all tokens of a person worthless: somebody else may have them."""
    ApiToken.objects.filter(user=user).delete()


def note_token_use(*, token: ApiToken) -> None:
    """Write down that a token was used, at most once a minute."""
    now = timezone.now()
    if token.last_used_at is None or (now - token.last_used_at).total_seconds() > 60:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def change_profile(*, user: User, about: str | None = None, email: str | None = None) -> User:
    """Change what others see of an account, and where mail goes."""
    if about is not None:
        user.about = about
    if email is not None:
        user.email = email.strip() or None
    try:
        user.full_clean(validate_unique=False, validate_constraints=False)
        with transaction.atomic():
            user.save(update_fields=["about", "email"])
    except ValidationError as bad:
        raise InvalidError(sentence(bad), code="invalid_account") from None
    except IntegrityError:
        raise ConflictError("This e-mail address is taken.", code="email_taken") from None
    return user


def change_password(*, user: User, old: str, new: str) -> None:
    """Change a password; the old one is asked for, so that a stolen token is not enough."""
    if not user.check_password(old):
        raise NotAllowedError("The old password is wrong.", code="wrong_password")
    _set_password(user, new)


def _set_password(user: User, password: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as bad:
        raise InvalidError(sentence(bad), code="invalid_password") from None
    user.set_password(password)
    user.save(update_fields=["password"])


def request_password_reset(*, email: str) -> None:
    """Send a link to whoever has this address; nobody learns whether anybody has."""
    user = User.objects.filter(email__iexact=email, is_active=True).first()
    if user is None or not user.email or not user.has_usable_password():
        return
    uid, token = urlsafe_base64_encode(str(user.pk).encode()), default_token_generator.make_token(user)
    link = f"{settings.URL}{reverse('password_reset_confirm', args=[uid, token])}"
    text = render_to_string(
        "accounts/reset_mail.txt", {"name": user.username, "link": link, "uid": uid, "token": token}
    )
    mail.send(to=user.email, subject=gettext("A new password for Arena"), text=text)


@transaction.atomic
def reset_password(*, uid: str, token: str, password: str) -> User:
    """Set a new password by a link that was mailed; tokens of scripts are revoked with it."""
    user = _user_behind(uid)
    if user is None or not default_token_generator.check_token(user, token):
        raise InvalidError("This link is used, too old or not ours: ask for a new one.", code="bad_link")
    _set_password(user, password)
    revoke_all_tokens(user=user)
    return user


def _user_behind(uid: str) -> User | None:
    try:
        key = int(urlsafe_base64_decode(uid).decode())
    except ValueError:
        return None
    return User.objects.filter(pk=key, is_active=True).first() if key < 2**63 else None


def audit(
    *, actor: User | None, action: str, target: object, reason: str = "", **detail: object
) -> AuditEntry:
    """Write down what was done to whom, by whom and why."""
    name = f"{type(target).__name__.lower()}:{getattr(target, 'pk', target)}"
    return AuditEntry.objects.create(
        actor=actor, action=action, target=name, reason=reason[:500], detail=detail
    )


@transaction.atomic
def ban_user(*, user: User, actor: User, reason: str) -> None:
    """Close an account: no log-in, no tokens, its bots off the boards."""
    from arena.submissions.services import pause_bot

    if user.is_superuser or user.is_house:
        raise ConflictError("This account cannot be banned.", code="not_bannable")
    User.objects.filter(pk=user.pk).update(is_active=False, banned_reason=reason[:300] or "banned")
    ApiToken.objects.filter(user=user).delete()
    for bot in user.bots.filter(paused_at=None, retired_at=None).order_by("pk"):
        pause_bot(bot=bot, reason="The account of its owner is closed.", actor=actor)
    audit(actor=actor, action="ban", target=user, reason=reason)


@transaction.atomic
def unban_user(*, user: User, actor: User, reason: str = "") -> None:
    """Open a closed account again; its bots stay paused until their owner resumes them."""
    User.objects.filter(pk=user.pk).update(is_active=True, banned_reason="")
    audit(actor=actor, action="unban", target=user, reason=reason)


@transaction.atomic
def set_role(*, user: User, role: Role, actor: User, reason: str = "") -> None:
    """Promote or demote. Operators are staff."""
    if user.is_house:
        raise ConflictError("The house stays as it is.", code="not_promotable")
    User.objects.filter(pk=user.pk).update(role=role, is_staff=role == Role.OPERATOR or user.is_superuser)
    audit(actor=actor, action="role", target=user, reason=reason, role=role.value)
