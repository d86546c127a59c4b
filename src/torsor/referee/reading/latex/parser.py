"""The tree of printed mathematics, made from tokens by recursive descent of bounded depth.

A block is lines of cells, a cell is signs, punctuation and factors, a factor is an atom with its
scripts. What a mark means, and which lines belong together, is decided later.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace

from torsor.errors import TextError
from torsor.referee.reading.latex import tree
from torsor.referee.reading.latex.atoms import (
    accented,
    finish_factor,
    half,
    is_function,
    letter_mark,
    number,
    unknown_letter,
)
from torsor.referee.reading.latex.brackets import DEPTH, PAIRS
from torsor.referee.reading.latex.commands import FUNCTIONS, SYMBOLS
from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.latex.scripts import (
    LOWERED,
    RAISED,
    Script,
    merge_scripts,
    single_digit,
)
from torsor.referee.reading.latex.tokens import Token
from torsor.referee.reading.latex.words import read_words

PUNCTUATION = frozenset(
    ("dot", "star", "slash", "point", "comma", "semicolon", "colon", "equals", "approx", "dots")
)
SCRIPTS = frozenset(("sup", "sub", "prime", "raised", "lowered"))
ENDS = frozenset(
    ("rbrace", "rparen", "rsquare", "rcurly", "end", "finish", "rabs", "rnorm", "rnone")
)
CELL_ENDS = ENDS | {"ampersand", "break", "rule"}
TERM_ENDS = frozenset(("sign", "equals", "approx", "comma", "semicolon", "ampersand", "break"))
BRACKETS = {
    "lparen": "paren",
    "lsquare": "paren",
    "lcurly": "paren",
    "labs": "abs",
    "lnorm": "norm",
}
EMPTY = tree.Block((), frozenset())


class Parser:
    """Reads the tokens of one text."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self.text = text
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.in_script = 0
        self.bars: list[str] = []
        self.starts = [0]
        position = text.find("\n")
        while position >= 0:
            self.starts.append(position + 1)
            position = text.find("\n", position + 1)
        self.atoms: dict[str, Callable[[Token], tree.Item]] = {
            "symbol": self._symbol, "number": lambda t: number(t.text, self.place(t)),
            "letter": lambda t: letter_mark(t.text, self.place(t)),
            "function": self._function, "word": self._function, "lbrace": self._group,
            "accent": self._accent, "fraction": self._fraction, "root": self._root,
            "half": lambda t: half(t.text, self.place(t)), "begin": self._environment,
            "phantom": self._phantom, "under": self._under, "above": self._above,
            "wrap": self._wrap, "text": self._words, "command": self._unknown,
            "other": lambda t: unknown_letter(t.text, self.place(t)), "lnone": self._one_sided,
            "bar": self._bar, "bars": self._bar, "over": self._over,
        }  # fmt: skip
        self.atoms.update(dict.fromkeys(BRACKETS, self._bracket))
        self.has_over = any(token.kind == "over" for token in tokens)

    # places and tokens

    def place(self, token: Token) -> Place:
        """Where a token stands."""
        line = bisect_right(self.starts, token[2])
        return Place(line, token[2] - self.starts[line - 1] + 1, token[2], token[3])

    def _since(self, first: Token) -> Place:
        """From a token to the last one that was read."""
        return self.place(first).to(self.place(self.tokens[self.at - 1]))

    def _misplaced(self, token: Token) -> TextError:
        if token.kind == "finish":
            return TextError(f"{self.place(token)}: the equation ends too early")
        return TextError(f"{self.place(token)}: {token.text[:20]!r} has no place here")

    # blocks

    def whole(self) -> tree.Block:
        """All of the text."""
        block = self.block()
        if self.tokens[self.at].kind != "finish":
            raise self._misplaced(self.tokens[self.at])
        return block

    def block(self) -> tree.Block:
        """Lines of cells up to whatever closes them."""
        self.depth += 1
        if self.depth > DEPTH + 1:
            place = self.place(self.tokens[self.at])
            raise TextError(f"{place}: nested more than {DEPTH} deep")
        lines: list[tree.Line] = []
        line: list[tree.Cell] = []
        rules: list[tuple[int, Token]] = []
        while True:
            line.append(self._cell())
            token = self.tokens[self.at]
            if token.kind == "ampersand":
                self.at += 1
                continue
            if token.kind not in ("break", "rule"):
                break
            self.at += 1
            lines.append(tuple(line))
            line = []
            if token.kind == "rule":
                rules.append((len(lines), token))
        lines.append(tuple(line))
        for before, token in rules:
            within = ((),) not in lines[before - 1 : before + 1]
            if within and "\\\\" not in token.text:
                raise UnreadError("a rule within a line", self.place(token))
        self.depth -= 1
        return tree.Block(tuple(lines), frozenset(before for before, _ in rules))

    def _cell(self) -> tree.Cell:
        cell: list[tree.Item] = []
        tokens = self.tokens
        while True:
            token = tokens[self.at]
            kind = token[0]
            if kind == "sign":
                self.at += 1
                cell.append(tree.Sign(1 if token[1] == "+" else -1, self.place(token)))
            elif kind in PUNCTUATION:
                self.at += 1
                cell.append(self._stop(token, cell))
            elif kind in CELL_ENDS or (self.bars and self._closes_bar(kind, cell)):
                return tuple(cell)
            else:
                item = self._factor()
                wrapped = kind == "wrap" and tree.is_nested(item, "group")
                cell.extend(_unwrap(item) if wrapped else (item,))

    def _stop(self, token: Token, cell: list[tree.Item]) -> tree.Item:
        """Punctuation; a point before digits where a factor begins is a decimal point."""
        after = self.tokens[self.at]
        if token.kind == "point" and after.kind == "number" and after.start == token.end:
            begins = not cell or isinstance(cell[-1], (tree.Sign, tree.Punctuation))
            if begins and "." not in after.text:
                self.at += 1
                value = number("0." + after.text, self.place(token).to(self.place(after)))
                return finish_factor(value, self._scripts())
        return tree.Punctuation(token.kind, self.place(token))

    # factors

    def _factor(self) -> tree.Item:
        token = self.tokens[self.at]
        if token[0] in SCRIPTS:
            scripts = self._scripts()
            sub, sup = merge_scripts(scripts)
            return tree.Stray(sup, sub, scripts[0][2].to(scripts[-1][2]))
        item = self._atom()
        if self.tokens[self.at][0] not in SCRIPTS:
            return item
        if isinstance(item, (tree.Sign, tree.Punctuation)):
            return item
        return finish_factor(item, self._scripts())

    def _atom(self) -> tree.Item:
        token = self.tokens[self.at]
        read = self.atoms.get(token[0])
        if read is None:
            raise self._misplaced(token)
        self.at += 1
        return read(token)

    def _scripts(self) -> list[Script]:
        scripts: list[Script] = []
        while (token := self.tokens[self.at])[0] in SCRIPTS:
            self.at += 1
            place = self.place(token)
            if token[0] == "prime":
                scripts.append(("sup", "'", place))
            elif token[0] == "raised":
                scripts.append(("sup", token[1].translate(RAISED), place))
            elif token[0] == "lowered":
                scripts.append(("sub", token[1].translate(LOWERED), place))
            else:
                scripts.append((token[0], self._script(), self._since(token)))
        return scripts

    def _script(self) -> str:
        """What stands behind ^ or _ as plain text."""
        token = self.tokens[self.at]
        kind, text = token[0], token[1]
        if kind == "letter" and len(text) == 1:
            self.at += 1
            return letter_mark(text, self.place(token)).base
        if kind in ("star", "sign") or text == "\\ast":
            self.at += 1
            return "*" if kind != "sign" else "+" if text == "+" else "-"
        if kind == "number":
            self.at += 1
            return single_digit(text, self.place(token))
        if kind not in ("symbol", "lbrace", "accent", "text", "command", "fraction", "half",
                        "other", "letter", "prime"):  # fmt: skip
            raise self._misplaced(token)
        if kind == "prime":
            self.at += 1
            return "'"
        self.in_script += 1
        written = tree.item_text(self._argument_item())
        self.in_script -= 1
        return written

    def _argument_item(self) -> tree.Item:
        """A single atom, one level deeper: commands without braces may follow each other."""
        self.depth += 1
        if self.depth > DEPTH + 1:
            place = self.place(self.tokens[self.at])
            raise TextError(f"{place}: nested more than {DEPTH} deep")
        item = self._atom()
        self.depth -= 1
        return item

    def _argument(self) -> tree.Block:
        """The argument of a command: what braces hold, or a single token."""
        token = self.tokens[self.at]
        if token.kind == "lbrace":
            self.at += 1
            return self._braced(token)
        if token.kind == "number":
            self.at += 1
            digit = number(single_digit(token.text, self.place(token)), self.place(token))
            return tree.Block((((digit,),),), frozenset())
        return tree.Block((((self._argument_item(),),),), frozenset())

    # atoms

    def _symbol(self, token: Token) -> tree.Mark:
        return tree.Mark(SYMBOLS[token.text], self.place(token))

    def _function(self, token: Token) -> tree.Function:
        return tree.Function(FUNCTIONS[token.text.removeprefix("\\")], self.place(token))

    def _unknown(self, token: Token) -> tree.Item:
        raise UnreadError(f"unknown macro {token.text[:30]}", self.place(token))

    def _over(self, token: Token) -> tree.Item:
        raise UnreadError("\\over outside of braces", self.place(token))

    def _braced(self, token: Token) -> tree.Block:
        """The inside of braces whose first has been read; ``\\over`` makes a fraction of it."""
        over = self._fraction_over(token) if self.has_over else None
        block = self.block() if over is None else over
        if self.tokens[self.at].kind != "rbrace":
            raise self._misplaced(self.tokens[self.at])
        self.at += 1
        return block

    def _fraction_over(self, opening: Token) -> tree.Block | None:
        """``a \\over b`` up to the closing brace, if these braces hold one."""
        depth = 0
        for number_ in range(self.at, len(self.tokens)):
            kind = self.tokens[number_].kind
            depth += (kind in ("lbrace", "begin")) - (kind in ("rbrace", "end"))
            if depth < 0:
                return None
            if kind == "over" and not depth:
                break
        else:
            return None
        middle = self.tokens[number_]
        self.tokens[number_] = Token("finish", "\\over", middle.start, middle.end)
        above = self.block()
        if self.at != number_:
            raise self._misplaced(self.tokens[self.at])
        self.at += 1
        below = self.block()
        fraction = tree.Nested("fraction", (above, below), self._since(opening))
        return tree.Block((((fraction,),),), frozenset())

    def _group(self, token: Token) -> tree.Nested:
        return tree.Nested("group", (self._braced(token),), self._since(token))

    def _bracket(self, token: Token) -> tree.Nested:
        block = self.block()
        closing = self.tokens[self.at]
        kind = BRACKETS[token.kind]
        if token.kind == "lcurly" and closing.kind == "rnone":
            kind = "brace"
        elif closing.kind != PAIRS[token.kind]:
            raise self._misplaced(closing)
        self.at += 1
        return tree.Nested(kind, (block,), self._since(token))

    def _one_sided(self, token: Token) -> tree.Nested:
        block = self.block()
        if self.tokens[self.at].kind != "rcurly":
            raise self._misplaced(self.tokens[self.at])
        self.at += 1
        return tree.Nested("brace", (block,), self._since(token))

    def _bar(self, token: Token) -> tree.Nested:
        """An absolute value or a norm between bars that do not tell left from right."""
        self.bars.append(token.kind)
        block = self.block()
        self.bars.pop()
        if self.tokens[self.at].kind != token.kind:
            raise UnreadError(f"{token.text[:20]} without another one", self.place(token))
        self.at += 1
        kind = "abs" if token.kind == "bar" else "norm"
        return tree.Nested(kind, (block,), self._since(token))

    def _closes_bar(self, kind: str, cell: list[tree.Item]) -> bool:
        """Whether a bar closes the last one; refused where it may as well open another."""
        if self.bars[-1] != kind or not cell:
            return False
        if isinstance(cell[-1], (tree.Sign, tree.Punctuation, tree.Function)):
            return False
        token, after = self.tokens[self.at], self.tokens[self.at + 1]
        factor = after.kind in self.atoms and after.kind != token.kind
        if factor and self._bar_in_term(token.kind):
            raise UnreadError(f"whether {token.text} opens or closes", self.place(token))
        return True

    def _bar_in_term(self, kind: str) -> bool:
        """Whether another bar of a kind stands in what is left of a term."""
        depth = 0
        for position in range(self.at + 1, len(self.tokens)):
            here = self.tokens[position].kind
            depth += (here in PAIRS or here in ("lbrace", "begin")) - (here in ENDS)
            if depth < 0 or (not depth and here in TERM_ENDS):
                return False
            if not depth and here == kind:
                return True
        return False

    def _environment(self, token: Token) -> tree.Nested:
        bars, self.bars = self.bars, []
        block = self.block()
        self.bars = bars
        closing = self.tokens[self.at]
        if closing.kind != "end":
            raise self._misplaced(closing)
        first, last = (t.text.split("{")[1].split("}")[0] for t in (token, closing))
        if first != last:
            said = f"\\end{{{last[:20]}}} closes \\begin{{{first[:20]}}}"
            raise UnreadError(said, self.place(closing))
        self.at += 1
        return tree.Nested(first.rstrip("*"), (block,), self._since(token))

    # commands with arguments

    def _accent(self, token: Token) -> tree.Item:
        following = self.tokens[self.at]
        if following.kind == "number":
            self.at += 1
            text = single_digit(following.text, self.place(following))
            argument: tree.Item = tree.Mark(text, self._since(token))
        else:
            argument = self._argument_item()
        if isinstance(argument, (tree.Sign, tree.Punctuation)):
            return argument
        found = accented(token.text, argument, self._since(token))
        if isinstance(found, tree.Mark) and is_function(token.text, found):
            if not self.in_script and self.tokens[self.at].kind != "sub":
                return tree.Function(FUNCTIONS[found.base], found.place)
        return found

    def _fraction(self, token: Token) -> tree.Nested:
        above, below = self._argument(), self._argument()
        return tree.Nested("fraction", (above, below), self._since(token))

    def _root(self, token: Token) -> tree.Nested:
        if self.tokens[self.at].kind == "lsquare":
            raise UnreadError("a root with an index", self.place(token))
        block = self._argument()
        if token.text == "√":
            inner = block.lines[0][0][0]
            block = inner.blocks[0] if tree.is_nested(inner, "paren") else block
        return tree.Nested("root", (block,), self._since(token))

    def _phantom(self, token: Token) -> tree.Nested:
        self._argument()
        return tree.Nested("group", (EMPTY,), self.place(token))

    def _under(self, token: Token) -> tree.Item:
        """What stands over or under a brace; what the brace is labelled with is no part of it."""
        block = self._argument()
        place = self._since(token)
        while self.tokens[self.at].kind in ("sub", "sup"):
            self.at += 1
            self.in_script += 1
            self._argument()
            self.in_script -= 1
        return tree.Nested("group", (block,), place)

    def _above(self, token: Token) -> tree.Item:
        """A relation with something set above it; a symbol with such is another symbol."""
        self.in_script += 1
        self._argument()
        self.in_script -= 1
        items = [i for line in self._argument().lines for cell in line for i in cell]
        if len(items) == 1 and tree.is_stop(items[0], "equals", "approx"):
            return replace(items[0], place=self._since(token))
        raise UnreadError(f"what {token.text} sets above or below", self.place(token))

    def _wrap(self, token: Token) -> tree.Item:
        block = self._argument()
        items = [i for line in block.lines for cell in line for i in cell]
        if len(items) == 1:
            return items[0]
        return tree.Nested("group", (block,), self._since(token))

    def _words(self, token: Token) -> tree.Item:
        indexed = self.tokens[self.at].kind == "sub"
        return read_words(token.text, self.place(token), bool(self.in_script), indexed)


def _unwrap(item: tree.Item) -> tuple[tree.Item, ...]:
    """The items of a box around an equation; one around an expression stays."""
    assert isinstance(item, tree.Nested)
    lines = item.blocks[0].lines
    items = lines[0][0] if len(lines) == 1 and len(lines[0]) == 1 else ()
    return items if any(tree.is_stop(i, "equals", "approx") for i in items) else (item,)
