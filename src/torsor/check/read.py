"""From printed mathematics to terms: coefficients, powers of names, and the place of each.

Unknown marks become atoms and are reported; where two readings are possible both are kept, and the
comparison takes the one that fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product as every

from torsor.check.latex_tree import (
    Block,
    Factor,
    Function,
    Item,
    Mark,
    Nested,
    Number,
    Place,
    Punctuation,
    Sign,
    Stray,
    flat,
)
from torsor.check.readings import MOST, PrintedTerm, Reading, angle_sum, multiplied, raised, signed
from torsor.check.symbols import SymbolTable
from torsor.errors import TextError

STRANGE = 300
"""An equation with more unknown symbols than this is refused."""


@dataclass
class Reader:
    """Reads with one notation; gathers what there is to report."""

    table: SymbolTable
    text: str
    abbreviations: dict[str, list[Reading]] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    unknown: dict[str, Mark] = field(default_factory=dict)
    inner: dict[int, tuple[Block, list[PrintedTerm]]] = field(default_factory=dict)
    """Blocks that were read, by identity: each once, however many readings stand around it."""

    # sums -------------------------------------------------------------------------------------

    def terms(self, items: Sequence[Item | None]) -> list[PrintedTerm]:
        """The terms of a run of items; ``None`` stands where a line ends."""
        found: list[PrintedTerm] = []
        sign, pending, broken, closed = 1, False, False, False
        factors: list[Factor | Punctuation] = []

        def close() -> None:
            if any(not isinstance(f, Punctuation) and not _empty(f) for f in factors):
                found.extend(self._expanded(sign, list(factors)))
            factors.clear()

        for item in items:
            if item is None:
                broken = True
            elif isinstance(item, Sign):
                if factors:
                    close()
                    sign, pending, broken = item.value, True, False
                elif pending and broken:
                    if item.value != sign:
                        self._note(item.place, "two signs clash at a line break; the second holds")
                    sign, broken = item.value, False
                else:
                    sign, pending = (sign if pending else 1) * item.value, True
            elif closed and is_label(item):
                continue
            elif isinstance(item, Punctuation) and item.kind != "dot":
                if item.kind == "comma" and factors:
                    close()
                    sign, pending, closed = 1, False, True
            else:
                if not pending and found and not factors and not isinstance(item, Punctuation):
                    self._note(item.place, "a term begins without a sign; plus is taken")
                    sign = 1
                factors.append(item)
                pending = pending or not found
                broken = False
        close()
        if len(found) > MOST:
            raise TextError(f"the equation has more than {MOST} terms")
        return found

    def _note(self, place: Place, text: str) -> None:
        self.findings.append(f"line {place.line}, column {place.column}: {text}")

    # products ---------------------------------------------------------------------------------

    def _expanded(self, sign: int, factors: list[Factor | Punctuation]) -> list[PrintedTerm]:
        """One printed term, or several where parentheses are multiplied out."""
        solid = [f for f in factors if not isinstance(f, Punctuation) and not _empty(f)]
        place = Place(
            solid[0].place.line, solid[0].place.column, solid[0].place.start, solid[-1].place.end
        )
        options: list[list[list[Reading]]] = []
        for variant in self._variants(factors):
            options.append(self._product(variant))
        first = options[0]
        expanded: list[PrintedTerm] = []
        snippet = self.text[place.start : place.end]
        counts = {len(o) for o in map(multiplied, options)}
        combined = [multiplied(o) for o in options]
        if counts == {1}:
            readings = tuple(signed(c[0], sign) for c in combined)
            return [PrintedTerm(tuple(dict.fromkeys(readings)), place, snippet, sign)]
        for reading in multiplied(first):
            expanded.append(PrintedTerm((signed(reading, sign),), place, snippet, sign, True))
        return expanded

    def _variants(self, factors: list[Factor | Punctuation]) -> list[list[Factor]]:
        """The ways in which left superscripts can be given to marks that want one."""
        plain: list[Factor] = []
        choices: list[tuple[int, str]] = []
        waiting = ""
        after_point = False
        for f in factors:
            if isinstance(f, Punctuation):
                after_point = True
                continue
            if isinstance(f, Stray) and f.sup and not f.sub:
                waiting = f.sup
                continue
            if isinstance(f, Nested) and f.kind == "group" and not flat(f.blocks[0]):
                waiting = f.sup or waiting
                continue
            if isinstance(f, Mark) and waiting:
                f, waiting = replace(f, pre=waiting), ""
            elif isinstance(f, Mark) and f.base in self.table.wants_pre and not f.pre and plain:
                before = plain[-1]
                if _may_be_left_index(before) and not after_point:
                    choices.append((len(plain), "before"))
            plain.append(f)
            after_point = False
        found = []
        for taken in every((True, False), repeat=min(len(choices), 4)):
            variant: list[Factor] = list(plain)
            dropped = set()
            for (index, _), take in zip(choices, taken, strict=False):
                if not take:
                    continue
                before, mark = variant[index - 1], variant[index]
                assert isinstance(mark, Mark)
                if isinstance(before, Number):
                    variant[index] = replace(mark, pre=str(before.value))
                    dropped.add(index - 1)
                elif isinstance(before, Mark):
                    variant[index] = replace(mark, pre=before.sup)
                    variant[index - 1] = replace(before, sup="")
            found.append([f for i, f in enumerate(variant) if i not in dropped])
        return found

    def _product(self, factors: list[Factor]) -> list[list[Reading]]:
        """Each factor as a sum of readings; their product is the term."""
        found: list[list[Reading]] = []
        i = 0
        while i < len(factors):
            used, sums = self._factor(factors, i)
            found.append(sums)
            i += used
        return found

    def _factor(self, factors: list[Factor], i: int) -> tuple[int, list[Reading]]:
        """The factor at i and how many items it took."""
        f = factors[i]
        after = factors[i + 1] if i + 1 < len(factors) else None
        if isinstance(f, Number):
            power = int(f.power) if f.power.isdigit() and len(f.power) < 3 else 1
            return 1, [Reading(f.value**power, ())]
        if isinstance(f, Function):
            return self._function(f.name, f.sup, after, f.place)
        if isinstance(f, Stray):
            self._note(f.place, "a superscript hangs on nothing and is overlooked")
            return 1, [Reading(Fraction(1), ())]
        if isinstance(f, Mark):
            return self._mark(f, after)
        return 1, self._nested(f)

    def _mark(self, mark: Mark, after: Factor | None) -> tuple[int, list[Reading]]:
        function = self._letter(mark)
        if function and not mark.sub and not mark.dots and _may_be_angle(after):
            return self._function(function, mark.sup, after, mark.place)
        if mark.base in ("sgn", "sign") and isinstance(after, Nested) and not mark.sub:
            return 2, self._sign(after)
        style = self.table.speller.notation.trig.style
        if style == "inline" and isinstance(after, Number) and not mark.sub and not mark.sup:
            joined = replace(mark, base=mark.base + str(after.value), sup=after.power)
            if function:
                return 2, self._indexed(function, str(after.value), after.power, mark.place)
            read = self.table.read(joined)
            if read:
                return 2, [Reading(Fraction(1), ((read.name, read.power),))]
        if style == "inline" and not mark.sub and not mark.dots:
            called, index = self._letter(replace(mark, base=mark.base[:1])), mark.base[1:]
            if called and index.isdigit():
                return 1, self._indexed(called, index, mark.sup, mark.place)
        read = self.table.read(mark)
        if read:
            notes = (f"{self._shown(mark)}: {read.note}",) if read.note else ()
            sign = self.table.speller.notation.sign(read.name) if read.power % 2 else 1
            return 1, [Reading(Fraction(sign), ((read.name, read.power),), notes)]
        digits = mark.sub.replace(",", "")
        if function and style in ("index", "inline") and digits.isdigit() and not mark.dots:
            return 1, self._indexed(function, mark.sub, mark.sup, mark.place)
        if mark.base + mark.sub in self.abbreviations and not mark.dots:
            power = int(mark.sup) if mark.sup.isdigit() and len(mark.sup) < 2 else 1
            return 1, raised(self.abbreviations[mark.base + mark.sub], power)
        return 1, [Reading(Fraction(1), ((self._atom(mark), 1),))]

    def _letter(self, mark: Mark) -> str:
        """sin or cos, if the mark is the notation's letter for it."""
        trig = self.table.speller.notation.trig
        names = {trig.sin: "sin", trig.cos: "cos", "s": "sin", "c": "cos"}
        if mark.pre or mark.accent:
            return ""
        return names.get(mark.base, "")

    def _indexed(self, function: str, index: str, sup: str, place: Place) -> list[Reading]:
        """C_12: the cosine of a sum of joint angles, by their numbers."""
        parts = index.split(",") if "," in index else list(index)
        argument = {f"q{int(p)}": 1 for p in parts if p.isdigit()}
        return self._trig(function, argument, sup, place)

    def _function(
        self, function: str, sup: str, after: Factor | None, place: Place
    ) -> tuple[int, list[Reading]]:
        if after is None:
            self._note(place, f"{function} has no argument")
            return 1, [Reading(Fraction(1), ((f"unknown_{function}", 1),))]
        if isinstance(after, Nested):
            argument = self._angle(self._inside(after.blocks[0]))
            power = after.sup or sup
        else:
            bare = replace(after, sup="") if isinstance(after, Mark) else after
            argument = self._angle(self.terms([bare]))
            power = sup or (after.sup if isinstance(after, Mark) else "")
        return 2, self._trig(function, argument, power, place)

    def _sign(self, argument: Nested) -> list[Reading]:
        """The sign of a velocity, as Coulomb friction has it."""
        inside = self._readings(argument.blocks[0])
        if len(inside) != 1 or [e for _, e in inside[0].powers] != [1]:
            self._note(argument.place, "the sign of something else than a velocity is an atom")
            return [Reading(Fraction(1), (("unknown_sign", 1),))]
        coefficient = Fraction(1 if inside[0].coefficient > 0 else -1)
        power = int(argument.sup) if argument.sup.isdigit() and len(argument.sup) < 2 else 1
        return raised([Reading(coefficient, ((f"sign({inside[0].powers[0][0]})", 1),))], power)

    def _trig(
        self, function: str, argument: dict[str, int], sup: str, place: Place
    ) -> list[Reading]:
        power = int(sup) if sup.isdigit() and len(sup) < 2 else 1
        if list(argument.values()) == [1]:
            name = f"{function}({next(iter(argument))})"
            return [Reading(Fraction(1), ((name, power),))]
        sums = angle_sum(argument)[function == "cos"]
        return raised(sums, power)

    def _angle(self, terms: Sequence[PrintedTerm]) -> dict[str, int]:
        """A sum of whole multiples of angles, by name; an unknown mark keeps its print."""
        counts: dict[str, int] = {}
        for term in terms:
            reading = term.readings[0]
            names = [n for n, e in reading.powers if e == 1]
            if len(names) != 1 or reading.coefficient.denominator != 1:
                self._note(term.place, "an angle that is no sum of angles")
                return {"unknown_angle": 1}
            counts[names[0]] = counts.get(names[0], 0) + int(reading.coefficient)
        return counts or {"unknown_angle": 1}

    # nested -----------------------------------------------------------------------------------

    def _nested(self, f: Nested) -> list[Reading]:
        if f.kind == "fraction":
            above = self._readings(f.blocks[0])
            below = self._readings(f.blocks[1])
            if len(below) != 1 or below[0].powers or not below[0].coefficient:
                self._note(f.place, "a fraction over something else than a number is an atom")
                return [Reading(Fraction(1), (("unknown_fraction", 1),))]
            return [replace(r, coefficient=r.coefficient / below[0].coefficient) for r in above]
        if f.kind == "root":
            inside = flat(f.blocks[0])
            return [Reading(Fraction(1), ((f"sqrt({inside})", 1),))]
        power = int(f.sup) if f.sup.isdigit() and len(f.sup) < 2 else 1
        return raised(self._readings(f.blocks[0]), power)

    def _readings(self, block: Block) -> list[Reading]:
        return [term.readings[0] for term in self._inside(block)]

    def _inside(self, block: Block) -> list[PrintedTerm]:
        if id(block) not in self.inner:
            self.inner[id(block)] = block, self.terms(joined(block))
        return self.inner[id(block)][1]

    # unknown ----------------------------------------------------------------------------------

    def _shown(self, mark: Mark) -> str:
        return self.text[mark.place.start : mark.place.end].strip() or mark.base

    def _atom(self, mark: Mark) -> str:
        """A name for a mark that stands for nothing known; the same mark has the same name."""
        text = f"{mark.pre}|{mark.base}|{mark.dots}|{mark.accent}|{mark.sub}|{mark.sup}"
        plain = (ch if ch.isalnum() else "_" for ch in text)
        name = "unknown_" + "".join(ch if ch.isascii() else f"u{ord(ch):x}" for ch in plain)
        if name not in self.unknown:
            if len(self.unknown) == STRANGE:
                raise TextError(
                    f"line {mark.place.line}, column {mark.place.column}: more than {STRANGE} "
                    "symbols that the model does not have; another robot or notation?"
                )
            self.unknown[name] = mark
            self._note(mark.place, f"{self._shown(mark)} is no symbol of the model")
        return name


def _empty(f: Factor) -> bool:
    """A braced group with nothing in it and nothing on it."""
    return isinstance(f, Nested) and f.kind == "group" and not flat(f.blocks[0]) and not f.sup


def is_prefix(item: Item) -> bool:
    """A left superscript, which belongs to the mark after it."""
    return isinstance(item, Stray) or (
        isinstance(item, Nested) and item.kind == "group" and not flat(item.blocks[0])
    )


def is_label(item: Item | None) -> bool:
    """An equation's number in parentheses, as ``(36)``."""
    return isinstance(item, Nested) and item.kind == "paren" and flat(item.blocks[0]).isdigit()


def joined(block: Block) -> list[Item | None]:
    """All the items of a block in order, with ``None`` where a line ends."""
    items: list[Item | None] = []
    for number, line in enumerate(block.lines):
        if number:
            items.append(None)
        for cell in line:
            items.extend(cell)
    return items


def _may_be_left_index(f: Factor) -> bool:
    """A whole number, or a mark with one for its exponent: either may belong to the next mark."""
    if isinstance(f, Number):
        return f.value.denominator == 1 and not f.power
    return isinstance(f, Mark) and f.sup.isdigit()


def _may_be_angle(f: Factor | None) -> bool:
    if isinstance(f, Mark):
        return f.base in ("q", "θ") and not f.dots
    return isinstance(f, Nested) and f.kind == "paren"
