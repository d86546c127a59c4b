"""The tree of printed mathematics, made from tokens by recursive descent of bounded depth.

A block is lines of cells, a cell is signs, punctuation and factors, a factor is an atom with its
scripts. What a mark means, and which lines belong together, is decided later.
"""

from __future__ import annotations

from dataclasses import replace

from torsor.referee.reading.latex import tree
from torsor.referee.reading.latex.atoms import (
    accented,
    half,
    is_function,
    letter_mark,
    number,
    quantity,
    unknown_letter,
)
from torsor.referee.reading.latex.blocks import SINGLE, BlockParser
from torsor.referee.reading.latex.brackets import PAIRS
from torsor.referee.reading.latex.commands import DOTTED, FUNCTIONS, SYMBOLS
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.latex.scripts import single_digit
from torsor.referee.reading.latex.tokens import Token
from torsor.referee.reading.latex.words import read_words

BRACKETS = {
    "lparen": "paren",
    "lsquare": "paren",
    "lcurly": "paren",
    "labs": "abs",
    "lnorm": "norm",
}
EMPTY = tree.Block((), frozenset())


class Parser(BlockParser):
    """Reads the tokens of one text."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        super().__init__(text, tokens)
        self.atoms = {
            "symbol": self._symbol, "number": lambda t: number(t.text, self.place(t)),
            "letter": lambda t: letter_mark(t.text, self.place(t)),
            "function": self._function, "word": self._function, "lbrace": self._group,
            "accent": self._accent, "fraction": self._fraction, "root": self._root,
            "half": lambda t: half(t.text, self.place(t)), "begin": self._environment,
            "phantom": self._phantom, "under": self._under, "above": self._above,
            "wrap": self._wrap, "text": self._words, "command": self._unknown,
            "other": lambda t: unknown_letter(t.text, self.place(t)), "lnone": self._one_sided,
            "bar": self._bar, "bars": self._bar, "over": self._over,
            "quantity": lambda t: quantity(t.text, self.place(t)),
            "relation": self._relation,
        }  # fmt: skip
        self.atoms.update(dict.fromkeys(BRACKETS, self._bracket))
        self.has_over = any(token.kind == "over" for token in tokens)

    def argument(self) -> tree.Block:
        """The argument of a command: what braces hold, or a single token."""
        token = self.tokens[self.at]
        if token.kind == "lbrace":
            self.at += 1
            return self._braced(token)
        if token.kind == "number":
            self.at += 1
            digit = number(single_digit(token.text, self.place(token)), self.place(token))
            return tree.Block((((digit,),),), frozenset())
        return tree.Block((((self.argument_item(SINGLE),),),), frozenset())

    def _symbol(self, token: Token) -> tree.Mark:
        return tree.Mark(SYMBOLS[token.text], self.place(token))

    def _function(self, token: Token) -> tree.Function:
        return tree.Function(FUNCTIONS[token.text.removeprefix("\\")], self.place(token))

    def _unknown(self, token: Token) -> tree.Item:
        raise UnreadError(f"unknown macro {token.text[:30]}", self.place(token))

    def _relation(self, token: Token) -> tree.Item:
        raise UnreadError(f"{token.text} states something else than an equation", self.place(token))

    def _over(self, token: Token) -> tree.Item:
        raise UnreadError("\\over outside of braces", self.place(token))

    def _braced(self, token: Token) -> tree.Block:
        """The inside of braces whose first has been read; ``\\over`` makes a fraction of it."""
        over = self._fraction_over(token) if self.has_over else None
        block = self.block() if over is None else over
        if self.tokens[self.at].kind != "rbrace":
            raise self.misplaced(self.tokens[self.at])
        self.at += 1
        return block

    def _fraction_over(self, opening: Token) -> tree.Block | None:
        """``a \\over b`` up to the closing brace, if these braces hold one."""
        depth = 0
        for position in range(self.at, len(self.tokens)):
            kind = self.tokens[position].kind
            depth += (kind in ("lbrace", "begin")) - (kind in ("rbrace", "end"))
            if depth < 0:
                return None
            if kind == "over" and not depth:
                break
        else:
            return None
        middle = self.tokens[position]
        self.tokens[position] = Token("finish", "\\over", middle.start, middle.end)
        above = self.block()
        if self.at != position:
            raise self.misplaced(self.tokens[self.at])
        self.at += 1
        below = self.block()
        fraction = tree.Nested("fraction", (above, below), self.since(opening))
        return tree.Block((((fraction,),),), frozenset())

    def _group(self, token: Token) -> tree.Nested:
        return tree.Nested("group", (self._braced(token),), self.since(token))

    def _bracket(self, token: Token) -> tree.Nested:
        block = self.block()
        closing = self.tokens[self.at]
        kind = BRACKETS[token.kind]
        if token.kind == "lcurly" and closing.kind == "rnone":
            kind = "brace"
        elif closing.kind != PAIRS[token.kind]:
            raise self.misplaced(closing)
        self.at += 1
        return tree.Nested(kind, (block,), self.since(token))

    def _one_sided(self, token: Token) -> tree.Nested:
        block = self.block()
        if self.tokens[self.at].kind != "rcurly":
            raise self.misplaced(self.tokens[self.at])
        self.at += 1
        return tree.Nested("brace", (block,), self.since(token))

    def _bar(self, token: Token) -> tree.Nested:
        """An absolute value or a norm between bars that do not tell left from right."""
        block = self.block(token.kind)
        if self.tokens[self.at].kind != token.kind:
            raise UnreadError(f"{token.text[:20]} without another one", self.place(token))
        self.at += 1
        kind = "abs" if token.kind == "bar" else "norm"
        return tree.Nested(kind, (block,), self.since(token))

    def _environment(self, token: Token) -> tree.Nested:
        block = self.block()
        closing = self.tokens[self.at]
        if closing.kind != "end":
            raise self.misplaced(closing)
        first, last = (t.text.split("{")[1].split("}")[0] for t in (token, closing))
        if first != last:
            said = f"\\end{{{last[:20]}}} closes \\begin{{{first[:20]}}}"
            raise UnreadError(said, self.place(closing))
        self.at += 1
        return tree.Nested(first.rstrip("*"), (block,), self.since(token))

    def _accent(self, token: Token) -> tree.Item:
        following = self.tokens[self.at]
        if following.kind == "lbrace" and self.tokens[self.at + 2].kind == "rbrace":
            inner = self.tokens[self.at + 1]
            if inner.kind in ("letter", "symbol") and token.text in DOTTED:
                self.at += 3
                mark = self.atoms[inner.kind](inner)
                assert isinstance(mark, tree.Mark)
                dots = mark.dots + DOTTED[token.text]
                return tree.Mark(mark.base, self.since(token), dots, mark.accent)
        if following.kind == "number":
            self.at += 1
            text = single_digit(following.text, self.place(following))
            argument: tree.Item = tree.Mark(text, self.since(token))
        else:
            argument = self.argument_item(SINGLE)
        if isinstance(argument, (tree.Sign, tree.Punctuation)):
            return argument
        found = accented(token.text, argument, self.since(token))
        if isinstance(found, tree.Mark) and is_function(token.text, found):
            if not self.in_script and not self._is_indexed():
                return tree.Function(FUNCTIONS[found.base], found.place)
        return found

    def _fraction(self, token: Token) -> tree.Nested:
        above, below = self.argument(), self.argument()
        return tree.Nested("fraction", (above, below), self.since(token))

    def _root(self, token: Token) -> tree.Nested:
        if self.tokens[self.at].kind == "lsquare":
            raise UnreadError("a root with an index", self.place(token))
        if token.text == "√" and self.tokens[self.at].kind == "lparen":
            self.at += 1
            block = self._bracket(self.tokens[self.at - 1]).blocks[0]
        else:
            block = self.argument()
        return tree.Nested("root", (block,), self.since(token))

    def _phantom(self, token: Token) -> tree.Nested:
        self.argument()
        return tree.Nested("group", (EMPTY,), self.place(token))

    def _under(self, token: Token) -> tree.Item:
        """What stands over or under a brace; what the brace is labelled with is no part of it."""
        block = self.argument()
        place = self.since(token)
        while (label := self.tokens[self.at]).kind in ("sub", "sup", "plain"):
            self.at += 1
            if label.kind != "plain":
                self._skip_argument()
        return tree.Nested("group", (block,), place)

    def _skip_argument(self) -> None:
        """Pass over an argument that says something about the equation in other words."""
        depth = 0
        while self.tokens[self.at].kind != "finish":
            kind = self.tokens[self.at].kind
            depth += (kind == "lbrace") - (kind == "rbrace")
            self.at += 1
            if depth <= 0:
                return

    def _above(self, token: Token) -> tree.Item:
        """A relation with something set above it; a symbol with such is another symbol."""
        self._skip_argument()
        items = [i for line in self.argument().lines for cell in line for i in cell]
        if len(items) == 1 and tree.is_stop(items[0], "equals", "approx"):
            return replace(items[0], place=self.since(token))
        raise UnreadError(f"what {token.text} sets above or below", self.place(token))

    def _wrap(self, token: Token) -> tree.Item:
        block = self.argument()
        items = [i for line in block.lines for cell in line for i in cell]
        if len(items) == 1:
            return items[0]
        return tree.Nested("group", (block,), self.since(token))

    def _words(self, token: Token) -> tree.Item:
        return read_words(token.text, self.place(token), bool(self.in_script), self._is_indexed())

    def _is_indexed(self) -> bool:
        """Whether a subscript comes next."""
        token = self.tokens[self.at]
        return token.kind in ("sub", "lowered") or (token.kind == "plain" and token.text[0] == "_")
