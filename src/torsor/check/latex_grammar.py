"""A grammar for printed LaTeX mathematics (LALR with lark's contextual lexer, bounded depth).

It knows nothing of robots. It gives lines of cells, each a run of signs, points and factors with
their scripts and places; what a mark means, and which lines belong together, is decided later.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from torsor.check.latex_tree import (
    Block,
    Cell,
    Factor,
    Function,
    Item,
    Line,
    Mark,
    Nested,
    Number,
    Place,
    Punctuation,
    Sign,
    Stray,
    flat,
)
from torsor.errors import TextError
from torsor.notation.notation import GREEK

DEPTH = 60
"""Braces, parentheses and environments nested deeper than this are refused."""

DIGITS = 400
"""Numbers longer than this are refused."""

LENGTH = 2_000_000
"""An equation longer than this is refused."""

GRAMMAR = r"""
block: line (_separator line)*
_separator: BREAK | RULE
line: cell (AMPERSAND cell)*
cell: (SIGN | DOT | COMMA | EQUALS | DOTS | factor)*
factor: atom script*
      | script+                                   -> stray
script: SUP _argument
      | SUB _argument
      | PRIME
_argument: LETTER | NUMBER | COMMAND | STAR | SIGN | group
group: LBRACE block RBRACE
atom: LETTER | COMMAND | NUMBER | STAR | FUNCTION
    | group
    | LPAREN block RPAREN                         -> paren
    | LSQUARE block RSQUARE                       -> paren
    | ACCENT (LETTER | COMMAND | group)           -> accent
    | FRACTION group group                        -> fraction
    | ROOT group                                  -> root
    | BEGIN block END                             -> environment

LBRACE: "{"
RBRACE: "}"
LPAREN: "("
RPAREN: ")"
LSQUARE: "["
RSQUARE: "]"
SIGN: "+" | "-" | "−" | "–" | "\\pm"
EQUALS: "=" | "&="
COMMA: "," | ";" | ":"
DOT: "." | "·" | /\\(cdot|times|ast)(?![A-Za-z])/
STAR: "*"
SUP: "^"
SUB: "_"
PRIME: "'"
AMPERSAND: "&"
LETTER: /[A-Za-z\u0391-\u03c9]/
NUMBER: /[0-9]+(\.[0-9]+)?/
ACCENT: /\\(d?dot|dddot|hat|bar|vec|overline|underline|tilde|widehat|widetilde)(?![A-Za-z])/
      | /\\(overrightarrow|mathbf|boldsymbol|bm|mathrm|mathit|mathsf)(?![A-Za-z])/
      | /\\(operatorname|phantom)(?![A-Za-z])/
FRACTION: /\\[dt]?frac(?![A-Za-z])/
ROOT: /\\sqrt(?![A-Za-z])/
FUNCTION.2: /\\(cos|sin)(?![A-Za-z])|sen(?=\s*\()/
DOTS: /\\(dots|ldots|cdots|dotsb)(?![A-Za-z])|\.\.\.|…/
BREAK: /\\\\(\s*\[[0-9.]+\s*(pt|em|ex|mm|cm)\])?/
RULE.2: /(\\\\\s*)?(\\hline(?![A-Za-z])|\\text\{\s*-+\s*\}|-{4,})(\s*\\\\)?/
BEGIN: /\\begin\{[A-Za-z]+\*?\}(\{[lcr|@ ]*\})?/
END: /\\end\{[A-Za-z]+\*?\}/
COMMAND.-1: /\\[A-Za-z]+/
%ignore /\s+/
%ignore /\\[,;:!> ]|~|\$/
%ignore /\\(q?quad|displaystyle|textstyle|nonumber|notag|limits|qquad)(?![A-Za-z])/
%ignore /\\(left|right|[bB]igg?[lrm]?)(?![A-Za-z])\s*(\.|\\[{}])?/
%ignore /\\(tag|label)\{[^{}]*\}/
%ignore /\\text\{[^{}\-]*\}/
%ignore /\\[{}]/
%ignore /%[^\n]*/
"""

SYMBOLS = {f"\\{name}": letter for name, letter in GREEK.items()}
SYMBOLS |= {"\\ell": "l", "\\varepsilon": "ε", "\\vartheta": "θ", "\\varphi": "φ", "\\partial": "∂"}
DOTTED = {"\\dot": 1, "\\ddot": 2, "\\dddot": 3}
PLAIN = ("\\mathbf", "\\boldsymbol", "\\bm", "\\mathrm", "\\mathit", "\\mathsf", "\\operatorname")


def _place(token: Token) -> Place:
    return Place(token.line or 1, token.column or 1, token.start_pos or 0, token.end_pos or 0)


def _span(first: Place, last: Place) -> Place:
    return Place(first.line, first.column, first.start, last.end)


class _Build(Transformer[Token, Any]):
    """The tree, from the bottom up while parsing."""

    def block(self, parts: list[Any]) -> Block:
        lines = [p for p in parts if not isinstance(p, Token)]
        ruled, count = set(), 0
        for part in parts:
            if not isinstance(part, Token):
                count += 1
            elif part.type == "RULE":
                ruled.add(count)
        return Block(tuple(lines), frozenset(ruled))

    def line(self, parts: list[Any]) -> Line:
        return tuple(p for p in parts if not isinstance(p, Token))

    def cell(self, parts: list[Any]) -> Cell:
        return tuple(_item(p) if isinstance(p, Token) else p for p in parts)

    def script(self, parts: list[Any]) -> tuple[str, str, Place]:
        kind = parts[0]
        if kind.type == "PRIME":
            return "sup", "'", _place(kind)
        argument = parts[1]
        if isinstance(argument, Token):
            text = _symbol(argument) if argument.type == "COMMAND" else str(argument)
            end = _place(argument)
        else:
            text, end = flat(argument.blocks[0]), argument.place
        return ("sup" if kind.type == "SUP" else "sub"), text, _span(_place(kind), end)

    def stray(self, parts: list[Any]) -> Stray:
        texts = {"sup": "", "sub": ""}
        for kind, text, _ in parts:
            texts[kind] += text
        return Stray(texts["sup"], texts["sub"], _span(parts[0][2], parts[-1][2]))

    def factor(self, parts: list[Any]) -> Factor:
        head, scripts = parts[0], parts[1:]
        texts = {"sup": "", "sub": ""}
        for kind, text, _ in scripts:
            texts[kind] += text
        place = _span(head.place, scripts[-1][2]) if scripts else head.place
        sub, sup = texts["sub"], texts["sup"]
        if isinstance(head, Number) and sub:
            return Mark(str(head.value), place, sub=sub, sup=sup)
        if isinstance(head, Number):
            return Number(head.value, place, sup)
        if isinstance(head, Function):
            return Function(head.name, place, sup)
        if isinstance(head, Mark):
            return Mark(head.base, place, head.dots, head.accent, head.sub + sub, head.sup + sup)
        return Nested(head.kind, head.blocks, place, head.sub + sub, head.sup + sup)

    def atom(self, parts: list[Any]) -> Any:
        part = parts[0]
        if not isinstance(part, Token):
            return part
        if part.type == "NUMBER":
            if len(part) > DIGITS:
                raise TextError(
                    f"line {part.line}, column {part.column}: a number of {len(part)} digits is "
                    f"refused (at most {DIGITS})"
                )
            return Number(Fraction(str(part)), _place(part))
        if part.type == "FUNCTION":
            return Function("cos" if "cos" in part else "sin", _place(part))
        return Mark(_symbol(part) if part.type == "COMMAND" else str(part), _place(part))

    def group(self, parts: list[Any]) -> Nested:
        return Nested("group", (parts[1],), _span(_place(parts[0]), _place(parts[2])))

    def paren(self, parts: list[Any]) -> Nested:
        return Nested("paren", (parts[1],), _span(_place(parts[0]), _place(parts[2])))

    def fraction(self, parts: list[Any]) -> Nested:
        blocks = tuple(p.blocks[0] for p in parts[1:])
        return Nested("fraction", blocks, _span(_place(parts[0]), parts[-1].place))

    def root(self, parts: list[Any]) -> Nested:
        place = _span(_place(parts[0]), parts[1].place)
        return Nested("root", parts[1].blocks, place)

    def environment(self, parts: list[Any]) -> Nested:
        begin, block, end = parts
        first, last = (str(t).split("{")[1].split("}")[0] for t in (begin, end))
        if first != last:
            raise TextError(
                f"line {end.line}, column {end.column}: \\end{{{last[:20]}}} closes "
                f"\\begin{{{first[:20]}}}"
            )
        return Nested(first.rstrip("*"), (block,), _span(_place(begin), _place(end)))

    def accent(self, parts: list[Any]) -> Any:
        command, argument = str(parts[0]), parts[1]
        start = _place(parts[0])
        if command == "\\phantom":
            return Nested("group", (Block((), frozenset()),), start)
        if isinstance(argument, Token):
            text = _symbol(argument) if argument.type == "COMMAND" else str(argument)
            inner = Mark(text, _place(argument))
        else:
            inner = _only_mark(argument)
        place = _span(start, inner.place if isinstance(argument, Token) else argument.place)
        if command in DOTTED:
            return Mark(inner.base, place, DOTTED[command], inner.accent, inner.sub, inner.sup)
        accent = inner.accent if command in PLAIN else command[1:]
        return Mark(inner.base, place, inner.dots, accent, inner.sub, inner.sup)


def _only_mark(nested: Nested) -> Mark:
    """The mark under an accent; several letters are one word."""
    items = [i for line in nested.blocks[0].lines for cell in line for i in cell]
    if len(items) == 1 and isinstance(items[0], Mark):
        return items[0]
    return Mark(flat(nested.blocks[0]), nested.place)


def _item(token: Token) -> Item:
    if token.type == "SIGN":
        return Sign(1 if token == "+" else -1, _place(token))
    kinds = {"DOT": "dot", "COMMA": "comma", "EQUALS": "equals", "DOTS": "dots"}
    return Punctuation(kinds[token.type], _place(token))


def _symbol(token: Token) -> str:
    text = str(token)
    if text not in SYMBOLS:
        raise TextError(f"line {token.line}, column {token.column}: unknown macro {text[:30]}")
    return SYMBOLS[text]


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", start="block", transformer=_Build(), lexer="contextual")


def parse_latex(text: str) -> Block:
    """Parse printed mathematics; an error says line and column and what is wrong there."""
    if len(text) > LENGTH:
        raise TextError(f"an equation of {len(text)} characters is refused (at most {LENGTH})")
    _balanced(text)
    try:
        found: Any = _parser().parse(text)
        block: Block = found
        return block
    except VisitError as error:
        if isinstance(error.orig_exc, TextError):
            raise error.orig_exc from None
        raise
    except UnexpectedInput as error:
        raise TextError(_sentence(text, error)) from None


def _balanced(text: str) -> None:
    """Braces and depth, before the grammar sees the text: the commonest slip gets its own words."""
    stack: list[int] = []
    i, deep = 0, 0
    while i < len(text):
        ch = text[i]
        if ch == "\\":
            deep += text.startswith("\\begin{", i) - text.startswith("\\end{", i)
            if deep > DEPTH:
                raise TextError(f"{_where(text, i)}: nested more than {DEPTH} deep")
            i += 2
            continue
        if ch in "{([":
            deep += 1
        elif ch in "})]":
            deep -= 1
        if ch == "{":
            stack.append(i)
        elif ch == "}":
            if not stack:
                raise TextError(f"{_where(text, i)}: a brace is closed that was never opened")
            stack.pop()
        if deep > DEPTH:
            raise TextError(f"{_where(text, i)}: nested more than {DEPTH} deep")
        i += 1
    if stack:
        raise TextError(f"{_where(text, stack[-1])}: a brace is opened and never closed")


def _where(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    return f"line {line}, column {column}"


def _sentence(text: str, error: UnexpectedInput) -> str:
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return f"{_where(text, len(text))}: the equation ends too early"
    place = f"line {error.line}, column {error.column}"
    if isinstance(error, UnexpectedCharacters):
        return f"{place}: {error.char!r} has no place in an equation"
    token = str(getattr(error, "token", ""))
    return f"{place}: {token[:20]!r} has no place here"
