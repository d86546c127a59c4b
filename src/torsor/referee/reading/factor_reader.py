"""One printed factor at a time: numbers, symbols, sines and cosines, signs of velocities.

A mark that stands for nothing in the model becomes an atom and is reported. Whatever is printed on
a factor is read or the equation is not: no script, accent or argument is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from torsor.referee.reading.matrices import Table, Value, readings_of
from torsor.referee.reading.runs import is_empty, joined
from torsor.referee.reading.symbols import SymbolTable
from torsor.referee.reading.terms import (
    ONE,
    Budget,
    PrintedTerm,
    Reading,
    UnreadError,
    angle_sum,
    inverse,
    multiplied,
    raised,
)
from torsor.referee.reading.tree import (
    Block,
    Factor,
    Function,
    Mark,
    Nested,
    Number,
    Place,
    Punctuation,
    Sign,
    Stray,
    flat,
)

STRANGE = 300
"""An equation with more unknown symbols than this is refused."""

HIGHEST = 64
"""Higher powers than this are not read."""

PRODUCTS = ("dot", "star")
PRODUCT_SIGN = re.compile(r"\\(cdot|times|ast)(?![A-Za-z])|[.*·]")
WORDS = {"sin": "sin", "cos": "cos"}


@dataclass
class FactorReader:
    """Reads factors with one notation; gathers what there is to report."""

    table: SymbolTable
    text: str
    abbreviations: Mapping[str, Value] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    unknown: dict[str, Mark] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)

    def inside(self, block: Block) -> list[PrintedTerm]:
        """The sum that stands in a block; how sums are read is told by the reader of sums."""
        raise NotImplementedError

    def note(self, place: Place, text: str) -> None:
        """Report something with its place."""
        self.findings.append(f"line {place.line}, column {place.column}: {text}")

    def product(self, factors: Sequence[Factor]) -> list[list[Reading]]:
        """Each factor as a sum of readings; their product is the term."""
        found: list[list[Reading]] = []
        i = 0
        while i < len(factors):
            used, sums = self._factor(factors, i)
            found.append(sums)
            i += used
        return found

    def _factor(self, factors: Sequence[Factor], i: int) -> tuple[int, list[Reading]]:
        """The factor at i and how many items it took."""
        f = factors[i]
        after = factors[i + 1] if i + 1 < len(factors) else None
        if isinstance(f, Number):
            return 1, [self._number(f)]
        if isinstance(f, Function):
            if f.sub:
                raise UnreadError(f"a subscript on {f.name}", f.place)
            self._applied(f, after)
            return self._function(f.name, f.sup, factors[i + 1 : i + 3], f.place)
        if isinstance(f, Stray):
            raise UnreadError("a script hangs on nothing", f.place)
        if isinstance(f, Mark):
            return self._mark(f, after, factors[i + 1 : i + 3])
        return 1, self.nested(f)

    def _number(self, f: Number) -> Reading:
        exponent = whole(f.power, f.place, "a number", signs=True)
        if exponent < 0 and not f.value:
            raise UnreadError("a division by zero", f.place)
        return Reading(f.value**exponent, ())

    def _mark(
        self, mark: Mark, after: Factor | None, rest: Sequence[Factor]
    ) -> tuple[int, list[Reading]]:
        function = self._letter(mark)
        called = function and not mark.sub and not mark.dots
        if called and (mark.base in WORDS or self._opens_angle(mark, after)):
            self._applied(mark, after)
            return self._function(function, mark.sup, rest, mark.place)
        if mark.base in ("sgn", "sign") and isinstance(after, Nested) and not mark.sub:
            if mark.sup or mark.accent or mark.dots or mark.pre:
                raise UnreadError("a sign function with something on its name", mark.place)
            self._applied(mark, after)
            return 2, self._sign(after)
        style = self.table.speller.notation.trig.style
        beside = isinstance(after, Number) and not mark.sub and not mark.sup
        if style == "inline" and beside and self._touches(mark, after):
            assert isinstance(after, Number)
            joined = replace(mark, base=mark.base + after.text, sup=after.power)
            if function and not mark.dots:
                return 2, self._indexed(function, after.text, after.power, mark.place)
            read = self.table.read(joined)
            if read:
                return 2, [Reading(Fraction(1), ((read.name, read.power),))]
        if style == "inline" and not mark.sub and not mark.dots:
            name, index = self._letter(replace(mark, base=mark.base[:1])), mark.base[1:]
            if name and index.isdigit():
                return 1, self._indexed(name, index, mark.sup, mark.place)
        read = self.table.read(mark)
        if read:
            said = (f"{self._shown(mark)}: {read.note}",) if read.note else ()
            doubts = said or (f"{self._shown(mark)}: a number on the line taken for an index",)
            sign = self.table.speller.notation.sign(read.name) if read.power % 2 else 1
            powers = ((read.name, read.power),) if read.power else ()
            return 1, [Reading(Fraction(sign), powers, said, doubts if read.doubt else ())]
        digits = mark.sub.replace(",", "")
        if function and style in ("index", "inline") and digits.isdigit() and not mark.dots:
            return 1, self._indexed(function, mark.sub, mark.sup, mark.place)
        meant = self.abbreviation(mark)
        if meant is not None and not isinstance(meant, Table):
            exponent = whole(mark.sup, mark.place, self._shown(mark))
            return 1, raised(readings_of(meant), exponent, self.budget)
        self._may_be_angle(mark, function)
        return 1, [Reading(Fraction(1), ((self._atom(mark), 1),))]

    def _may_be_angle(self, mark: Mark, function: str) -> None:
        """Refuse another hand's sine, cosine or sum of angles, which is no unknown symbol."""
        if mark.dots or mark.accent or mark.pre:
            return
        joints = {ch for ch in mark.sub if ch.isalnum() and ch not in "qθ"}
        numbers = bool(joints) and all(ch.isdigit() for ch in joints)
        if function and numbers:
            raise UnreadError(f"{self._shown(mark)} may be a sine or cosine", mark.place)
        if mark.base in ("q", "θ") and mark.sub.isdigit() and len(mark.sub) > 1:
            raise UnreadError(f"{self._shown(mark)} may be a sum of angles", mark.place)

    def _touches(self, mark: Mark, after: Factor | None) -> bool:
        """Whether nothing but blanks stands between a letter and its number."""
        if after is None:
            return False
        return not self.text[mark.place.end : after.place.start].strip()

    def abbreviation(self, mark: Mark) -> Value | None:
        """What a mark abbreviates in the paper; its superscript is left to the caller."""
        if mark.dots or mark.accent or mark.pre or self.table.read(mark):
            return None
        return self.abbreviations.get(mark.base + mark.sub)

    def _letter(self, mark: Mark) -> str:
        """sin or cos, if the mark is the notation's letter for it."""
        trig = self.table.speller.notation.trig
        names = {trig.sin: "sin", trig.cos: "cos", "s": "sin", "c": "cos"} | WORDS
        if mark.pre or mark.accent:
            return ""
        return names.get(mark.base, "")

    def _opens_angle(self, mark: Mark, after: Factor | None) -> bool:
        """Whether a letter for sine or cosine has an angle for its argument."""
        if isinstance(after, Mark):
            return after.base in ("q", "θ") and not after.dots
        if not isinstance(after, Nested) or after.kind != "paren":
            return False
        if not self.table.read(replace(mark, sup="")):
            return True
        angles = set(self.table.angles)
        terms = self.inside(after.blocks[0])
        names = {n for t in terms for n, _ in t.readings[0].powers}
        return bool(names) and names <= angles

    def _indexed(self, function: str, index: str, sup: str, place: Place) -> list[Reading]:
        """C_12: the cosine of a sum of joint angles, by their numbers."""
        parts = index.split(",") if "," in index else list(index)
        argument: dict[str, int] = {}
        for part in parts:
            if not part.isdigit() or part[0] == "0":
                raise UnreadError("an index that is no joint's number", place)
            argument[f"q{int(part)}"] = argument.get(f"q{int(part)}", 0) + 1
        return self._trig(function, argument, sup, place)

    def _function(
        self, function: str, sup: str, rest: Sequence[Factor], place: Place
    ) -> tuple[int, list[Reading]]:
        if not rest or isinstance(rest[0], (Function, Stray)):
            raise UnreadError(f"{function} has no argument", place)
        after, used = rest[0], 2
        if isinstance(after, Nested):
            if after.sub or after.kind not in ("paren", "group"):
                raise UnreadError(f"the argument of {function} cannot be read", after.place)
            if after.kind == "group":
                self._one_angle(after, function)
            outer, terms = after.sup, self.inside(after.blocks[0])
        elif isinstance(after, Number):
            second = rest[1] if len(rest) > 1 else None
            if not isinstance(second, Mark) or after.power or second.sup:
                raise UnreadError(f"the argument of {function} cannot be read", after.place)
            self._applied(after, second)
            outer, used = "", 3
            terms = self._bare(second)
            terms = [
                replace(t, readings=tuple(_scaled(r, after.value) for r in t.readings))
                for t in terms
            ]
        else:
            if after.sup.isdigit():
                raise UnreadError(f"whether {function} or its angle is raised", after.place)
            outer, terms = "", self._bare(after)
        if sup and outer:
            raise UnreadError(f"{function} with two exponents", place)
        return used, self._trig(function, self._angle(terms, place), sup or outer, place)

    def _bare(self, mark: Mark) -> list[PrintedTerm]:
        """A mark that stands alone for an angle."""
        readings = multiplied(self.product([mark]), self.budget)
        return [PrintedTerm((r,), mark.place, self._shown(mark)) for r in readings]

    def _sign(self, argument: Nested) -> list[Reading]:
        """The sign of a velocity, as Coulomb friction has it."""
        inside = readings_of(self.inside(argument.blocks[0]))
        if len(inside) != 1 or [e for _, e in inside[0].powers] != [1] or argument.sub:
            raise UnreadError("the sign of something else than a velocity", argument.place)
        only = inside[0]
        if not only.coefficient:
            raise UnreadError("the sign of zero", argument.place)
        exponent = whole(argument.sup, argument.place, "a sign")
        name = f"sign({only.powers[0][0]})"
        value = Reading(Fraction(1 if only.coefficient > 0 else -1), ((name, 1),))
        return raised([replace(value, notes=only.notes, doubts=only.doubts)], exponent, self.budget)

    def _trig(
        self, function: str, argument: dict[str, int], sup: str, place: Place
    ) -> list[Reading]:
        exponent = whole(sup, place, function)
        if list(argument.values()) == [1]:
            name = f"{function}({next(iter(argument))})"
            return [Reading(Fraction(1), ((name, exponent),))] if exponent else [ONE]
        sums = angle_sum(argument, self.budget)[function == "cos"]
        return raised(sums, exponent, self.budget)

    def _angle(self, terms: Sequence[PrintedTerm], place: Place) -> dict[str, int]:
        """A sum of whole multiples of angles, by name; an unknown mark keeps its print."""
        counts: dict[str, int] = {}
        for term in terms:
            (reading,) = readings_of([term])
            alone = [e for _, e in reading.powers] == [1]
            if not alone or reading.coefficient.denominator != 1 or reading.doubts:
                raise UnreadError("an angle that is no sum of angles", term.place)
            name = reading.powers[0][0]
            if "(" in name:
                raise UnreadError("an angle that is no sum of angles", term.place)
            counts[name] = counts.get(name, 0) + int(reading.coefficient)
        counts = {name: count for name, count in counts.items() if count}
        if not counts:
            raise UnreadError("a function of nothing", place)
        return counts

    # nested -----------------------------------------------------------------------------------

    def nested(self, f: Nested) -> list[Reading]:
        """Parentheses, groups, fractions and roots as a sum."""
        if f.sub:
            raise UnreadError("a subscript on parentheses", f.place)
        if f.kind == "fraction":
            above = readings_of(self.inside(f.blocks[0]))
            below = inverse(readings_of(self.inside(f.blocks[1])), f.place)
            inner = multiplied([above, [below]], self.budget)
        elif f.kind == "over":
            inner = [inverse(readings_of(self.inside(f.blocks[0])), f.place)]
        elif f.kind == "root":
            number = flat(f.blocks[0])
            if number not in ("2", "3"):
                raise UnreadError("a root of something else than 2 or 3", f.place)
            inner = [Reading(Fraction(1), ((f"sqrt({number})", 1),))]
        elif f.kind in ("paren", "group"):
            if f.kind == "group":
                self.invisible(f)
            inner = readings_of(self.inside(f.blocks[0]))
        else:
            raise UnreadError(f"{f.kind} where a number is expected", f.place)
        return raised(inner, whole(f.sup, f.place, "parentheses"), self.budget)

    def invisible(self, group: Nested) -> None:
        """Refuse a sum in braces, which are not printed: what is read has to be what is seen."""
        items = joined(group.blocks[0])
        parted = any(i is None or isinstance(i, Sign) for i in items)
        if parted or any(isinstance(i, Punctuation) and i.kind not in PRODUCTS for i in items):
            raise UnreadError("braces around more than a product are not seen", group.place)
        if group.sup:
            self._one_factor(group)

    def _one_factor(self, group: Nested) -> None:
        """Refuse braces around more than one factor where what stands before or on them counts."""
        items = [i for i in joined(group.blocks[0]) if not is_empty(i)]
        only = items[0] if len(items) == 1 else None
        raised = getattr(only, "sup", "") or getattr(only, "power", "")
        if only is None or isinstance(only, (Sign, Punctuation)) or (group.sup and raised):
            raise UnreadError("braces around more than a factor are not seen", group.place)

    def _one_angle(self, group: Nested, function: str) -> None:
        """Refuse braces around an angle that would be read otherwise without them."""
        items = joined(group.blocks[0])
        if [type(i) for i in items] != [Number, Mark]:
            self._one_factor(group)
        if group.sup and not (isinstance(items[0], Nested) and items[0].kind == "paren"):
            raise UnreadError(f"whether {function} or its angle is raised", group.place)

    def _applied(self, before: Factor, after: Factor | None) -> None:
        """Refuse a product's sign between a function and what it is taken of."""
        gap = self.text[before.place.end : after.place.start] if after else ""
        if PRODUCT_SIGN.search(gap):
            raise UnreadError("a product's sign between a function and its angle", before.place)

    # unknown ----------------------------------------------------------------------------------

    def _shown(self, mark: Mark) -> str:
        return self.text[mark.place.start : mark.place.end].strip() or mark.base

    def _atom(self, mark: Mark) -> str:
        """A name for a mark that stands for nothing known: one for each print."""
        text = f"{mark.pre}|{mark.base}|{mark.dots}|{mark.accent}|{mark.sub}|{mark.sup}"
        plain = (ch if ch.isascii() and ch.isalnum() else f"_{ord(ch):x}_" for ch in text)
        name = "unknown_" + "".join(plain)
        if name not in self.unknown:
            if len(self.unknown) == STRANGE:
                raise UnreadError(
                    f"more than {STRANGE} symbols that the model does not have; another robot or "
                    "notation?",
                    mark.place,
                )
            self.unknown[name] = mark
            self.note(mark.place, f"{self._shown(mark)} is no symbol of the model")
        return name


def _scaled(reading: Reading, factor: Fraction) -> Reading:
    return replace(reading, coefficient=reading.coefficient * factor)


def whole(script: str, place: Place, what: str, signs: bool = False) -> int:
    """A superscript as a whole exponent; anything else that stands there is not read."""
    if not script:
        return 1
    digits = script[1:] if signs and script[0] in "+-" else script
    plain = digits.isascii() and digits.isdigit() and (digits == "0" or digits[0] != "0")
    if not plain or len(digits) > 3 or int(digits) > HIGHEST:
        raise UnreadError(f"the superscript {script[:20]} on {what} cannot be read", place)
    return int(script)
