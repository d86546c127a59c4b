"""How equations of a model are to look, and the writer that makes them so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, NamedTuple

from torsor.algebra.expression import Expression
from torsor.arguments import choice, validate_fields
from torsor.document.blocks import Display, Part
from torsor.document.printing.tokens import Pieces
from torsor.equations.collect import BY, collect
from torsor.equations.intermediates import name_intermediates
from torsor.equations.shorter import FORMS
from torsor.equations.speller import Speller
from torsor.equations.tree import Sum, Terms, flat, terms_of
from torsor.errors import ArgumentValueError, UnknownNameError, shown, suggestion
from torsor.mechanics.effects import roles_of_robot
from torsor.model import Model
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation
from torsor.robot.robot import Robot
from torsor.robot.symbols import angles, coordinates, formulas


class Statement(NamedTuple):
    """A left-hand side and its value, a vector's being three; maybe its name in a paper file."""

    left: Glyph
    value: Expression | Sequence[Expression]
    target: str = ""


@dataclass(frozen=True)
class Style:
    """How equations are to look: notation, shorter forms, collecting, intermediates, relations."""

    notation: Notation
    shorter: tuple[Annotated[str, choice(FORMS)], ...] = ()
    collect: Annotated[str, choice(BY)] = ""
    intermediates: bool = False
    depth: int = 4
    size: int = 2
    relations: bool = False

    def __post_init__(self) -> None:
        validate_fields(self)
        for form in self.shorter:
            if form not in FORMS:
                raise UnknownNameError(
                    f"no shorter form {shown(form)}; expected {', '.join(FORMS)}"
                    f"{suggestion(form, FORMS)}"
                )
        if self.collect and self.collect not in BY:
            raise UnknownNameError(
                f"nothing is collected by {shown(self.collect)}; expected {', '.join(BY)}"
                f"{suggestion(self.collect, BY)}"
            )
        if not 1 <= self.depth <= 20 or not 2 <= self.size <= 10_000:
            raise ArgumentValueError("expected a depth of 1 to 20 and a size of at least 2")
        if self.collect and self.intermediates:
            raise ArgumentValueError("collecting and named intermediates exclude each other")


def speller(model: Model, notation: Notation) -> Speller:
    """How the model's symbols are spelled in a notation."""
    return robot_speller(model.robot, notation, bool(model.values or model.digits))


def robot_speller(robot: Robot, notation: Notation, measured: bool = False) -> Speller:
    """How a robot's symbols are spelled; ``measured`` tells that numbers stand among them."""
    turning = set(angles(robot))
    slides = frozenset(q for q in coordinates(robot) if q not in turning)
    constants = (entry.constant for entry in formulas(robot))
    given = any(constant is not None and constant.denominator != 1 for constant in constants)
    return Speller(notation, len(robot.joints) + 1, slides, measured or given)


class Writer:
    """Expressions of one model into pieces, in one style."""

    def __init__(self, model: Model, style: Style) -> None:
        self.model = model
        self.style = style
        self.roles = roles_of_robot(model.robot)
        self.speller = speller(model, style.notation)

    def terms(self, expression: Expression) -> Terms:
        """The terms of an expression as they are to be printed."""
        return terms_of(expression)

    def trees(self, expressions: Sequence[Expression]) -> tuple[list[Sum], dict[str, Sum]]:
        """The trees of some expressions, and the intermediates that they share."""
        all_terms = []
        for expression in expressions:
            terms = self.terms(expression)
            for form in self.style.shorter:
                terms = FORMS[form](terms)
            all_terms.append(terms)
        if self.style.intermediates:
            named = name_intermediates(all_terms, self.roles, self.style.depth, self.style.size)
            return list(named.sums), named.definitions
        if self.style.collect:
            return [collect(t, self.style.collect, self.roles) for t in all_terms], {}
        return [flat(t, self.roles) for t in all_terms], {}

    def equations(
        self, statements: Sequence[Statement]
    ) -> tuple[tuple[Display, ...], tuple[Display, ...]]:
        """Equations and the definitions of their intermediates."""
        values = [
            value
            for said in statements
            for value in ([said.value] if isinstance(said.value, Expression) else said.value)
        ]
        trees, definitions = self.trees(values)
        rest = (tuple(self.speller.pieces(tree)) for tree in trees)
        found = tuple(
            equation(said.left, next(rest), said.target)
            if isinstance(said.value, Expression)
            else vector(said.left, tuple(islice(rest, len(said.value))), said.target)
            for said in statements
        )
        defined = tuple(
            equation(self.speller.glyph(name), tuple(self.speller.pieces(tree)))
            for name, tree in definitions.items()
        )
        return found, defined


def equation(left: Glyph, pieces: Pieces, target: str = "") -> Display:
    """An equation without a number."""
    return Display(0, (Part((left,), pieces),), target)


def vector(left: Glyph, components: Sequence[Pieces], target: str = "") -> Display:
    """A vector, which is given by its components where it is too wide for the page."""
    return Display(0, (Part((left,), entries=tuple((c,) for c in components), axes="xyz"),), target)
