"""The ``<limit>`` of a URDF joint; it enters no equation, so a faulty one is told and left out."""

from __future__ import annotations

from fractions import Fraction

from torsor.algebra.formula import Formula, number
from torsor.errors import TorsorError, shown
from torsor.formats.urdf.fields import Told, decimal
from torsor.formats.xml.tree import Node
from torsor.robot.limits import Limits

UNBOUNDED = Fraction(10) ** 9
"""A limit of so many rad, m, rad/s, N·m … is none: URDF has no other word for it."""


def read_limit(node: Node, kind: str, told: Told) -> Limits:
    """Position, velocity and effort of a joint that moves, as far as they can be meant."""
    limit = node.child("limit")
    if limit is None:
        return Limits()
    named = shown(node.get("name") or "")
    try:
        given = {
            key: decimal(limit, key, text)
            for key in ("lower", "upper", "velocity", "effort")
            if (text := limit.get(key)) is not None
        }
        lower, upper = given.pop("lower", None), given.pop("upper", None)
        if kind == "continuous":
            if (lower, upper) != (None, None):
                _tell(told, "a continuous joint has no lower and upper limit; left out", named)
            lower = upper = None
        else:
            if lower is None or upper is None:
                _tell(told, "no lower or upper limit is given: it is 0, as URDF says", named)
            lower, upper = lower or Fraction(0), upper or Fraction(0)
            if lower > upper:
                _tell(told, "the lower limit is above the upper one; both left out", named)
                lower = upper = None
            elif lower <= -UNBOUNDED and upper >= UNBOUNDED:
                lower = upper = None
        return Limits(_entry(lower), _entry(upper), *(_bound(given.get(k)) for k in RATES))
    except TorsorError as error:
        message = str(error).rpartition(": ")[2]
        _tell(told, f"the limits are left out: {message}", named)
        return Limits()


RATES = ("velocity", "effort")


def _entry(value: Fraction | None) -> Formula | None:
    return None if value is None else number(value)


def _bound(value: Fraction | None) -> Formula | None:
    """A velocity or effort, if it is one that bounds."""
    return None if value is None or value >= UNBOUNDED else number(value)


def _tell(told: Told, what: str, joint: str) -> None:
    told.limits.setdefault(what, []).append(f"joint {joint}")
