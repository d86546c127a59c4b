"""Which columns of a log are what: by their usual names t, q1 …, tau1 …, or by a mapping."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import TextError, shown, suggestion
from torsor.formats.fields import at
from torsor.identification.logs.files.source import Header, list_columns, split_heading
from torsor.identification.logs.mapping import STEMS, Currents, Mapping, Quantity
from torsor.motion.units import coordinate_kinds, factor
from torsor.robot.robot import Robot
from torsor.robot.symbols import angles

NUMBERED = re.compile(r"(q|dq|ddq|tau)([1-9][0-9]{0,2})\Z")
MOTOR = {"q": ("angle", "length"), "dq": ("turning speed", "speed"),
         "ddq": ("turning acceleration", "acceleration"), "tau": ("moment", "force")}  # fmt: skip
"""What a motor's quantities may be: motors turn, linear ones slide."""
AMPERES = ("current",)
TIMES = ("time", "stamp", "sec", "zeit")


@dataclass(frozen=True)
class Columns:
    """The columns of one quantity, and the factors that bring them to SI."""

    names: tuple[str | None, ...]
    """None for the force of a coordinate without a drive."""
    factors: Array
    stated: bool
    """Whether the unit is written, in the header or in the mapping."""


@dataclass(frozen=True)
class Selection:
    """The columns that are read of a log."""

    t: tuple[tuple[str, float], ...]
    quantities: dict[str, Columns]
    """Of q, dq, ddq and tau those that there are."""
    ignored: tuple[str, ...] = field(default=())

    @property
    def names(self) -> list[str]:
        """All that is to be read."""
        return list(dict.fromkeys(self._names()))

    def _names(self) -> Iterator[str]:
        yield from (name for name, _ in self.t)
        for columns in self.quantities.values():
            yield from (name for name in columns.names if name is not None)


@dataclass(frozen=True)
class _Chooser:
    header: Header
    mapping: Mapping
    robot: Robot

    def select(self) -> Selection:
        n = self.robot.dof
        twice = sorted(c for c in self.header.twice if c == "t" or NUMBERED.match(c))
        if twice:
            raise TextError(f"{self.header.file}: the column {twice[0]} stands there twice")
        if self.mapping.t == ("t",) and not any(map(self.mapping.quantity, STEMS)):
            self._expect_usual_names()
        quantities = {}
        for stem in STEMS:
            quantity = self.mapping.quantity(stem)
            found = self._usual(stem, n) if quantity is None else self._mapped(stem, quantity, n)
            if found is not None:
                quantities[stem] = found
        times = tuple(self._time(text) for text in self.mapping.t)
        for stem in ("q", "tau"):
            if stem not in quantities:
                raise TextError(
                    f"{self.header.file}: no columns {stem}1 … {stem}{n}; there are "
                    f"{list_columns(self.header)}{self._advice(stem)}"
                )
        used = set(Selection(times, quantities).names)
        return Selection(times, quantities, tuple(n for n in self.header.units if n not in used))

    def _advice(self, stem: str) -> str:
        if stem == "tau":
            return " (driving forces, or in a mapping currents with their gains)"
        return "; a mapping tells what other names mean"

    def _expect_usual_names(self) -> None:
        """Refuse another robot's log with both counts."""
        n, file = self.robot.dof, self.header.file
        counts = {}
        for stem in STEMS:
            found = {
                int(m[2]) for c in self.header.units if (m := NUMBERED.match(c)) and m[1] == stem
            }
            counts[stem] = len(found) if found == set(range(1, len(found) + 1)) else 0
        other = next((counts[s] for s in ("q", "tau") if counts[s] not in (0, n)), 0)
        if other and other == max(counts["q"], counts["tau"]):
            listed = f"q1 … q{other}" if other > 1 else "q1"
            raise TextError(
                f"{file}: columns for {other} joint{'s' if other > 1 else ''} ({listed}), and "
                f"{self.robot.name!r} has {n} coordinates"
            )

    def _time(self, text: str) -> tuple[str, float]:
        name, unit, _ = self._find("t", text, "")
        return name, self._factor(name, unit, ("time",))

    def _usual(self, stem: str, n: int) -> Columns | None:
        """The columns q1 …, all of them or none."""
        passive = self.mapping.passive if stem == "tau" else ()
        names = [None if k in passive else f"{stem}{k + 1}" for k in range(n)]
        there = [name for name in names if name in self.header.units]
        if not there:
            return None
        missing = next((n for n in names if n is not None and n not in self.header.units), None)
        if missing:
            like = [c for c in self.header.units if c.startswith(missing) and c not in names]
            near = f"; there is {shown(like[0])}" if like else ""
            raise TextError(f"{self.header.file}: no column {missing} beside {there[0]}{near}")
        if f"{stem}{n + 1}" in self.header.units and stem in ("q", "tau"):
            raise TextError(
                f"{self.header.file}: has a column {stem}{n + 1}, and {self.robot.name!r} has "
                f"{n} coordinates"
            )
        return self._columns(stem, names, [""] * n, "joint")

    def _mapped(self, stem: str, quantity: Quantity, n: int) -> Columns:
        """The columns that a mapping names."""
        given = quantity.columns
        if isinstance(given, str):
            words = self.mapping.joints or [str(self.mapping.first + k) for k in range(n)]
            given = tuple(given.replace("{}", word) for word in words)
        passive = self.mapping.passive if stem == "tau" else ()
        names = [None if k in passive else name for k, name in enumerate(given)]
        side = "current" if isinstance(quantity, Currents) else quantity.side
        return self._columns(stem, names, [quantity.unit] * n, side)

    def _columns(self, stem: str, texts: list[str | None], units: list[str], side: str) -> Columns:
        turning = set(angles(self.robot))
        names: list[str | None] = []
        factors: list[float] = []
        stated = True
        for k, (text, unit) in enumerate(zip(texts, units, strict=True), 1):
            if text is None:
                names.append(None)
                factors.append(1.0)
                continue
            name, written, usual = self._find(stem, text, unit)
            stated = stated and not usual
            slides = f"q{k}" not in turning
            kinds = {"joint": (coordinate_kinds(slides)[stem],), "current": AMPERES}
            names.append(name)
            factors.append(self._factor(name, written, kinds.get(side, MOTOR[stem])))
        return Columns(tuple(names), np.array(factors), stated)

    def _find(self, stem: str, text: str, unit: str) -> tuple[str, str, bool]:
        """A column by its name or whole heading, its unit, and whether SI is only assumed."""
        file, units = self.header.file, self.header.units
        bare, told = split_heading(text)
        name = next((name for name in (bare, text) if name in units), None)
        if name is None:
            hint = suggestion(bare, units) or f"; there are {list_columns(self.header)}"
            raise TextError(f"{file}: no column {shown(bare)}{hint}{self._time_advice(stem)}")
        if name in self.header.twice:
            raise TextError(f"{file}: the column {shown(name)} stands there twice")
        written = unit or told or units[name]
        if not written and name != "t" and not NUMBERED.match(name):
            raise TextError(
                f"{file}: the column {shown(name)} has no unit; write it into its heading, as in "
                f"'{shown(name, 30)[1:-1]} [{self._example(stem)}]', or into the mapping"
            )
        return name, written, not written

    def _example(self, stem: str) -> str:
        return {"t": "ms", "q": "deg", "dq": "deg/s", "ddq": "rad/s^2", "tau": "N m"}[stem]

    def _time_advice(self, stem: str) -> str:
        if stem != "t" or self.mapping.t != ("t",):
            return ""
        near = [name for name in self.header.units if name.lower().startswith(TIMES)]
        if near:
            return f'; if {shown(near[0])} is the time, a mapping says so: t = "{near[0]} [s]"'
        return "; a log needs times, as the number of a row is none"

    def _factor(self, name: str, unit: str, kinds: tuple[str, ...]) -> float:
        return at(
            f"{self.header.file}, column {shown(name)[1:-1]}", lambda u: factor(u, kinds), unit
        )


def select_columns(header: Header, mapping: Mapping, robot: Robot) -> Selection:
    """The columns that a robot's log must have; a sentence on what is missing."""
    return _Chooser(header, mapping, robot).select()
