"""How a report's expressions become trees and pieces: rounded, remembered, in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from torsor.algebra.expression import Expression
from torsor.document.printing.tokens import Pieces
from torsor.equations.documents import Style, Writer
from torsor.equations.tree import Product, Sum, Terms
from torsor.model import Model
from torsor.reporting.printed_numbers import merge_roots, round_pieces
from torsor.reporting.sections.recursion import StepRoles, StepSpeller


class ReportWriter(Writer):
    """A writer that also spells the steps of the passes, and remembers every atom it spelled."""

    def __init__(self, model: Model, style: Style, measured: bool = False) -> None:
        super().__init__(model, style)
        before = self.speller
        numbers = before.measured or measured
        self.speller = StepSpeller(before.notation, before.tool, before.slides, numbers)
        self.roles = StepRoles(self.roles.coordinates, self.roles.gravity, self.roles.payload)
        self.atoms: dict[str, None] = {}

    def terms(self, expression: Expression) -> Terms:
        """The terms; among decimals a root is a decimal, too."""
        found = super().terms(expression)
        return merge_roots(found) if self.speller.measured else found

    def spelled(self, tree: Sum) -> Pieces:
        """The pieces of a tree."""
        self._remember(tree)
        pieces = tuple(self.speller.pieces(tree))
        return round_pieces(pieces) if self.speller.measured else pieces

    def _remember(self, tree: Sum) -> None:
        for product in tree.parts:
            for factor, _ in product.factors:
                if isinstance(factor, str):
                    self.atoms[factor] = None
                else:
                    self._remember(factor)


class GroupingWriter(ReportWriter):
    """A writer that gathers terms by what they are multiplied by, that factor first."""

    def __init__(self, writer: ReportWriter) -> None:
        style = replace(writer.style, collect="motion")
        super().__init__(writer.model, style, writer.speller.measured)
        self.atoms = writer.atoms

    def trees(self, expressions: Sequence[Expression]) -> tuple[list[Sum], dict[str, Sum]]:
        """The trees of some expressions, a group's common factors before its bracket."""
        trees, defined = super().trees(expressions)
        return [Sum(tuple(map(_common_first, tree.parts))) for tree in trees], defined


def _common_first(product: Product) -> Product:
    atoms = tuple(f for f in product.factors if isinstance(f[0], str))
    return replace(product, factors=(*atoms, *(f for f in product.factors if f not in atoms)))
