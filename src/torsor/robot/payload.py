"""What the tool carries: a wrench, a body, its weight, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from torsor.algebra.formula import Formula, name
from torsor.errors import RobotError, shown, suggestion
from torsor.robot.entries import ORIGIN, ZERO, Six, complete
from torsor.robot.link import Link, symbolic_link

WRENCH = ("fx", "fy", "fz", "nx", "ny", "nz")
"""The payload: force and moment that the last link exerts on its load."""


@dataclass(frozen=True)
class Payload:
    """What the tool carries: ``wrench`` (tool or base axes), ``body``, ``weight`` or ``none``."""

    kind: Annotated[str, ("wrench", "body", "weight", "none")] = "wrench"
    """``wrench``, ``body``, ``weight`` or ``none``."""
    axes: Annotated[str, ("tool", "base")] = "tool"
    """Of a wrench: the ``tool``'s or the ``base``'s."""
    wrench: Six = tuple(name(n) for n in WRENCH)  # type: ignore[assignment]
    """fx, fy, fz, nx, ny, nz: what the last link exerts on its load."""
    body: Link | None = None
    """What is carried, of the kinds ``body`` and ``weight``."""

    def __post_init__(self) -> None:
        complete(self, "wrench")
        if (self.body is not None) != (self.kind in ("body", "weight")):
            expected = "no" if self.body else "a"
            raise RobotError(f"a payload of the kind {self.kind!r} has {expected} body")

    @property
    def entries(self) -> tuple[Formula, ...]:
        """The formulas of the load itself: the wrench, or the body's mass, centre and inertia."""
        if self.kind == "wrench":
            return self.wrench
        return () if self.body is None else (self.body.mass, *self.body.com, *self.body.inertia)


ANY_WRENCH = Payload()
"""The usual load: a wrench in the tool's axes, all of it symbolic."""


def symbolic_payload(kind: str, axes: str = "tool") -> Payload:
    """A payload of this kind in its usual symbols."""
    if axes in ("tool", "base"):
        if kind == "wrench":
            return Payload("wrench", axes)
        if kind == "body":
            return Payload("body", body=symbolic_link("p"))
        if kind == "weight":
            return Payload("weight", body=Link(name("mp"), ORIGIN, (ZERO,) * 6))
        if kind == "none":
            return Payload("none")
    raise RobotError(
        f"the payload {shown(kind)} in {shown(axes)} axes is unknown; "
        "expected wrench (tool or base axes), body, weight or none"
        f"{suggestion(kind, ('wrench', 'body', 'weight', 'none'))}"
    )
