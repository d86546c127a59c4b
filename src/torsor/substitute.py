"""A model with numbers put in: what is given is substituted, the rest stays symbolic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property
from operator import index
from typing import Annotated, Any

from torsor.algebra.angles import angle_of, roots_of
from torsor.algebra.expression import Expression, Term
from torsor.algebra.ring import Ring
from torsor.algebra.substitute import as_angle
from torsor.arguments import validate_call
from torsor.mechanics.chain import Chain
from torsor.mechanics.lagrange import Lagrange
from torsor.mechanics.newton_euler import LinkSteps
from torsor.mechanics.parameters.base_parameters import BaseParameters
from torsor.mechanics.parameters.regressor import Column
from torsor.mechanics.tensor_form import TensorForm
from torsor.model import Model
from torsor.robot.values import require_known
from torsor.spatial.vectors import Matrix, Vector

DIGITS = 1000
"""Numbers are rounded to at most so many digits."""


@validate_call
def substituted(
    model: Model, values: Mapping[str, Any], digits: Annotated[int, range(DIGITS + 1)] = 0
) -> Model:
    """The model at these values; with ``digits``, its numbers are rounded to so many."""
    require_known(model.robot, values)
    parts = SubstitutedParts(model, dict(values), index(digits))
    return replace(
        model,
        ring=parts.ring,
        tau=Vector(parts.at(t) for t in model.tau),
        _parts=parts,
        values=dict(values),
    )


@dataclass(frozen=True)
class SubstitutedParts:
    """The parts of another model with numbers put in."""

    model: Model
    values: Mapping[str, Any]
    digits: int

    def __getstate__(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @cached_property
    def ring(self) -> Ring:
        """The ring that the numbers need."""
        return ring_at(self.model.ring, self.values)

    def at(self, expression: Expression) -> Expression:
        """An expression of the model with the numbers put in."""
        known = {n: v for n, v in self.values.items() if n in expression.symbols()}
        put = expression.subs(known) if known else expression
        return rounded(put, self.digits).to(self.ring)

    def _mapped(self, part: Any) -> Any:
        return mapped(part, self.at)

    def chain(self) -> Chain:
        """The robot over its ring, symbols as they were."""
        return self.model.chain

    def links(self) -> dict[int, LinkSteps]:
        """The steps of both passes."""
        found: dict[int, LinkSteps] = self._mapped(self.model.links)
        return found

    def tensor(self) -> TensorForm:
        """M, C, g and the other shares."""
        found: TensorForm = self._mapped(self.model.tensor)
        return found

    def lagrange(self) -> Lagrange:
        """Energies, momenta and their rates."""
        found: Lagrange = self._mapped(self.model.lagrange)
        return found

    def columns(self) -> list[Column]:
        """The columns of the regressor."""
        found: list[Column] = self._mapped(self.model.columns)
        return found

    def base_parameters(self) -> BaseParameters:
        """The smallest set of parameters."""
        found: BaseParameters = self._mapped(self.model.base_parameters)
        return found


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
