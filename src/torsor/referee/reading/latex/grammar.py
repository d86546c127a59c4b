"""A grammar for printed LaTeX mathematics (LALR with lark's contextual lexer, bounded depth).

It knows nothing of robots. It gives lines of cells, each a run of signs, points and factors with
their scripts and places; what a mark means, and which lines belong together, is decided later.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from torsor.errors import TextError
from torsor.referee.reading.latex.tree import Block
from torsor.referee.reading.latex.tree_builder import TREE_BUILDER

DEPTH = 60
"""Braces, parentheses and environments nested deeper than this are refused."""

LENGTH = 800_000
"""An equation longer than this is refused."""

TOKENS = 520_000
"""An equation with more letters, digits and commands than this is refused."""

CELLS = 20_000
"""An equation with more alignment marks than this is refused: no paper prints such a table."""

BRACKET = re.compile(r"\\(?:(?:begin|end)(?=\{)|.)?|[{}()\[\]]", re.DOTALL)
DEEPER = dict.fromkeys(("{", "(", "[", "\\{", "\\begin"), 1)
DEEPER |= dict.fromkeys(("}", ")", "]", "\\}", "\\end"), -1)
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


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", start="block", transformer=TREE_BUILDER, lexer="contextual")


def parse_latex(text: str) -> Block:
    """Parse printed mathematics; an error says line and column and what is wrong there."""
    if len(text) > LENGTH:
        raise TextError(f"an equation of {len(text)} characters is refused (at most {LENGTH})")
    if sum(1 for _ in TOKEN.finditer(text)) > TOKENS:
        raise TextError(f"an equation with more than {TOKENS} marks is refused")
    if text.count("&") > CELLS:
        raise TextError(f"an equation with more than {CELLS} alignment marks is refused")
    _refuse_unbalanced(text)
    try:
        parsed: Any = _parser().parse(text)
        block: Block = parsed
        return block
    except VisitError as error:
        if isinstance(error.orig_exc, TextError):
            raise error.orig_exc from None
        raise
    except UnexpectedInput as error:
        raise TextError(_sentence(text, error)) from None


def _refuse_unbalanced(text: str) -> None:
    """Braces and depth, before the grammar sees the text: the commonest slip gets its own words."""
    stack: list[int] = []
    deep = 0
    for bracket in BRACKET.finditer(text):
        at = bracket.start()
        deep += DEEPER.get(bracket[0], 0)
        if bracket[0] == "{":
            stack.append(at)
        elif bracket[0] == "}" and not stack:
            raise TextError(f"{_where(text, at)}: a brace is closed that was never opened")
        elif bracket[0] == "}":
            stack.pop()
        if deep > DEPTH:
            raise TextError(f"{_where(text, at)}: nested more than {DEPTH} deep")
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
