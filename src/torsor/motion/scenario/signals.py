"""Functions of time (or arc length) from text, with two derivatives: ``"2*sin(3*t) + 0.5"``.

A text is read by the project's grammar and becomes a chain of plain arithmetic on truncated Taylor
series (value, first, second derivative); it is never executed. ``sign`` makes steps; where its
argument is linear, the moment of the step is known and an integration stops and restarts there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from torsor.algebra.formula import Formula, formula
from torsor.algebra.scalars.floats import ANGLE_UNITS
from torsor.errors import TorsorError, shown
from torsor.motion.quantities import ScenarioError

Jet = tuple[Any, Any, Any]
"""A value with its first and second derivative; floats or arrays."""

Evaluator = Callable[[Any], Any]


@dataclass(frozen=True)
class Signal:
    """A function of one variable; ``breaks`` are the places at which it jumps."""

    text: str
    variable: str
    tree: Formula
    value: Evaluator
    breaks: tuple[float, ...] = ()

    def __call__(self, x: Any) -> Any:
        """The value at a number or at an array of them; what overflows is infinite."""
        import numpy as np

        with np.errstate(all="ignore"):
            return self.value(np.float64(x))

    def jet(self, x: Any) -> Jet:
        """Value, first and second derivative."""
        import numpy as np

        with np.errstate(all="ignore"):
            return _jet(self.tree, (np.float64(x), 1.0, 0.0))


def signal(text: Any, variables: Iterable[str] = ("t",)) -> Signal:
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
        if f.parts[0] in ANGLE_UNITS:
            unit = ANGLE_UNITS[f.parts[0]]
            return lambda x: unit
        return lambda x: x
    if f.head == "call":
        name, inner = f.parts[0], _value(f.parts[1])
        if name == "sqrt":
            root = finite_float(f.parts[1].parts[0]) ** 0.5
            return lambda x: root
        function = {"sin": np.sin, "cos": np.cos, "sign": np.sign}[name]
        return lambda x: function(inner(x))
    if f.head == "power":
        base, exponent = _value(f.parts[0]), f.parts[1]
        if exponent > 0:
            return lambda x: base(x) ** exponent
        return lambda x: 1.0 / _divisor(base(x), f) ** -exponent
    parts = [_value(p) for p in f.parts]
    if f.head == "sum":
        return lambda x: sum(p(x) for p in parts)

    def product(x: Any) -> Any:
        result = parts[0](x)
        for p in parts[1:]:
            result = result * p(x)
        return result

    return product


def finite_float(number: Any) -> Any:
    """A rational number as a float, refused where there is none."""
    import numpy as np

    try:
        return np.float64(float(number))
    except OverflowError:
        raise ScenarioError(f"{shown(str(number))} is not a finite number") from None


def _divisor(value: Any, f: Formula) -> Any:
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
        return (sum(j[0] for j in jets), sum(j[1] for j in jets), sum(j[2] for j in jets))
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
        u, n = _jet(f.parts[0], x), f.parts[1]
        base = _divisor(u[0], f) if n < 0 else u[0]
        p0, p1 = float_power(base, n), n * float_power(base, n - 1)
        p2 = n * (n - 1) * (float_power(base, n - 2) if n != 1 else 0.0)
        return (p0, p1 * u[1], p2 * u[1] ** 2 + p1 * u[2])
    name = f.parts[0]
    if name == "sqrt":
        return (_value(f)(0.0), 0.0, 0.0)
    u = _jet(f.parts[1], x)
    if name == "sign":
        return (np.sign(u[0]), 0.0, 0.0)
    s, c = np.sin(u[0]), np.cos(u[0])
    if name == "sin":
        return (s, c * u[1], c * u[2] - s * u[1] ** 2)
    return (c, -s * u[1], -s * u[2] - c * u[1] ** 2)


def float_power(base: Any, exponent: int) -> Any:
    """A whole power, negative ones too."""
    return base**exponent if exponent >= 0 else 1.0 / base**-exponent


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
        slope = at[0][1]
        if slope and all(abs(j[1] - slope) <= 1e-12 * abs(slope) for j in at):
            found.add(float(-at[0][0] / slope))
    return tuple(sorted(found))
