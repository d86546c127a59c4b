"""Blocks of printed mathematics: lines of cells, cells of factors, factors with their scripts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from torsor.errors import TextError
from torsor.referee.reading.latex import tree
from torsor.referee.reading.latex.atoms import finish_factor, letter_mark, number
from torsor.referee.reading.latex.brackets import DEPTH, PAIRS
from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.latex.scripts import (
    LOWERED,
    RAISED,
    Script,
    merge_scripts,
    single_digit,
)
from torsor.referee.reading.latex.tokens import Token

PUNCTUATION = frozenset(
    ("dot", "star", "slash", "point", "comma", "semicolon", "colon", "equals", "approx", "dots")
)
SCRIPTS = frozenset(("plain", "sup", "sub", "prime", "raised", "lowered"))
ENDS = frozenset(
    ("rbrace", "rparen", "rsquare", "rcurly", "end", "finish", "rabs", "rnorm", "rnone")
)
CELL_ENDS = ENDS | {"ampersand", "break", "rule"}
MOST_SCRIPTS = 12
SINGLE = frozenset(("letter", "symbol", "accent", "text", "other", "command", "lbrace"))
"""What a command without braces takes for its argument."""
SCRIPT = SINGLE | {"fraction", "half", "phantom"}
"""What may stand behind ^ or _ beside signs and digits."""
TERM_ENDS = frozenset(("sign", "equals", "approx", "comma", "semicolon", "ampersand", "break"))


class BlockParser:
    """Reads blocks from tokens; ``atoms`` tells for each kind of token how an atom is read."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.in_script = 0
        self.bar = ""
        """The kind of bar that would close what is read now, if one would."""
        self.atoms: dict[str, Callable[[Token], tree.Item]] = {}
        self.starts = [0]
        position = text.find("\n")
        while position >= 0:
            self.starts.append(position + 1)
            position = text.find("\n", position + 1)

    def place(self, token: Token) -> Place:
        """Where a token stands."""
        line = bisect_right(self.starts, token[2])
        return Place(line, token[2] - self.starts[line - 1] + 1, token[2], token[3])

    def since(self, first: Token) -> Place:
        """From a token to the last one that was read."""
        start = first[2]
        line = bisect_right(self.starts, start)
        return Place(line, start - self.starts[line - 1] + 1, start, self.tokens[self.at - 1][3])

    def misplaced(self, token: Token) -> TextError:
        """What is said of a token that cannot stand where it does."""
        if token.kind == "finish":
            return TextError(f"{self.place(token)}: the equation ends too early")
        return TextError(f"{self.place(token)}: {token.text[:20]!r} has no place here")

    def whole(self) -> tree.Block:
        """All of the text."""
        block = self.block()
        if self.tokens[self.at].kind != "finish":
            raise self.misplaced(self.tokens[self.at])
        return block

    def block(self, bar: str = "") -> tree.Block:
        """Lines of cells up to whatever closes them, which may be a bar of some kind."""
        outer, self.bar = self.bar, bar
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
        self.bar = outer
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
            elif kind in CELL_ENDS or (kind == self.bar and cell and self._closes_bar(cell)):
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
            raise self.misplaced(token)
        self.at += 1
        return read(token)

    def _scripts(self) -> list[Script]:
        scripts: list[Script] = []
        while (token := self.tokens[self.at])[0] in SCRIPTS:
            self.at += 1
            place = self.place(token)
            if len(scripts) == MOST_SCRIPTS:
                raise UnreadError(f"more than {MOST_SCRIPTS} scripts on one mark", place)
            if token[0] == "plain":
                kind = "sup" if token[1][0] == "^" else "sub"
                scripts.append((kind, token[1][1:].strip("{}"), place))
            elif token[0] == "prime":
                scripts.append(("sup", "'", place))
            elif token[0] == "raised":
                scripts.append(("sup", token[1].translate(RAISED), place))
            elif token[0] == "lowered":
                scripts.append(("sub", token[1].translate(LOWERED), place))
            else:
                scripts.append((token[0], self._script(), self.since(token)))
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
        self.in_script += 1
        written = tree.item_text(self.argument_item(SCRIPT))
        self.in_script -= 1
        return written

    def argument_item(self, allowed: frozenset[str]) -> tree.Item:
        """A single atom of some kinds, one level deeper: commands may follow each other."""
        if self.tokens[self.at].kind not in allowed:
            raise self.misplaced(self.tokens[self.at])
        self.depth += 1
        if self.depth > DEPTH + 1:
            place = self.place(self.tokens[self.at])
            raise TextError(f"{place}: nested more than {DEPTH} deep")
        item = self._atom()
        self.depth -= 1
        return item

    def _closes_bar(self, cell: list[tree.Item]) -> bool:
        """Whether a bar closes the last one; refused where it may as well open another."""
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


def _unwrap(item: tree.Item) -> tuple[tree.Item, ...]:
    """The items of a box around an equation; one around an expression stays."""
    assert isinstance(item, tree.Nested)
    lines = item.blocks[0].lines
    items = lines[0][0] if len(lines) == 1 and len(lines[0]) == 1 else ()
    return items if any(tree.is_stop(i, "equals", "approx") for i in items) else (item,)
