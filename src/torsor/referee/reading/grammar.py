"""A grammar for printed LaTeX mathematics (LALR with lark's contextual lexer, bounded depth).

It knows nothing of robots. It gives lines of cells, each a run of signs, points and factors with
their scripts and places; what a mark means, and which lines belong together, is decided later.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from torsor.errors import TextError
from torsor.notation.notation import GREEK
from torsor.referee.reading.tree import (
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
    flat_item,
)

DEPTH = 60
"""Braces, parentheses and environments nested deeper than this are refused."""

DIGITS = 400
"""Numbers longer than this are refused."""

LENGTH = 800_000
"""An equation longer than this is refused."""

TOKENS = 520_000
"""An equation with more letters, digits and commands than this is refused."""

CELLS = 20_000
"""An equation with more alignment marks than this is refused: no paper prints such a table."""

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[0-9.]+|\S", re.DOTALL)

GRAMMAR = r"""
block: line (_separator line)*
_separator: BREAK | RULE
line: cell (AMPERSAND cell)*
cell: (SIGN | DOT | STAR | SLASH | COMMA | EQUALS | DOTS | factor)*
factor: atom script*
      | script+                                   -> stray
script: SUP _argument
      | SUB _argument
      | PRIME
_argument: LETTER | NUMBER | COMMAND | STAR | SIGN | group | accent
accent: ACCENT (LETTER | COMMAND | NUMBER | group)
group: LBRACE block RBRACE
atom: LETTER | COMMAND | NUMBER | FUNCTION
    | group
    | LPAREN block RPAREN                         -> paren
    | LSQUARE block RSQUARE                       -> paren
    | LCURLY block RCURLY                         -> paren
    | LNONE block RCURLY                          -> brace
    | LCURLY block RNONE                          -> brace
    | accent
    | FRACTION group group                        -> fraction
    | HALF                                        -> half
    | ROOT group                                  -> root
    | BEGIN block END                             -> environment

LBRACE: "{"
RBRACE: "}"
LPAREN: "("
RPAREN: ")"
LSQUARE: "["
RSQUARE: "]"
LNONE.3: /\\left\s*\./
RNONE.3: /\\right\s*\./
LCURLY.3: /(\\(left|[bB]igg?[lrm]?)\s*)?\\\{/
RCURLY.3: /(\\(right|[bB]igg?[lrm]?)\s*)?\\\}/
SIGN: "+" | "-" | "−" | "–"
EQUALS: "=" | "&=" | ":="
COMMA: "," | ";" | ":"
DOT: "." | "·" | /\\(cdot|times|ast)(?![A-Za-z])/
STAR: "*"
SLASH: "/"
SUP: "^"
SUB: "_"
PRIME: "'"
AMPERSAND: "&"
LETTER: /[A-Za-z\u0391-\u03c9]/
NUMBER: /[0-9]+(\.[0-9]+)?/
ACCENT: /\\(d?dot|dddot|hat|bar|vec|overline|underline|tilde|widehat|widetilde)(?![A-Za-z])/
      | /\\(overrightarrow|mathbf|boldsymbol|bm|mathrm|mathit|mathsf)(?![A-Za-z])/
      | /\\(operatorname|phantom|mathcal|mathbb|mathfrak|mathtt)(?![A-Za-z])/
FRACTION: /\\[dt]?frac(?![A-Za-z])/
HALF.2: /\\[dt]?frac\s*[0-9]\s*[0-9]/
ROOT: /\\sqrt(?![A-Za-z])/
FUNCTION.2: /\\(cos|sin)(?![A-Za-z])|sen(?=\s*\()/
DOTS: /\\(dots|ldots|cdots|dotsb)(?![A-Za-z])|\.\.\.|…/
BREAK: /\\\\\*?(\s*\[-?[0-9.]+\s*(pt|em|ex|mm|cm)\])?/
RULE.2: /(\\\\\s*)?(\\hline(?![A-Za-z])|\\text\{\s*-{2,}\s*\}|-{4,})(\s*\\\\)?/
BEGIN: /\\begin\{[A-Za-z]+\*?\}(\[[tbclr]\])?(\{[lcr|@ ]*\})?/
     | /\\begin\{alignedat\*?\}(\[[tbc]\])?\{[0-9]+\}/
END: /\\end\{[A-Za-z]+\*?\}/
COMMAND.-1: /\\[A-Za-z]+/
%ignore /\s+/
%ignore /\\[,;:!> ]|~|\$/
%ignore /\\(q?quad|displaystyle|textstyle|nonumber|notag|limits|qquad)(?![A-Za-z])/
%ignore /\\(rm|bf|it|sf)(?![A-Za-z])/
%ignore /\\(left|right|[bB]igg?[lrm]?)(?![A-Za-z])/
%ignore /\\(tag|label)\{[^{}]*\}/
%ignore /\\text\{\s*\}/
%ignore /%[^\n]*/
"""

SYMBOLS = {f"\\{name}": letter for name, letter in GREEK.items()}
SYMBOLS |= {"\\top": "T", "\\intercal": "T", "\\prime": "'"}
SYMBOLS |= {"\\ell": "l", "\\varepsilon": "ε", "\\vartheta": "θ", "\\varphi": "φ", "\\partial": "∂"}
DOTTED = {"\\dot": 1, "\\ddot": 2, "\\dddot": 3}
ACCENTS = {
    "\\widehat": "hat", "\\overline": "bar", "\\widetilde": "tilde", "\\overrightarrow": "vec",
}  # fmt: skip
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
                beside = [p for p in parts[2 * count - 2 : 2 * count + 1 : 2] if p != ((),)]
                if len(beside) == 2 and "\\\\" not in part:
                    raise TextError(f"line {part.line}, column {part.column}: a rule within a line")
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
            text, end = _single(argument), _place(argument)
        elif isinstance(argument, Nested) and argument.kind == "group":
            text, end = flat(argument.blocks[0]), argument.place
        else:
            text, end = flat_item(argument), argument.place
        return ("sup" if kind.type == "SUP" else "sub"), text, _span(_place(kind), end)

    def stray(self, parts: list[Any]) -> Stray:
        sub, sup = _scripts(parts)
        return Stray(sup, sub, _span(parts[0][2], parts[-1][2]))

    def factor(self, parts: list[Any]) -> Factor:
        head, scripts = parts[0], parts[1:]
        place = _span(head.place, scripts[-1][2]) if scripts else head.place
        sub, sup = _scripts(scripts)
        if isinstance(head, Number) and sub:
            return Mark(head.text, place, sub=sub, sup=sup)
        if isinstance(head, Number):
            return Number(head.value, place, sup, head.digits)
        if isinstance(head, Function):
            return Function(head.name, place, sup, sub)
        if isinstance(head, Mark):
            sub, sup = _both(head.sub, sub), _both(head.sup, sup)
            return Mark(head.base, place, head.dots, head.accent, sub, sup)
        return Nested(head.kind, head.blocks, place, sub, sup)

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
            return Number(Fraction(str(part)), _place(part), digits=str(part))
        if part.type == "FUNCTION":
            return Function("cos" if "cos" in part else "sin", _place(part))
        return Mark(_symbol(part) if part.type == "COMMAND" else str(part), _place(part))

    def group(self, parts: list[Any]) -> Nested:
        return Nested("group", (parts[1],), _span(_place(parts[0]), _place(parts[2])))

    def paren(self, parts: list[Any]) -> Nested:
        return Nested("paren", (parts[1],), _span(_place(parts[0]), _place(parts[2])))

    def brace(self, parts: list[Any]) -> Nested:
        return Nested("brace", (parts[1],), _span(_place(parts[0]), _place(parts[2])))

    def fraction(self, parts: list[Any]) -> Nested:
        blocks = tuple(p.blocks[0] for p in parts[1:])
        return Nested("fraction", blocks, _span(_place(parts[0]), parts[-1].place))

    def half(self, parts: list[Any]) -> Number:
        above, below = (ch for ch in parts[0] if ch.isdigit())
        if below == "0":
            place = _place(parts[0])
            raise TextError(f"line {place.line}, column {place.column}: a division by zero")
        return Number(Fraction(int(above), int(below)), _place(parts[0]))

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
            inner = Mark(_single(argument), _place(argument))
        else:
            only = _only(argument)
            if isinstance(only, Number) and command in PLAIN:
                place = _span(start, argument.place)
                return Number(only.value, place, only.power, only.digits)
            inner = only if isinstance(only, Mark) else Mark(flat_item(argument), argument.place)
        place = _span(start, inner.place if isinstance(argument, Token) else argument.place)
        if inner.sup and command not in PLAIN:
            where = f"line {start.line}, column {start.column}"
            raise TextError(f"{where}: an accent over a superscript")
        if command in DOTTED:
            dots = DOTTED[command] + inner.dots
            return Mark(inner.base, place, dots, inner.accent, inner.sub, inner.sup)
        accent = inner.accent if command in PLAIN else ACCENTS.get(command, command[1:])
        if inner.accent and command not in PLAIN:
            accent = f"{inner.accent} {accent}"
        return Mark(inner.base, place, inner.dots, accent, inner.sub, inner.sup)


def _scripts(scripts: list[tuple[str, str, Place]]) -> tuple[str, str]:
    """Subscript and superscript; a second one of a kind, which TeX refuses too, has no meaning."""
    texts = {"sup": "", "sub": ""}
    for kind, text, place in scripts:
        if texts[kind].strip("'") and text != "'":
            where = f"line {place.line}, column {place.column}"
            raise TextError(f"{where}: a second {'super' if kind == 'sup' else 'sub'}script")
        texts[kind] += text
    return texts["sub"], texts["sup"]


def _both(inner: str, outer: str) -> str:
    """Scripts under and outside an accent; where there are both they stay apart."""
    return f"{inner}|{outer}" if inner and outer else inner + outer


def _only(nested: Nested) -> Mark | Number | None:
    """The mark or number that stands alone under an accent."""
    items = [i for line in nested.blocks[0].lines for cell in line for i in cell]
    if len(items) == 1 and isinstance(items[0], (Mark, Number)):
        return items[0]
    return None


PUNCTUATION = {
    "DOT": "dot", "STAR": "star", "SLASH": "slash", "EQUALS": "equals", "DOTS": "dots",
    ",": "comma", ";": "semicolon", ":": "colon", ".": "point",
}  # fmt: skip


def _item(token: Token) -> Item:
    if token.type == "SIGN":
        return Sign(1 if token == "+" else -1, _place(token))
    return Punctuation(PUNCTUATION.get(str(token)) or PUNCTUATION[token.type], _place(token))


def _single(token: Token) -> str:
    """What stands behind ^, _ or an accent without braces: TeX takes one digit of a number."""
    if token.type == "NUMBER" and len(token) > 1:
        raise TextError(
            f"line {token.line}, column {token.column}: of {token[:20]} only the first digit is "
            f"printed there without braces; is {{{token[:20]}}} meant?"
        )
    return _symbol(token) if token.type == "COMMAND" else str(token)


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
    if sum(1 for _ in TOKEN.finditer(text)) > TOKENS:
        raise TextError(f"an equation with more than {TOKENS} marks is refused")
    if text.count("&") > CELLS:
        raise TextError(f"an equation with more than {CELLS} alignment marks is refused")
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
            deep += text.startswith(("\\begin{", "\\{"), i) - text.startswith(("\\end{", "\\}"), i)
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
    lefts, rights = (len(re.findall(rf"\\{w}(?![A-Za-z])", text)) for w in ("left", "right"))
    if lefts != rights:
        raise TextError(f"{lefts} of \\left and {rights} of \\right: one is left alone")
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
