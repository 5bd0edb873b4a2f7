"""What can go wrong in the service. Clients match on `code`, people read `detail`.

ArenaError
    InvalidError        400  the request makes no sense as it stands
    NotAllowedError     403  this person may not do that
    NotFoundError       404  there is no such thing, or none that this person may see
    ConflictError       409  the thing is not in a state in which that can be done
    TooLargeError       413  the upload is over its limit
    QuotaError          429  too many for now
    UnavailableError    503  our fault, try again later
"""

from __future__ import annotations

from typing import ClassVar


class ArenaError(Exception):
    """A refusal with a stable code, an HTTP status and a sentence for people."""

    status: ClassVar[int] = 500
    code: str = "internal"

    def __init__(self, detail: str, *, code: str = "", **extra: object) -> None:
        """Keep the sentence, a more exact code where there is one, and facts for the client."""
        super().__init__(detail)
        self.detail = detail
        self.code = code or self.code
        self.extra = extra


class InvalidError(ArenaError):
    """The request makes no sense as it stands."""

    status = 400
    code = "invalid"


class NotAllowedError(ArenaError):
    """This person may not do that."""

    status = 403
    code = "not_allowed"


class NotFoundError(ArenaError):
    """There is no such thing, or none that this person may see."""

    status = 404
    code = "not_found"


class ConflictError(ArenaError):
    """The thing is not in a state in which that can be done."""

    status = 409
    code = "conflict"


class TooLargeError(ArenaError):
    """The upload is over its limit."""

    status = 413
    code = "too_large"


class QuotaError(ArenaError):
    """Too many for now."""

    status = 429
    code = "quota"


class UnavailableError(ArenaError):
    """Our fault: try again later."""

    status = 503
    code = "unavailable"
