"""Numbers in the place of symbols, in anything that is made of expressions; a model's parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property, wraps
from typing import Any, TypeVar

from torsor.algebra.angles import angle_of, roots_of
from torsor.algebra.budget import budget, usual
from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.substitute import as_angle
from torsor.algebra.terms import Term
from torsor.spatial.vectors import Matrix, Vector

Model = Any
"""``torsor.model.Model``, which is made of the parts here."""

T = TypeVar("T")


def ring_at(ring: Ring, values: Mapping[str, Any]) -> Ring:
    """The ring with the roots that angles such as ``"30deg"`` bring into it."""
    turned = [angle_of(as_angle(v)) for n, v in values.items() if n in ring.angles]
    return ring.extended(roots={n for angle in turned for n in roots_of(angle)})


def map_expressions(data: Any, change: Callable[[Expression], Expression]) -> Any:
    """The same data with every expression in it changed."""
    if isinstance(data, Expression):
        return change(data)
    if isinstance(data, (Matrix, Vector)):
        return type(data)(map_expressions(e, change) for e in data)
    if isinstance(data, (tuple, list)):
        return type(data)(map_expressions(e, change) for e in data)
    if isinstance(data, dict):
        return type(data)({key: map_expressions(value, change) for key, value in data.items()})
    if is_dataclass(data) and not isinstance(data, type):
        new = {f.name: map_expressions(getattr(data, f.name), change) for f in fields(data)}
        return replace(data, **new)
    return data


def round_coefficients(expression: Expression, digits: int) -> Expression:
    """The expression with its coefficients rounded to so many significant digits; 0 for exact."""
    if not digits:
        return expression
    context = Context(prec=digits)
    return expression.ring.from_term_list(
        Term(_round(term.coefficient, context), term.powers) for term in expression.terms
    )


def _round(value: Fraction, context: Context) -> Fraction:
    return Fraction(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def part(make: Callable[[Model], T]) -> cached_property[T]:
    """A part of a model, made once, within a budget; with values, the symbolic one at them."""

    @wraps(make)
    def get(model: Model) -> T:
        if model.symbolic is not model:
            mapped: T = map_expressions(getattr(model.symbolic, make.__name__), model.put_values)
            return mapped
        with budget(usual() if model.limit is None else model.limit):
            return make(model)

    return cached_property(get)


def setting(make: Callable[[Model], T]) -> cached_property[T]:
    """What a derivation starts from, made once; it stays symbolic whatever the values."""

    @wraps(make)
    def get(model: Model) -> T:
        if model.symbolic is not model:
            symbolic: T = getattr(model.symbolic, make.__name__)
            return symbolic
        return make(model)

    return cached_property(get)
