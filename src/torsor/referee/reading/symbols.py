"""Which name a printed mark stands for: the notation's glyphs, read backwards.

Reading is many to one (J_xz and J_zx are one symbol). Where an index is printed twice, on the left
and in the subscript, one of them may be lost or wrong and the mark is still read, with a note.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from torsor.document.printing.latex import LatexPrinter
from torsor.equations.speller import Speller
from torsor.notation.glyph import Glyph
from torsor.referee.reading.latex.tree import Mark

Key = tuple[str, int, str, str, str, str]
"""Base, dots, accent, subscript, superscript, left superscript; scripts as plain text."""


@dataclass(frozen=True)
class Read:
    """What a mark stands for: a name, a power, and what had to be supplied or overlooked."""

    name: str
    power: int = 1
    note: str = ""
    doubt: bool = False
    """Whether something printed was overlooked, not merely something lost supplied."""


def script_text(part: str | Glyph) -> str:
    """A glyph's script as plain text, C5x for C_{5x}."""
    if isinstance(part, Glyph):
        before = (f"^{part.pre}" if part.pre else "") + (f"{part.accent}~" if part.accent else "")
        sup = script_text(part.sup)
        base = part.base + "'" * part.dots
        return before + base + script_text(part.sub) + (f"^{sup}" if sup else "")
    return part


def key_of(glyph: Glyph) -> Key:
    """A glyph as it is looked up."""
    sub, sup = tidy(script_text(glyph.sub)), tidy(script_text(glyph.sup))
    return (glyph.base, glyph.dots, glyph.accent, sub, sup, glyph.pre)


def tidy(text: str) -> str:
    """Scripts are compared without commas and with one case of C, which scans confuse."""
    return text.replace(",", "").replace("c", "C").replace(" ", "")


def _key(mark: Mark) -> Key:
    """A mark as it is looked up."""
    return (mark.base, mark.dots, mark.accent, tidy(mark.sub), tidy(mark.sup), mark.pre)


def _power(text: str) -> int | None:
    """A whole exponent of at most two digits, if a superscript is one."""
    return int(text) if text.isdigit() and len(text) < 3 and str(int(text)) == text else None


def letters(text: str) -> str:
    """A text without its digits."""
    return "".join(ch for ch in text if not ch.isdigit())


def looks_like_function(key: Key, letter: str, style: str) -> bool:
    """Whether a symbol's mark is a function's letter with what such a letter may bear."""
    base, dots, accent, sub, sup, pre = key
    if dots or accent or pre or (sup and not sup.isdigit()):
        return False
    if style == "index":
        return base == letter and sub.isdigit()
    if style == "inline":
        return not sub and base.rstrip("0123456789") == letter != base
    return base == letter and not sub


class SymbolTable:
    """The names of one ring by the marks that a notation prints for them."""

    def __init__(self, speller: Speller, names: Iterable[str], angles: Iterable[str] = ()) -> None:
        self.speller = speller
        self.angles = frozenset(angles)
        self.exact: dict[Key, str] = {}
        self.without_pre: dict[tuple[str, int, str, str, str], set[str]] = {}
        self.by_pre: dict[tuple[str, int, str, str, str, str], set[str]] = {}
        self.bases: set[str] = set()
        self.wants_pre: set[str] = set()
        for name in (*names, *self.angles):
            self._enter(name, key_of(speller.glyph(name)))
        for function in ("sin", "cos"):
            for angle in self.angles:
                # A named angle is printed as an index too: c_α.
                token = speller.atom(f"{function}({angle})", 1)
                joint = angle[:1] == "q" and angle[1:].isdigit()
                if token.kind == "glyph" and token.glyph is not None and not joint:
                    self._enter(f"{function}({angle})", key_of(token.glyph))
        for key, name in tuple(self.exact.items()):
            product = name[1:3] if name[:1] == "I" else ""
            if product in ("xy", "xz", "yz") and product in key[3]:
                sub = key[3].replace(product, product[::-1])
                self._enter(name, (*key[:3], sub, *key[4:]))

    def _enter(self, name: str, key: Key) -> None:
        base, dots, hat, sub, sup, pre = key
        self.bases.add(base)
        for scanned in self._scans(sub):
            self.exact.setdefault((base, dots, hat, scanned, sup, pre), name)
            if pre:
                self.wants_pre.add(base)
                self.without_pre.setdefault((base, dots, hat, scanned, sup), set()).add(name)
                loose = (base, dots, hat, letters(scanned), sup, pre)
                self.by_pre.setdefault(loose, set()).add(name)

    def _scans(self, sub: str) -> list[str]:
        """A subscript as printed, and as a scanner may have read it."""
        found = [sub]
        for letter, seen in self.speller.notation.scanned:
            if letter in sub:
                found.append(sub.replace(letter, seen))
        return found

    def read(self, mark: Mark) -> Read | None:
        """The name of a mark and its power, or nothing if it stands for none."""
        found = self._read(mark)
        if found is not None and mark.lowered:
            return replace(found, doubt=True)
        return found

    def _read(self, mark: Mark) -> Read | None:
        accent = mark.accent
        base, dots, sub, sup, pre = mark.base, mark.dots, tidy(mark.sub), tidy(mark.sup), mark.pre
        name = self.exact.get((base, dots, accent, sub, sup, pre))
        if name:
            return Read(name)
        power = _power(sup)
        if power is not None:
            name = self.exact.get((base, dots, accent, sub, "", pre))
            if name:
                return Read(name, power)
        own, closed, behind = sup.rpartition(")")
        raised = _power(behind)
        if closed and raised is not None:  # m^{(1)2}
            name = self.exact.get((base, dots, accent, sub, own + closed, pre))
            if name:
                return Read(name, raised)
        if base not in self.wants_pre:
            return None
        for superscript, exponent in ((sup, 1), ("", power)):
            if exponent is None:
                continue
            names = self.without_pre.get((base, dots, accent, sub, superscript), set())
            if len(names) == 1:
                note = "left index missing" if not pre else f"left index {pre} overlooked"
                return Read(next(iter(names)), exponent, note, bool(pre))
            loose = (base, dots, accent, letters(sub), superscript, pre)
            names = self.by_pre.get(loose, set())
            if len(names) == 1 and pre:
                lost = letters(sub) == sub
                note = "index in the subscript missing" if lost else f"index in {sub} overlooked"
                return Read(next(iter(names)), exponent, note, not lost)
        return None

    def is_whole(self, mark: Mark) -> bool:
        """Whether a mark is a symbol with all that is on it, raised to no power."""
        return _key(mark) in self.exact

    def wants_left_index(self, mark: Mark) -> bool:
        """Whether a left superscript may belong to a mark: its base bears one, and it has none.

        A symbol that bears none, or a sine or cosine, may have the same base.
        """
        if mark.base not in self.wants_pre or self.is_whole(mark):
            return False
        if _power(mark.sup) is not None and self.is_whole(replace(mark, sup="")):
            return False
        trig = self.speller.notation.trig
        letters = (trig.sin, trig.cos)
        return not any(looks_like_function(_key(mark), letter, trig.style) for letter in letters)

    def latex(self, name: str) -> str:
        """How the notation prints a name."""
        printer = LatexPrinter(self.speller.notation.product)
        return printer.token(self.speller.atom(name, 1))
