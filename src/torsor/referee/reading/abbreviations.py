"""Which abbreviations and names a paper file may give: what is read as nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from torsor.errors import TextError, shown
from torsor.referee.reading.latex.grammar import parse_latex
from torsor.referee.reading.latex.runs import items_in, single
from torsor.referee.reading.latex.tree import Mark
from torsor.referee.reading.symbols import SymbolTable
from torsor.referee.reading.trigonometry import function_of
from torsor.referee.target_marks import TargetMarks


def refuse_taken(
    names: Iterable[str], table: SymbolTable, marks: TargetMarks, targets: Iterable[str]
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
        target = marks.target_of(mark)
        if target in wanted:
            raise TextError(f"{said}: it is the name of {target}, which the paper's equation is of")
        before = found.setdefault(mark.base + mark.sub, name)
        if before != name:
            raise TextError(f"{said}: it cannot be told from {shown(before)}")


def refuse_symbol(name: str, table: SymbolTable) -> None:
    """Refuse a name for the target that is a symbol of the model."""
    for one in name.split("="):
        try:
            symbol = table.read(_mark(one))
        except TextError:
            continue
        if symbol is not None:
            raise TextError(
                f"the name {shown(one.strip())} is the symbol {symbol.name} of the model"
            )


def _mark(name: str) -> Mark:
    """The one mark of an abbreviation: a letter and maybe a plain subscript."""
    mark = single(items_in(parse_latex(name)))
    plain = isinstance(mark, Mark) and not (mark.dots or mark.accent or mark.pre or mark.sup)
    if not isinstance(mark, Mark) or not plain or "^" in name or "'" in name:
        raise TextError("expected one letter, with a subscript at most")
    if len(mark.base) > 1 and mark.sub:
        raise TextError("expected one letter before the subscript")
    return mark


def _is_trigonometric(mark: Mark, table: SymbolTable) -> bool:
    digits = mark.sub.replace(",", "")
    by_number = table.speller.notation.trig.style in ("index", "inline") and digits.isdigit()
    return bool(function_of(mark, table)) and (not digits or by_number)
