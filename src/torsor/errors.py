"""The errors a user can act on: one sentence each, exit status 2 at the command line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable


class TorsorError(Exception):
    """Anything wrong with what was handed to Torsor; the message is one clear sentence."""


class TextError(TorsorError, ValueError):
    """A text that cannot be read: where, and what was expected there."""


class RobotError(TorsorError, ValueError):
    """A robot whose description is incomplete or contradicts itself."""


class MissingValueError(TorsorError, ValueError):
    """Numbers were asked for and some symbols have no value."""


class UnknownNameError(TorsorError, ValueError):
    """A name that nothing here bears; the nearest ones are suggested."""


class TooLargeError(TorsorError):
    """A closed form that would not fit into memory."""


class ArgumentTypeError(TorsorError, TypeError):
    """An argument of the wrong type."""


class ArgumentValueError(TorsorError, ValueError):
    """An argument with an impossible value."""


class UnknownKeyError(UnknownNameError, KeyError):
    """A key that a table of results does not have."""

    __str__ = TorsorError.__str__  # KeyError would quote the sentence


class UnknownAttributeError(UnknownNameError, AttributeError):
    """A name that the package does not have."""


class OutOfRangeError(TorsorError, IndexError):
    """An index beyond the end."""


class ArrayError(TorsorError, ValueError):
    """An array of the wrong shape or kind was handed to compiled code."""


class DivisionByZeroError(TorsorError, ZeroDivisionError):
    """A division by zero."""


class SingularError(TorsorError, ArithmeticError):
    """The mass matrix cannot be inverted at a state."""


class NotReachedError(TorsorError, ArithmeticError):
    """A pose that no coordinates were found for."""


class DeviceError(TorsorError, RuntimeError):
    """A GPU that is not there, or that cannot do what it was asked to."""


class MissingExtraError(TorsorError):
    """An optional dependency is needed and not installed."""


UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufe00-\ufe0f\ufeff\ufff0-\uffff\U000e0000-\U000e0fff]"
)
"""Controls but for line ends and tabs, invisible and turning characters, halves of characters."""


def visible(text: str) -> str:
    """A user's text for eyes: a question mark for each character that is not seen."""
    return UNSEEN.sub("?", text)


def shown(text: str, width: int = 40) -> str:
    """A user's text quoted for a message: short, printable and on one line."""
    safe = "".join(ch if ch.isprintable() else "?" for ch in text)
    return repr(safe if len(safe) <= width else safe[: width - 1] + "…")


def suggestion(name: str, known: Iterable[str]) -> str:
    """``"; did you mean 'puma560'?"`` when something known is near, else nothing."""
    lowered = {k.lower(): k for k in known}
    cutoff = 0.6 if len(name) > 2 else 0.5  # m9 is near m1
    near = difflib.get_close_matches(name.lower(), list(lowered), n=3, cutoff=cutoff)
    if not near:
        return ""
    return "; did you mean " + " or ".join(repr(lowered[n]) for n in near) + "?"
