"""A model with numbers put in: what is given is substituted, the rest stays symbolic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction
from operator import index
from typing import Annotated, Any

from torsor.algebra.angles import angle_of, roots_of
from torsor.algebra.expression import Expression, Term
from torsor.algebra.ring import Ring
from torsor.algebra.substitute import as_angle
from torsor.algebra.vectors import Matrix, Vector
from torsor.arguments import validate_call
from torsor.model import Model
from torsor.robot.symbols import require_known

DIGITS = 1000
"""Numbers are rounded to at most so many digits."""


@validate_call
def substituted(
    model: Model, values: Mapping[str, Any], digits: Annotated[int, range(DIGITS + 1)] = 0
) -> Model:
    """The model at these values; with ``digits``, its numbers are rounded to so many."""
    require_known(model.robot, values)
    digits = index(digits)
    ring = ring_at(model.ring, values)

    def at(expression: Expression) -> Expression:
        known = {n: v for n, v in values.items() if n in expression.symbols()}
        return rounded(expression.subs(known) if known else expression, digits).to(ring)

    def later(name: str) -> Callable[[], Any]:
        return lambda: mapped(getattr(model, name), at)

    made = ("links", "tensor", "lagrange", "columns", "base_parameters")
    return replace(
        model,
        ring=ring,
        tau=Vector(at(t) for t in model.tau),
        _later={"chain": lambda: model.chain} | {name: later(name) for name in made},
        values=dict(values),
    )


def ring_at(ring: Ring, values: Mapping[str, Any]) -> Ring:
    """The ring with the roots that angles such as ``"30deg"`` bring into it."""
    turned = [angle_of(as_angle(v)) for n, v in values.items() if n in ring.angles]
    return ring.extended(roots={n for angle in turned for n in roots_of(angle)})


def mapped(data: Any, change: Callable[[Expression], Expression]) -> Any:
    """The same data with every expression in it changed."""
    if isinstance(data, Expression):
        return change(data)
    if isinstance(data, Matrix):
        return Matrix(mapped(row, change) for row in data)
    if isinstance(data, Vector):
        return Vector(mapped(e, change) for e in data)
    if isinstance(data, tuple):
        return tuple(mapped(e, change) for e in data)
    if isinstance(data, dict):
        return {key: mapped(value, change) for key, value in data.items()}
    if is_dataclass(data) and not isinstance(data, type):
        new = {f.name: mapped(getattr(data, f.name), change) for f in fields(data)}
        return replace(data, **new)
    return data


def rounded(expression: Expression, digits: int) -> Expression:
    """The expression with its coefficients rounded to so many significant digits."""
    if not digits:
        return expression
    context = Context(prec=digits)
    return expression.ring.from_term_list(
        Term(_round(term.coefficient, context), term.powers) for term in expression.terms
    )


def _round(value: Fraction, context: Context) -> Fraction:
    return Fraction(context.divide(Decimal(value.numerator), Decimal(value.denominator)))
