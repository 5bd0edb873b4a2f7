"""Say in one sentence what Django's validation found."""

from __future__ import annotations

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError


def sentence(bad: ValidationError) -> str:
    """Join the messages, each with the field it is about."""
    if not hasattr(bad, "error_dict"):
        return " ".join(bad.messages)
    found = []
    for field, messages in bad.message_dict.items():
        found += [text if field == NON_FIELD_ERRORS else f"{field}: {text}" for text in messages]
    return " ".join(found)
