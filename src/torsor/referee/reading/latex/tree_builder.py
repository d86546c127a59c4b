"""The tree of printed mathematics, made from the bottom up while the grammar parses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from lark import Token, Transformer

from torsor.notation.notation import GREEK
from torsor.referee.reading.latex import tree
from torsor.referee.reading.latex.places import Place, UnreadError

DIGITS = 400
"""Numbers longer than this are refused."""

SYMBOLS = {f"\\{name}": letter for name, letter in GREEK.items()}
SYMBOLS |= {"\\top": "T", "\\intercal": "T", "\\prime": "'"}
SYMBOLS |= {"\\ell": "l", "\\varepsilon": "ε", "\\vartheta": "θ", "\\varphi": "φ", "\\partial": "∂"}
DOTTED = {"\\dot": 1, "\\ddot": 2, "\\dddot": 3}
ACCENTS = {
    "\\widehat": "hat", "\\overline": "bar", "\\widetilde": "tilde", "\\overrightarrow": "vec",
}  # fmt: skip
PLAIN = ("\\mathbf", "\\boldsymbol", "\\bm", "\\mathrm", "\\mathit", "\\mathsf", "\\operatorname")
PUNCTUATION = {
    "DOT": "dot", "STAR": "star", "SLASH": "slash", "EQUALS": "equals", "DOTS": "dots",
    ",": "comma", ";": "semicolon", ":": "colon", ".": "point",
}  # fmt: skip
Script = tuple[str, str, Place]
"""sub or sup, its text and its place."""


def _enclose(kind: str) -> Callable[[Any, list[Any]], tree.Nested]:
    """What becomes of a block between two tokens."""

    def build(_: Any, parts: list[Any]) -> tree.Nested:
        return tree.Nested(kind, (parts[1],), _place(parts[0]).to(_place(parts[2])))

    return build


class _TreeBuilder(Transformer[Token, Any]):
    """A method for each rule of the grammar."""

    group, paren, brace = map(_enclose, ("group", "paren", "brace"))

    def block(self, parts: list[Any]) -> tree.Block:
        lines = tuple(parts[::2])
        ruled = set()
        for number, separator in enumerate(parts[1::2], 1):
            if separator.type == "RULE":
                ruled.add(number)
                within = ((),) not in lines[number - 1 : number + 1]
                if within and "\\\\" not in separator:
                    raise UnreadError("a rule within a line", _place(separator))
        return tree.Block(lines, frozenset(ruled))

    def line(self, parts: list[Any]) -> tree.Line:
        return tuple(parts[::2])

    def cell(self, parts: list[Any]) -> tree.Cell:
        return tuple(_sign_or_stop(p) if isinstance(p, Token) else p for p in parts)

    def script(self, parts: list[Any]) -> Script:
        kind = parts[0]
        if kind.type == "PRIME":
            return "sup", "'", _place(kind)
        argument = parts[1]
        token = isinstance(argument, Token)
        text = _single(argument) if token else tree.item_text(argument)
        return kind.type.lower(), text, _place(kind).to(_place_of(argument))

    def stray(self, scripts: list[Script]) -> tree.Stray:
        sub, sup = _merge_scripts(scripts)
        return tree.Stray(sup, sub, scripts[0][2].to(scripts[-1][2]))

    def factor(self, parts: list[Any]) -> tree.Factor:
        head: tree.Factor = parts[0]
        sub, sup = _merge_scripts(parts[1:])
        place = head.place.to(parts[-1][2]) if parts[1:] else head.place
        if isinstance(head, tree.Number):
            sup = _merge(head.sup, sup)
            if sub:
                return tree.Mark(head.text, place, sub=sub, sup=sup)
            return replace(head, place=place, sup=sup)
        return replace(head, place=place, sub=_merge(head.sub, sub), sup=_merge(head.sup, sup))

    def atom(self, parts: list[Any]) -> Any:
        part = parts[0]
        if not isinstance(part, Token):
            return part
        if part.type == "NUMBER":
            if len(part) > DIGITS:
                said = f"a number of {len(part)} digits is refused (at most {DIGITS})"
                raise UnreadError(said, _place(part))
            return tree.Number(Fraction(str(part)), _place(part), digits=str(part))
        if part.type == "FUNCTION":
            return tree.Function("cos" if "cos" in part else "sin", _place(part))
        return tree.Mark(_symbol(part), _place(part))

    def fraction(self, parts: list[Any]) -> tree.Nested:
        blocks = tuple(p.blocks[0] for p in parts[1:])
        return tree.Nested("fraction", blocks, _place(parts[0]).to(parts[-1].place))

    def half(self, parts: list[Any]) -> tree.Number:
        above, below = (int(ch) for ch in parts[0] if ch.isdigit())
        if not below:
            raise UnreadError("a division by zero", _place(parts[0]))
        return tree.Number(Fraction(above, below), _place(parts[0]))

    def root(self, parts: list[Any]) -> tree.Nested:
        return tree.Nested("root", parts[1].blocks, _place(parts[0]).to(parts[1].place))

    def environment(self, parts: list[Any]) -> tree.Nested:
        begin, block, end = parts
        first, last = (str(t).split("{")[1].split("}")[0] for t in (begin, end))
        if first != last:
            said = f"\\end{{{last[:20]}}} closes \\begin{{{first[:20]}}}"
            raise UnreadError(said, _place(end))
        return tree.Nested(first.rstrip("*"), (block,), _place(begin).to(_place(end)))

    def accent(self, parts: list[Any]) -> tree.Factor:
        command, argument = parts
        start = _place(command)
        if command == "\\phantom":
            return tree.Nested("group", (tree.Block((), frozenset()),), start)
        place = start.to(_place_of(argument))
        if isinstance(argument, Token):
            inner: tree.Item = tree.Mark(_single(argument), place)
        else:
            items = [i for line in argument.blocks[0].lines for cell in line for i in cell]
            inner = items[0] if len(items) == 1 else argument
        if isinstance(inner, tree.Number) and command in PLAIN:
            return replace(inner, place=place)
        if not isinstance(inner, tree.Mark):
            inner = tree.Mark(tree.item_text(argument), place)
        if command in PLAIN:
            return replace(inner, place=place)
        if inner.sup:
            raise UnreadError("an accent over a superscript", start)
        if command in DOTTED:
            return replace(inner, place=place, dots=inner.dots + DOTTED[command])
        accent = ACCENTS.get(command, command[1:])
        return replace(inner, place=place, accent=f"{inner.accent} {accent}".strip())


def _place(token: Token) -> Place:
    return Place(token.line or 1, token.column or 1, token.start_pos or 0, token.end_pos or 0)


def _place_of(argument: Any) -> Place:
    place: Place = _place(argument) if isinstance(argument, Token) else argument.place
    return place


def _merge_scripts(scripts: list[Script]) -> tuple[str, str]:
    """Subscript and superscript; a second one of a kind, which TeX refuses too, has no meaning."""
    texts = {"sup": "", "sub": ""}
    for kind, text, place in scripts:
        if texts[kind].strip("'") and text != "'":
            raise UnreadError(f"a second {'super' if kind == 'sup' else 'sub'}script", place)
        texts[kind] += text
    return texts["sub"], texts["sup"]


def _merge(inner: str, outer: str) -> str:
    """Scripts under and outside an accent; where there are both they stay apart."""
    return f"{inner}|{outer}" if inner and outer else inner + outer


def _sign_or_stop(token: Token) -> tree.Item:
    if token.type == "SIGN":
        return tree.Sign(1 if token == "+" else -1, _place(token))
    return tree.Punctuation(PUNCTUATION.get(str(token)) or PUNCTUATION[token.type], _place(token))


def _single(token: Token) -> str:
    """What stands behind ^, _ or an accent without braces: TeX takes one digit of a number."""
    if token.type == "NUMBER" and len(token) > 1:
        digits = token[:20]
        raise UnreadError(
            f"of {digits} only the first digit is printed there without braces; is {{{digits}}} "
            "meant?",
            _place(token),
        )
    return _symbol(token)


def _symbol(token: Token) -> str:
    text = str(token)
    if token.type != "COMMAND":
        return text
    if text not in SYMBOLS:
        raise UnreadError(f"unknown macro {text[:30]}", _place(token))
    return SYMBOLS[text]


TREE_BUILDER = _TreeBuilder()
