"""Conditions on structures as text: ``diagonal, freedoms = 5, operations < 100``.

Each is a column, compared with a value; a column of truths may stand alone or behind ``not``. A
text column has a value as a word, ``gravity_z has 2``, or so many of them, ``count gravity_z = 2``.
Texts are read, never executed.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from torsor.errors import UnknownNameError, shown, suggestion
from torsor.studies.atlas.columns import COLUMNS, Column
from torsor.studies.atlas.facts import Fact, Facts
from torsor.studies.errors import StudyError

COMPARED: dict[str, Callable[[Fact, Fact], bool]] = {
    "<=": operator.le, ">=": operator.ge, "!=": operator.ne, "=": operator.eq,
    "<": operator.lt, ">": operator.gt,
}  # fmt: skip
ONE = re.compile(r"(not\s+|count\s+)?(\w+)\s*(?:(<=|>=|!=|=|<|>|has\b|lacks\b)\s*(.*))?")
WHOLE = re.compile(r"-?\d{1,12}")
LONGEST = 2000


@dataclass(frozen=True)
class Condition:
    """A column, how it is compared and with what."""

    column: str
    sign: str
    value: Fact
    counted: bool = False
    """Whether the words of the column are counted."""

    def holds(self, facts: Facts) -> bool:
        """Whether a structure fulfils it."""
        own = facts[self.column]
        if self.counted:
            return COMPARED[self.sign](len(str(own).split()), self.value)
        if self.sign in ("has", "lacks"):
            return (str(self.value) in str(own).split()) == (self.sign == "has")
        return COMPARED[self.sign](own, self.value)


def read_conditions(text: str, columns: Mapping[str, Column]) -> list[Condition]:
    """All conditions of a text, separated by commas or ``and``."""
    if len(text) > LONGEST:
        raise StudyError(f"the conditions have {len(text):,} letters; at most {LONGEST:,}")
    parts = re.split(r",|\band\b", text)
    return [_read(part.strip(), columns) for part in parts if part.strip()]


def find_column(name: str, columns: Mapping[str, Column]) -> Column:
    """A column by its name."""
    if name in columns:
        return columns[name]
    if name in COLUMNS:
        raise UnknownNameError(f"{name} is not in a quick atlas; make it without quick")
    raise UnknownNameError(
        f"the atlas has no column {shown(name)}{suggestion(name, columns)}; "
        f"expected {', '.join(columns)}"
    )


def _read(text: str, columns: Mapping[str, Column]) -> Condition:
    match = ONE.fullmatch(text)
    if match is None:
        raise StudyError(
            f"the condition {shown(text)} is not understood; expected a column and a value, as "
            "in 'diagonal, freedoms >= 5, gravity_z has 2'"
        )
    before, name, sign, word = match.groups()
    kind = find_column(name, columns).kind
    told = f"the condition {shown(text)}"
    if (before or "").strip() == "count":
        if kind != "text" or sign not in COMPARED or not WHOLE.fullmatch(word.strip()):
            raise StudyError(f"{told}: expected a text column and a number, as in count robots > 1")
        return Condition(name, sign, int(word), True)
    negated = before
    if sign is None or kind == "truth":
        return _truth(text, name, kind, bool(negated), sign, (word or "").strip())
    word = word.strip().strip("'\"")
    if negated:
        raise StudyError(f"the condition {shown(text)}: 'not' stands before yes or no alone")
    if kind == "text":
        if sign not in ("=", "!=", "has", "lacks"):
            raise StudyError(
                f"the condition {shown(text)}: {name} is a text; expected =, != or has"
            )
        return Condition(name, sign, "" if word == "none" else word)
    if sign in ("has", "lacks") or not WHOLE.fullmatch(word):
        raise StudyError(f"the condition {shown(text)}: expected {name} against a whole number")
    return Condition(name, sign, int(word))


def _truth(
    text: str, name: str, kind: str, negated: bool, sign: str | None, word: str
) -> Condition:
    if kind != "truth":
        raise StudyError(
            f"the condition {shown(text)}: expected {name} with a value, as {name} = 3"
        )
    if sign is None:
        return Condition(name, "=", not negated)
    if negated or sign != "=" or word not in ("yes", "no"):
        raise StudyError(
            f"the condition {shown(text)}: expected {name}, not {name}, or = yes or no"
        )
    return Condition(name, "=", word == "yes")
