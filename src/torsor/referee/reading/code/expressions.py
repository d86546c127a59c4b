"""Expressions of MATLAB, Python and C by precedence: words in, raw expressions out.

The three differ in their marks and agree in their order: sums of products of signs of powers of
what has arguments behind it. Depth is bounded, so no text can exhaust the stack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from torsor.referee.reading.code import raw
from torsor.referee.reading.code.languages import TYPES, WHOLE_TYPES
from torsor.referee.reading.code.numerals import read_numeral
from torsor.referee.reading.code.tokens import Token
from torsor.referee.reading.code.words import CONDITION, CONDITIONS, DEEPEST, WORDS, Words
from torsor.referee.reading.latex.places import UnreadError

PRODUCTS = {
    "matlab": ("*", "/", ".*", "./", "\\", ".\\"),
    "python": ("*", "/", "//", "@", "%"),
    "c": ("*", "/", "%"),
}
POWERS = {"matlab": ("^", ".^"), "python": ("**",), "c": ()}
CASTS = ("static_cast", "reinterpret_cast", "const_cast")


class Parser(Words):
    """Reads one statement's words from left to right."""

    # sums, products, signs, powers ------------------------------------------------------------

    def items(self) -> raw.Raw:
        """One expression, or several with commas between them as a list."""
        first = self.expression()
        if not self.sees(","):
            return first
        found = [first]
        while self.sees(","):
            self.take()
            if self.peek() is None or self.sees("=", ")"):
                break
            found.append(self.expression())
        return raw.Listing(tuple(found), found[0].place.to(found[-1].place))

    def expression(self) -> raw.Raw:
        """A sum."""
        start = self.peek()
        if start is not None and start.kind == "name" and start.text == "lambda":
            return self._lambda()
        return self._chain(("+", "-"), self._product)

    def _product(self) -> raw.Raw:
        return self._chain(PRODUCTS[self.language.name], self._signed)

    def _chain(self, marks: tuple[str, ...], operand: Callable[[], raw.Raw]) -> raw.Raw:
        """Operands with any of the marks between them."""
        first = operand()
        rest: list[tuple[str, raw.Raw]] = []
        while self.sees(*marks) and not self._parts_entries():
            mark = self.take().text
            rest.append((mark, operand()))
        if not rest:
            return first
        return raw.Chain(first, tuple(rest), first.place.to(rest[-1][1].place))

    def _parts_entries(self) -> bool:
        """Whether a sign begins a new entry of a matrix: ``[a -b]``, not ``[a - b]``."""
        mark, after = self.peek(), self.peek(1)
        if not self.matrix or mark is None or after is None or not mark.is_mark("+", "-"):
            return False
        return mark.spaced and not after.spaced

    def _signed(self) -> raw.Raw:
        token = self.peek()
        prefix = ("+", "-", "&", "*") if self.language.name == "c" else ("+", "-")
        if token is None or not token.is_mark(*prefix):
            return self._power()
        self.take()
        self.enter(token.place)
        inner = self._signed()
        self.depth -= 1
        if token.text != "-":
            return inner
        return raw.Unary("-", inner, token.place.to(inner.place))

    def _power(self) -> raw.Raw:
        base = self._postfix()
        powers = POWERS[self.language.name]
        turns = 0
        while self.sees(*powers):
            mark = self.take()
            turns += 1
            if turns > DEEPEST:
                raise UnreadError(f"more than {DEEPEST} powers of powers", mark.place)
            self.enter(mark.place)
            # Python raises from the right, MATLAB from the left.
            right = self._signed() if self.language.name == "python" else self._exponent()
            self.depth -= 1
            base = raw.Raised(base, right, base.place.to(right.place))
        if self.sees("^"):
            said = self.language.name.replace("python", "Python").replace("c", "C")
            raise UnreadError(f"^ is no power in {said}", base.place)
        return base

    def _exponent(self) -> raw.Raw:
        """MATLAB's exponent: a sign and a factor without a power of its own."""
        token = self.peek()
        if token is not None and token.is_mark("+", "-"):
            self.take()
            self.enter(token.place)
            inner = self._exponent()
            self.depth -= 1
            if token.text == "+":
                return inner
            return raw.Unary("-", inner, token.place.to(inner.place))
        return self._postfix()

    # arguments, members, transposes -----------------------------------------------------------

    def _postfix(self) -> raw.Raw:
        found = self._primary()
        for _ in range(DEEPEST):
            token = self.peek()
            if token is None or token.kind != "mark":
                return found
            apart = self.matrix and token.spaced
            if token.text in ("'", ".'") and not apart:
                self.take()
                found = raw.Unary("'", found, found.place.to(token.place))
            elif token.text in (".", "->", "::") and not apart:
                found = self._member(found)
            elif token.text in ("(", "[", "{") and not apart and self._may_apply(token.text):
                found = self._apply(found)
            else:
                return found
        raise UnreadError(f"more than {DEEPEST} indices and members in a row", found.place)

    def _may_apply(self, bracket: str) -> bool:
        language = self.language.name
        return bracket == "(" or (bracket == "[") == (language != "matlab")

    def _member(self, of: raw.Raw) -> raw.Raw:
        mark = self.take()
        token = self.take()
        if token.kind != "name":
            raise UnreadError(f"expected a name behind {mark.text}", token.place)
        return raw.Member(of, token.text, of.place.to(token.place))

    def _apply(self, of: raw.Raw) -> raw.Raw:
        opening = self.take()
        closing = {"(": ")", "[": "]", "{": "}"}[opening.text]
        self.enter(opening.place)
        outer, self.matrix = self.matrix, False
        arguments: list[raw.Raw] = []
        keywords: list[tuple[str, raw.Raw]] = []
        while not self.sees(closing):
            name, equals = self.peek(), self.peek(1)
            if name and equals and name.kind == "name" and equals.is_mark("="):
                self.at += 2
                keywords.append((name.text, self._argument()))
            else:
                arguments.append(self._argument())
            if not self.sees(closing):
                self._refuse_loop()
                self.expect(",")
        last = self.take()
        self.matrix = outer
        self.depth -= 1
        place = of.place.to(last.place)
        return raw.Apply(of, tuple(arguments), tuple(keywords), opening.text, place)

    def _refuse_loop(self) -> None:
        token = self.peek()
        if token is None or token.kind != "name":
            if token is not None and token.is_mark(*CONDITIONS):
                raise UnreadError(CONDITION, token.place)
            return
        said = "a list that a loop makes" if token.text == "for" else CONDITION
        if token.text in ("for", *WORDS):
            raise UnreadError(said, token.place)

    def _argument(self) -> raw.Raw:
        """An argument or an index, which may be a range."""
        token = self.peek()
        if token is not None and (token.is_mark("...") or (token.is_mark("*", "**"))):
            if token.text != "..." and self.language.name == "python":
                raise UnreadError("arguments from a list", token.place)
        if token is not None and token.is_mark("..."):
            self.take()
            return raw.Name("...", token.place)
        parts: list[raw.Raw | None] = [None if self.sees(":") else self.expression()]
        while self.sees(":"):
            colon = self.take()
            parts.append(None if self.sees(":", ",", ")", "]") else self.expression())
            if len(parts) > 3:
                raise UnreadError("a range of more than three parts", colon.place)
        first = parts[0]
        if len(parts) == 1 and first is not None:
            return first
        place = token.place if token is not None else self.tokens[-1].place
        return raw.Slice(tuple(parts), place)

    # what expressions begin with --------------------------------------------------------------

    def _primary(self) -> raw.Raw:
        token = self.take()
        if token.kind == "number":
            return read_numeral(token, self.language.name)
        if token.kind == "text":
            return raw.Quoted(token.text, token.place)
        if token.kind == "name":
            return self._name(token)
        if token.is_mark("(", "[", "{"):
            self.enter(token.place)
            outer = self.matrix
            found = self._group(token)
            self.matrix = outer
            self.depth -= 1
            return found
        if token.is_mark("@") and self.language.name == "matlab" and self.sees("("):
            return self._handle(token)
        if token.is_mark(*CONDITIONS):
            raise UnreadError(CONDITION, token.place)
        raise UnreadError(f"{token.text[:20].strip()!r} is not understood here", token.place)

    def _name(self, token: Token) -> raw.Raw:
        if self.language.name == "python" and token.text in ("not", "await", "yield"):
            raise UnreadError(CONDITION, token.place)
        if self.language.name == "c" and token.text in CASTS:
            words: list[Token] = []
            while not self.sees("("):
                words.append(self.take())
            inner = self._primary()
            return raw.Unary(_cast(words), inner, token.place.to(inner.place))
        return raw.Name(token.text, token.place)

    def _group(self, opening: Token) -> raw.Raw:
        language = self.language.name
        if opening.text == "(":
            self.matrix = False
            if language == "c":
                cast = self._cast()
                if cast:
                    inner = self._signed()
                    return raw.Unary(cast, inner, opening.place.to(inner.place))
            if self.sees(")"):
                return raw.Listing((), opening.place.to(self.take().place))
            inner = self.items()
            self._refuse_loop()
            last = self.expect(")")
            if isinstance(inner, raw.Listing):
                return raw.Listing(inner.items, opening.place.to(last.place))
            return raw.Unary("(", inner, opening.place.to(last.place))
        if language == "matlab":
            if opening.text == "{":
                raise UnreadError("a cell array", opening.place)
            return self._rows(opening)
        closing = "]" if opening.text == "[" else "}"
        self.matrix = False
        found: list[raw.Raw] = []
        while not self.sees(closing):
            found.append(self.expression())
            if self.sees(":"):
                raise UnreadError("a dictionary", opening.place)
            if not self.sees(closing):
                self._refuse_loop()
                self.expect(",")
        return raw.Listing(tuple(found), opening.place.to(self.take().place))

    def _rows(self, opening: Token) -> raw.Raw:
        self.matrix = True
        rows: list[tuple[raw.Raw, ...]] = []
        row: list[raw.Raw] = []
        while not self.sees("]"):
            token = self.peek()
            if token is not None and (token.is_mark(";") or token.kind == "line"):
                self.take()
                if row:
                    rows.append(tuple(row))
                row = []
            elif self.sees(","):
                self.take()
            else:
                row.append(self._argument())
        if row:
            rows.append(tuple(row))
        return raw.Rows(tuple(rows), opening.place.to(self.take().place))

    def _cast(self) -> str:
        """The cast that stands here in C, taken, or nothing."""
        words: list[Token] = []
        while (token := self.peek(len(words))) is not None and not token.is_mark(")"):
            if not (token.kind == "name" and token.text in TYPES) and not token.is_mark("*"):
                return ""
            words.append(token)
        if not words:
            return ""
        self.at += len(words) + 1
        return _cast(words)

    def _lambda(self) -> raw.Raw:
        start = self.take()
        names: list[str] = []
        while not self.sees(":"):
            token = self.take()
            if token.kind == "name":
                names.append(token.text)
        self.take()
        self.enter(start.place)
        body = self.expression()
        self.depth -= 1
        return raw.Lambda(tuple(names), body, start.place.to(body.place))

    def _handle(self, start: Token) -> raw.Raw:
        """MATLAB's function without a name, ``@(x) x^2``."""
        self.expect("(")
        names: list[str] = []
        while not self.sees(")"):
            token = self.take()
            if token.kind == "name":
                names.append(token.text)
        self.take()
        self.enter(start.place)
        body = self.expression()
        self.depth -= 1
        return raw.Lambda(tuple(names), body, start.place.to(body.place))


def _cast(words: Sequence[Token]) -> str:
    """Whether a cast is to whole or to real numbers."""
    return "int" if any(w.text in WHOLE_TYPES for w in words) else "real"
