"""Printed terms: each with what it is in normal form, by which it is coloured and traced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from torsor.algebra.expression import Expression
from torsor.document.printing.tokens import Piece
from torsor.equations.speller import Speller
from torsor.equations.tree import Key, Product, Sum, key

NAME = re.compile(r"[A-Za-z_]\w*")
FUNCTIONS = {"sin", "cos", "sqrt", "sign"}
FACTOR = re.compile(r"(x\d+)(?:\^(\d+))?")


@dataclass(frozen=True)
class PrintedTerm:
    """What stands between two places where a line may break.

    ``powers`` are those of the term in normal form; nothing where it is a part of a longer
    product, or in functions that the normal form does not have.
    """

    piece: Piece
    powers: Key | None
    atoms: Key
    """The factors that it has, as far as they are known, for a search and for its symbols."""

    @property
    def names(self) -> list[str]:
        """The symbols in it, each once."""
        return names_in(atom for atom, _ in self.atoms)


def names_in(atoms: Iterable[str]) -> list[str]:
    """The symbols in some factors, also within sines and cosines."""
    found = dict.fromkeys(name for atom in atoms for name in NAME.findall(atom))
    return [name for name in found if name not in FUNCTIONS]


def printed_terms(tree: Sum, speller: Speller, exact: bool, begins: bool) -> list[PrintedTerm]:
    """The terms of a sum; ``begins`` tells that no plus stands before the first.

    ``exact`` tells that the tree's factors are those of the normal form.
    """
    if not tree.parts:
        return [PrintedTerm(speller.pieces(tree)[0], None, ())]
    found = [term for product in tree.parts for term in _terms_of_product(product, speller, exact)]
    if begins and found[0].piece.sign == "+":
        found[0] = PrintedTerm(Piece("", found[0].piece.tokens), found[0].powers, found[0].atoms)
    return found


def _terms_of_product(product: Product, speller: Speller, exact: bool) -> Iterator[PrintedTerm]:
    pieces = speller.product(product)
    plain = [(f, e) for f, e in product.factors if isinstance(f, str)]
    sums = [(f, e) for f, e in product.factors if isinstance(f, Sum)]
    if not sums:
        powers = key(plain)
        yield PrintedTerm(pieces[0], powers if exact else None, powers)
        return
    inner = sums[0][0].parts if len(sums) == 1 and sums[0][1] == 1 else ()
    simple = all(isinstance(f, str) for part in inner for f, _ in part.factors)
    if simple and len(inner) == len(pieces):
        for piece, part in zip(pieces, inner, strict=True):
            powers = key((*plain, *((f, e) for f, e in part.factors if isinstance(f, str))))
            yield PrintedTerm(piece, powers if exact else None, powers)
        return
    atoms = key(_atoms(product))
    for piece in pieces:
        yield PrintedTerm(piece, None, atoms)


def _atoms(product: Product) -> Iterator[tuple[str, int]]:
    for factor, exponent in product.factors:
        if isinstance(factor, str):
            yield factor, exponent
        else:
            for part in factor.parts:
                yield from _atoms(part)


def monomials(expression: Expression) -> frozenset[Key]:
    """What the terms of an expression are but for their coefficients."""
    names = expression.ring.flint_names
    text = str(expression.poly) if expression else ""
    found = set()
    for piece in text.replace(" - ", " + ").split(" + ") if text else ():
        powers = [(names[m[1]], int(m[2] or 1)) for m in FACTOR.finditer(piece)]
        found.add(tuple(sorted(powers)))
    return frozenset(found)


def typed(powers: Key) -> str:
    """A product as it is typed, by which ``why`` is asked: ``dq1*m5*cos(q4)^2``."""
    return "*".join(n if e == 1 else f"{n}^{e}" for n, e in powers)
