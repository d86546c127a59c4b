"""What a search found: the design, what was gained, and what it leans on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

Cell = float | str | None


@dataclass(frozen=True)
class Active:
    """A constraint or the end of a range that the design leans on."""

    name: str
    """The column or the factor."""
    side: str
    """``min`` or ``max``."""
    bound: float
    """Where it is."""
    of: str
    """``constraint`` or ``range``."""
    price: float | None
    """What the objective gains, for a unit by which the bound gives way; none if not known."""


@dataclass(frozen=True)
class Optimum:
    """The best design that was found for an objective."""

    column: str
    goal: str
    unit: str
    value: float
    design: Mapping[str, Cell]
    """Its factors."""
    measured: Mapping[str, float]
    """All columns of it."""
    sampled: Mapping[str, Cell] | None
    """The row of the best design that was sampled; none if none kept the constraints."""
    gain: float | None
    """By how much it is better than that."""
    active: tuple[Active, ...]
    method: str
    """Which steps found it."""
    gradient: str
    """``exact``, or ``differences`` where a metric has no derivative of ours."""
    evaluations: int
    feasible: bool

    @property
    def data(self) -> dict[str, object]:
        """As plain data."""
        return {**asdict(self), "active": [asdict(one) for one in self.active]}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Optimum:
        """The optimum that plain data say."""
        active = tuple(Active(**one) for one in data["active"])
        return cls(**{**data, "active": active})
