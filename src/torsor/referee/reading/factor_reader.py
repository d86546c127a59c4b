"""One printed factor at a time: numbers, symbols, functions, and what parentheses hold.

A mark that stands for nothing in the model becomes an atom and is reported. Whatever is printed on
a factor is read or the equation is not: no script, accent or argument is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from torsor.referee.reading import trigonometry as trig
from torsor.referee.reading.latex import tree
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.latex.runs import flatten
from torsor.referee.reading.matrices import PrintedMatrix
from torsor.referee.reading.reader import Reader, read_exponent
from torsor.referee.reading.symbols import Read
from torsor.referee.reading.terms import Reading, invert, likeliest, power_of


@dataclass
class FactorReader(Reader):
    """Reads the factors of a product of numbers."""

    def product(self, factors: Sequence[tree.Factor]) -> list[list[Reading]]:
        """Each factor as a sum of readings; their product is the term."""
        sums: list[list[Reading]] = []
        i = 0
        while i < len(factors):
            used, readings = self._factor(factors[i], factors[i + 1 : i + 3])
            sums.append(readings)
            i += used
        return sums

    def _factor(self, f: tree.Factor, rest: Sequence[tree.Factor]) -> tuple[int, list[Reading]]:
        """How many of the factors one takes, for it may have an argument, and what it is."""
        if isinstance(f, tree.Number):
            return 1, [self._number(f)]
        if isinstance(f, tree.Function):
            return self._function(f, rest)
        if isinstance(f, tree.Stray):
            raise UnreadError("a script hangs on nothing", f.place)
        if isinstance(f, tree.Mark):
            return self._mark(f, rest)
        return 1, self.nested(f)

    def _function(self, f: tree.Function, rest: Sequence[tree.Factor]) -> tuple[int, list[Reading]]:
        """A sine, a cosine or the sign of a velocity; other functions are not read."""
        if f.sub:
            raise UnreadError(f"a subscript on {f.name}", f.place)
        if f.name == "sign":
            after = rest[0] if rest else None
            if not isinstance(after, tree.Nested) or f.sup:
                raise UnreadError("a sign function without parentheses right after it", f.place)
            trig.refuse_product_sign(f, after, self)
            return 2, trig.read_sign(after, self)
        if f.name not in trig.WORDS:
            raise UnreadError(
                f"the function {f.name} where only sines and cosines are read", f.place
            )
        return trig.read_function(f.name, f, rest, self)

    def _number(self, f: tree.Number) -> Reading:
        exponent = read_exponent(f.sup, f.place, "a number", signs=True)
        if exponent < 0 and not f.value:
            raise UnreadError("a division by zero", f.place)
        return Reading(f.value**exponent, ())

    def _mark(self, mark: tree.Mark, rest: Sequence[tree.Factor]) -> tuple[int, list[Reading]]:
        """What a mark is: a function, a symbol, an abbreviation, else an unknown; in this order."""
        after = rest[0] if rest else None
        function = trig.function_of(mark, self.symbols)
        named = bool(mark.sup) and self.symbols.is_whole(mark)
        called = function and not mark.sub and not mark.dots and not named
        if called and (mark.base in trig.WORDS or trig.opens_angle(mark, after, self)):
            return trig.read_function(function, mark, rest, self)
        if mark.base in ("sgn", "sign") and isinstance(after, tree.Nested) and not mark.sub:
            if mark.sup or mark.accent or mark.dots or mark.pre:
                raise UnreadError("a sign function with something on its name", mark.place)
            trig.refuse_product_sign(mark, after, self)
            return 2, trig.read_sign(after, self)
        style = self.symbols.speller.notation.trig.style
        if style == "inline":
            inline = self._inline(mark, after, function)
            if inline:
                return inline
        read = self.symbols.read(mark)
        if read:
            return 1, [self._symbol(mark, read)]
        digits = mark.sub.replace(",", "")
        if function and style in ("index", "inline") and digits.isdigit() and not mark.dots:
            return 1, trig.read_indexed(function, mark.sub, mark.sup, mark.place, self)
        meant = self.abbreviation(mark)
        if meant is not None and not isinstance(meant, PrintedMatrix):
            exponent = read_exponent(mark.sup, mark.place, self.show(mark))
            return 1, self.budget.raise_sum(likeliest(meant), exponent)
        trig.refuse_other_hand(mark, function, self)
        return 1, [power_of(self.name_unknown(mark))]

    def _inline(
        self, mark: tree.Mark, after: tree.Factor | None, function: str
    ) -> tuple[int, list[Reading]] | None:
        """A letter and its number on one line, where the notation prints them so: c12, l3."""
        touches = isinstance(after, tree.Number) and not self.between(mark, after).strip()
        if isinstance(after, tree.Number) and touches and not mark.sub and not mark.sup:
            if function and not mark.dots:
                return 2, trig.read_indexed(function, after.text, after.sup, mark.place, self)
            whole = replace(mark, base=mark.base + after.text, sup=after.sup)
            read = self.symbols.read(whole)
            if read:
                return 2, [self._symbol(whole, read)]
        if self.symbols.is_whole(replace(mark, sup="")):
            return None
        letter = mark.base.rstrip("0123456789")
        index = mark.base[len(letter) :]
        function = trig.function_of(replace(mark, base=letter), self.symbols)
        if function and index.isdigit() and not mark.sub and not mark.dots:
            return 1, trig.read_indexed(function, index, mark.sup, mark.place, self)
        return None

    def _symbol(self, mark: tree.Mark, read: Read) -> Reading:
        """A symbol of the model, with the sign that the notation gives it."""
        sign = self.symbols.speller.notation.sign(read.name) if read.power % 2 else 1
        notes = (f"{self.show(mark)}: {read.note}",) if read.note else ()
        doubts = notes or (f"{self.show(mark)}: a number on the line taken for an index",)
        return replace(
            power_of(read.name, read.power, sign), notes=notes, doubts=doubts if read.doubt else ()
        )

    def nested(self, f: tree.Nested) -> list[Reading]:
        """Parentheses, groups, fractions and roots as a sum."""
        if f.sub:
            raise UnreadError("a subscript on parentheses", f.place)
        if f.kind == "fraction":
            above, below = (self.readings_in(block) for block in f.blocks)
            inner = self.budget.multiply([above, [invert(below, f.place)]])
        elif f.kind == "over":
            inner = [invert(self.readings_in(f.blocks[0]), f.place)]
        elif f.kind == "root":
            number = tree.text_of(f.blocks[0])
            if number not in ("2", "3"):
                raise UnreadError("a root of something else than 2 or 3", f.place)
            inner = [power_of(f"sqrt({number})")]
        elif f.kind in ("paren", "group"):
            self.refuse_unseen(f)
            inner = self.readings_in(f.blocks[0])
        else:
            raise UnreadError(f"{f.kind} where a number is expected", f.place)
        return self.budget.raise_sum(inner, read_exponent(f.sup, f.place, "parentheses"))

    def refuse_unseen(self, f: tree.Nested) -> None:
        """Refuse a sum in braces, which are not printed: what is read has to be what is seen."""
        if f.kind != "group":
            return
        for i in flatten(f.blocks[0]):
            product = not isinstance(i, tree.Punctuation) or i.kind in ("dot", "star")
            if i is None or isinstance(i, tree.Sign) or not product:
                raise UnreadError("braces around more than a product are not seen", f.place)
        if f.sup:
            trig.refuse_two_factors(f)
