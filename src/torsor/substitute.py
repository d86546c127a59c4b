"""A model with numbers put in: what is given is substituted, the rest stays symbolic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

from torsor.algebra.expression import Expression, Term
from torsor.algebra.vectors import Matrix, Vector
from torsor.mechanics.newton_euler import LinkSteps
from torsor.mechanics.tensor_form import TensorForm
from torsor.model import Model


def substituted(model: Model, values: Mapping[str, Any], digits: int = 0) -> Model:
    """The model at these values; with ``digits``, its numbers are rounded to so many."""

    def at(expression: Expression) -> Expression:
        known = {n: v for n, v in values.items() if n in expression.symbols()}
        return rounded(expression.subs(known) if known else expression, digits)

    def vector(v: Vector) -> Vector:
        return Vector(at(e) for e in v)

    def matrix(m: Matrix) -> Matrix:
        return Matrix(vector(row) for row in m)

    def tensor() -> TensorForm:
        whole = model.tensor
        return TensorForm(matrix(whole.M), matrix(whole.C), vector(whole.g), vector(whole.payload))

    links = {
        i: LinkSteps(*(vector(getattr(steps, f.name)) for f in fields(steps)))
        for i, steps in model.links.items()
    }
    return replace(model, tau=tuple(at(t) for t in model.tau), links=links, _tensor=tensor)


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
