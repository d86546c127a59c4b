"""Functions of time (or arc length) from text, with two derivatives: ``"2*sin(3*t) + 0.5"``.

A text is read by the project's grammar and becomes a chain of plain arithmetic on truncated Taylor
series (value, first, second derivative); it is never executed. ``sign`` makes steps; where its
argument is linear, the moment of the step is known and an integration stops and restarts there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, overload

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Formula, formula
from torsor.algebra.scalars.floats import ANGLE_UNITS
from torsor.errors import TorsorError, shown
from torsor.motion.quantities import ScenarioError

if TYPE_CHECKING:
    import numpy as np

Samples = float | Array
"""A number, or many of them at once."""

Jet = tuple[Samples, Samples, Samples]
"""A value with its first and second derivative."""

Evaluator = Callable[[Samples], Samples]


@dataclass(frozen=True)
class Signal:
    """A function of one variable; ``breaks`` are the places at which it jumps."""

    text: str
    variable: str
    tree: Formula
    value: Evaluator
    breaks: tuple[float, ...] = ()

    @overload
    def __call__(self, x: float) -> float: ...
    @overload
    def __call__(self, x: Array) -> Samples: ...
    def __call__(self, x: Samples) -> Samples:
        """The value at a number or at an array of them; what overflows is infinite."""
        import numpy as np

        with np.errstate(all="ignore"):
            return self.value(np.float64(x))

    def jet(self, x: Samples) -> Jet:
        """Value, first and second derivative."""
        import numpy as np

        with np.errstate(all="ignore"):
            return _jet(self.tree, (np.float64(x), 1.0, 0.0))


def signal(text: object, variables: Iterable[str] = ("t",)) -> Signal:
    """A signal from a number or a text in one of the variables."""
    if isinstance(text, bool) or not isinstance(text, (int, float, str, Formula)):
        raise ScenarioError(f"expected a number or a function of time, got {shown(str(text))}")
    tree = formula(text)
    known = tuple(variables)
    used = sorted(set(tree.names()))
    foreign = [n for n in used if n not in known]
    if foreign:
        raise ScenarioError(
            f"{shown(str(text))} has the name {shown(foreign[0])}; "
            f"expected a function of {' or '.join(known)}"
        )
    if len(used) > 1:
        raise ScenarioError(f"{shown(str(text))} is a function of {' and '.join(used)}; take one")
    return Signal(str(text), used[0] if used else known[0], tree, _value(tree), _steps(tree))


def _value(f: Formula) -> Evaluator:
    """The value alone, as nested functions: what a right-hand side calls thousands of times."""
    import numpy as np

    if f.head == "number":
        constant = finite_float(f.parts[0])
        return lambda x: constant
    if f.head == "name":
        unit = ANGLE_UNITS.get(f.parts[0])
        return (lambda x: x) if unit is None else lambda x: unit
    if f.head == "call":
        called: tuple[str, Formula] = f.parts
        name, argument = called
        inner = _value(argument)
        if name == "sqrt":
            root = finite_float(argument.parts[0]) ** 0.5
            return lambda x: root
        function: Evaluator = {"sin": np.sin, "cos": np.cos, "sign": np.sign}[name]
        return lambda x: function(inner(x))
    if f.head == "power":
        raised: tuple[Formula, int] = f.parts
        base, exponent = _value(raised[0]), raised[1]
        return lambda x: float_power(_divisor(base(x), f) if exponent < 0 else base(x), exponent)
    parts = [_value(p) for p in f.parts]
    if f.head == "sum":
        return lambda x: _sum(p(x) for p in parts)

    def product(x: Samples) -> Samples:
        result = parts[0](x)
        for p in parts[1:]:
            result = result * p(x)
        return result

    return product


def finite_float(number: Fraction) -> np.float64:
    """A rational number as a float, refused where there is none."""
    import numpy as np

    try:
        return np.float64(float(number))
    except OverflowError:
        raise ScenarioError(f"{shown(str(number))} is not a finite number") from None


def _sum(parts: Iterable[Samples]) -> Samples:
    total: Samples = 0
    for part in parts:
        total = total + part
    return total


def _divisor(value: Samples, f: Formula) -> Samples:
    import numpy as np

    if np.any(np.asarray(value) == 0):
        raise TorsorError(f"division by zero in {shown(str(f))}")
    return value


def _jet(f: Formula, x: Jet) -> Jet:
    import numpy as np

    if f.head in ("number", "name"):
        if f.head == "name" and f.parts[0] not in ANGLE_UNITS:
            return x
        return (_value(f)(0.0), 0.0, 0.0)
    if f.head == "sum":
        jets = [_jet(p, x) for p in f.parts]
        return (_sum(j[0] for j in jets), _sum(j[1] for j in jets), _sum(j[2] for j in jets))
    if f.head == "product":
        a = _jet(f.parts[0], x)
        for p in f.parts[1:]:
            b = _jet(p, x)
            a = (
                a[0] * b[0],
                a[1] * b[0] + a[0] * b[1],
                a[2] * b[0] + 2 * a[1] * b[1] + a[0] * b[2],
            )
        return a
    if f.head == "power":
        raised: tuple[Formula, int] = f.parts
        u, n = _jet(raised[0], x), raised[1]
        base = _divisor(u[0], f) if n < 0 else u[0]
        p0, p1 = float_power(base, n), n * float_power(base, n - 1)
        p2 = n * (n - 1) * (float_power(base, n - 2) if n != 1 else 0.0)
        return (p0, p1 * u[1], p2 * u[1] ** 2 + p1 * u[2])
    called: tuple[str, Formula] = f.parts
    name, argument = called
    if name == "sqrt":
        return (_value(f)(0.0), 0.0, 0.0)
    u = _jet(argument, x)
    if name == "sign":
        return (np.sign(u[0]), 0.0, 0.0)
    s: Samples = np.sin(u[0])
    c: Samples = np.cos(u[0])
    if name == "sin":
        return (s, c * u[1], c * u[2] - s * u[1] ** 2)
    return (c, -s * u[1], -s * u[2] - c * u[1] ** 2)


def float_power(base: Samples, exponent: int) -> Samples:
    """A whole power, negative ones too."""
    if exponent < 0:
        return 1.0 / float_power(base, -exponent)
    power: Samples = base**exponent
    return power


def _steps(tree: Formula) -> tuple[float, ...]:
    """Where the signs with a linear argument change."""
    found = set()
    for name, argument in tree.calls():
        if name != "sign":
            continue
        try:
            at = [_jet(argument, (x, 1.0, 0.0)) for x in (0.0, 0.37, 1.9)]
        except TorsorError:
            continue
        slope, *others = (float(j[1]) for j in at)
        if slope and all(abs(other - slope) <= 1e-12 * abs(slope) for other in others):
            found.add(-float(at[0][0]) / slope)
    return tuple(sorted(found))
