"""Which abbreviations and names a paper file may give: what is read as nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable

from torsor.check.items import joined
from torsor.check.latex_grammar import parse_latex
from torsor.check.latex_tree import Mark
from torsor.check.names import Look
from torsor.check.symbols import SymbolTable, tidy
from torsor.errors import TextError, shown


def refuse_taken(
    names: Iterable[str], table: SymbolTable, announced: dict[Look, str], targets: Iterable[str]
) -> None:
    """Refuse an abbreviation that the reader would overlook or take for something else."""
    wanted = set(targets)
    found: dict[str, str] = {}
    for name in names:
        said = f"abbreviation {shown(name)}"
        try:
            mark = _mark(name)
        except TextError as error:
            raise TextError(f"{said}: {error}") from None
        symbol = table.read(mark)
        if symbol is not None:
            raise TextError(f"{said}: it is the symbol {symbol.name} of the model")
        if _is_trigonometric(mark, table):
            raise TextError(f"{said}: it is read as a sine or cosine in this notation")
        target = announced.get((mark.base, mark.dots, tidy(mark.sub), tidy(mark.sup)), "")
        if target in wanted:
            raise TextError(f"{said}: it is the name of {target}, which the paper's equation is of")
        before = found.setdefault(mark.base + mark.sub, name)
        if before != name:
            raise TextError(f"{said}: it cannot be told from {shown(before)}")


INVISIBLE = re.compile(r"\\[,;:! ]|\\(?:left|right|quad|qquad)(?![A-Za-z])|[{}&~\s]")


def refuse_other_print(name: str, latex: str, table: SymbolTable) -> None:
    """Refuse a name for the target that the equation does not print as it is given."""
    try:
        symbol = table.read(_mark(name))
    except TextError:
        symbol = None
    if symbol is not None:
        raise TextError(f"the name {shown(name)} is the symbol {symbol.name} of the model")
    wanted = INVISIBLE.sub("", name)
    sides = INVISIBLE.sub("", latex).split("=")
    if not any(side.endswith(wanted) for side in sides):
        raise TextError(f"the name {shown(name)} is no side of the equation as it is printed")
    for side in sides:
        if side != wanted and _letters(side) == _letters(wanted):
            raise TextError(f"a side looks like the name {shown(name)} and is printed otherwise")


def _letters(text: str) -> str:
    """Letters and digits only."""
    return "".join(ch for ch in text if ch.isalnum())


def _mark(name: str) -> Mark:
    """The one mark of an abbreviation: a letter and maybe a plain subscript."""
    items = [item for item in joined(parse_latex(name)) if item is not None]
    mark = items[0] if len(items) == 1 else None
    plain = isinstance(mark, Mark) and not (mark.dots or mark.accent or mark.pre or mark.sup)
    if not isinstance(mark, Mark) or not plain or "^" in name or "'" in name:
        raise TextError("expected one letter, with a subscript at most")
    if len(mark.base) > 1 and mark.sub:
        raise TextError("expected one letter before the subscript")
    return mark


def _is_trigonometric(mark: Mark, table: SymbolTable) -> bool:
    trig = table.speller.notation.trig
    if mark.base not in {trig.sin, trig.cos, "s", "c", "sin", "cos"}:
        return False
    digits = mark.sub.replace(",", "")
    return not digits or (trig.style in ("index", "inline") and digits.isdigit())
