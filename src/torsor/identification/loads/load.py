"""A tool or load: mass, mass centre, inertia, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torsor.identification.feasibility.certificate import Certificate
from torsor.robot.link import Link

NAMES = ("mass", "x", "y", "z", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
UNITS = ("kg", "m", "m", "m", *("kg m²",) * 6)


@dataclass(frozen=True)
class Load:
    """What is carried, in the tool's frame: inertia about the mass centre."""

    body: Link
    """In decimals, as a payload of the kind ``body`` has it."""
    certificate: Certificate
    values: tuple[float, ...]
    """Mass, mass centre, inertia (xx yy zz xy xz yz) of a body that can exist."""
    least_squares: tuple[float, ...]
    """The same by least squares alone."""
    intervals: tuple[tuple[float, float], ...]
    """Of 95 %, by resampling blocks of time."""
    seen: tuple[bool, ...]
    """Whether each is told by the motion: its interval is shorter than what it is of."""
    logs: tuple[str, ...]
    blocks: int
    relative_error: float
    """Of the forces of the logs with the load."""

    @property
    def mass(self) -> float:
        """In kg."""
        return self.values[0]

    @property
    def data(self) -> dict[str, Any]:
        """For JSON."""
        rows = zip(NAMES, UNITS, self.values, self.least_squares, self.intervals, self.seen,
                   strict=True)  # fmt: skip
        return {
            "logs": list(self.logs),
            "frame": "tool",
            "parameters": [
                {"name": n, "unit": u, "value": v, "least_squares": least,
                 "interval": list(interval), "seen": seen}
                for n, u, v, least, interval, seen in rows
            ],
            "mass": self.values[0],
            "com": list(self.values[1:4]),
            "inertia": list(self.values[4:]),
            "certificate": {"holds": self.certificate.holds,
                            "sentence": self.certificate.sentence},
            "blocks": self.blocks,
            "relative_error": self.relative_error,
        }  # fmt: skip
