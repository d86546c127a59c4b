"""Printed LaTeX mathematics cut into tokens by one regular expression; spaces are passed over."""

from __future__ import annotations

import re
from typing import NamedTuple

from torsor.referee.reading.latex.commands import (
    KINDS,
    NOTHING_WITH_ARGUMENT,
    PRINTED_NOTHING,
    WRITTEN_OUT,
)


class Token(NamedTuple):
    """A mark of the text: its kind, how it is written, and where."""

    kind: str
    text: str
    start: int
    end: int


_NO_LETTER = r"(?![A-Za-z])"
_BARS = r"(?:\||\\(?:\||[lr]?[vV]ert(?![A-Za-z])))"
_CURLY = r"\\[{}]"
_SKIP = (
    r"(?:\s++|\\[,;:!>/@ \n-]|~|\$|%[^\n]*+"
    rf"|\\(?:{'|'.join(sorted(PRINTED_NOTHING, reverse=True))}){_NO_LETTER}"
    rf"|\\(?:left|right){_NO_LETTER}(?!\s*(?:\.|{_BARS}|{_CURLY}))"
    rf"|\\[bB]igg?[lr]{_NO_LETTER}(?!\s*(?:{_BARS}|{_CURLY}))"
    rf"|\\(?:[bB]igg?m?|middle){_NO_LETTER}(?!\s*{_CURLY})"
    rf"|\\(?:{'|'.join(NOTHING_WITH_ARGUMENT)})\*?\s*(?:\[[^\[\]]*\])?\s*\{{[^{{}}]*\}}"
    r"|\\(?:kern|hskip|mskip|mkern)\s*-?[0-9.]+\s*(?:pt|em|ex|mu|mm|cm)"
    r"|\\text\{\s*\})*+"
)
"""What prints nothing, or only makes a bracket larger."""
_OPENER = r"\\(?:left|[bB]igg?l)\s*"
_CLOSER = r"\\(?:right|[bB]igg?r)\s*"
_ARGUMENT_AHEAD = (
    r"(?=\s*(?:\^\s*(?:[0-9]|\{\s*[0-9]+\s*\})\s*)?(?:(?:\\left|\\[bB]igg?l?)?\s*\("
    r"|\\(?:theta|alpha|beta|gamma|phi|varphi|psi|vartheta|omega|delta)(?![A-Za-z])))"
)
_GROUPS = {
    "plain": r"[\^_](?:[A-Za-z](?![\u0302-\u0308\u20d7\u20db\u20dc])|[0-9](?![0-9]|\.[0-9])"
    r"|\{[A-Za-z0-9,]{1,40}\})",
    "number": r"[0-9]++(?:\.[0-9]++)?",
    "word": rf"(?=[acdelst])(?:{'|'.join(WRITTEN_OUT)}){_ARGUMENT_AHEAD}",
    "letter": r"[A-Za-z\u0391-\u03c9ϕϑϵϱℓµ∂∇∑∏∫∞][\u0302-\u0305\u0307\u0308\u20d7\u20db\u20dc]*",
    "mark": r"\.\.\.|&=|:=|=:|-(?!---)|[{}()\[\]^_&=+−–*∗/∕⁄.,;:·⋅×…⋯⋮⋱'′’|‖√≡≜≔≈≃≅]",
    "rule": r"(?:\\\\\s*)?(?:\\hline(?![A-Za-z])|\\text\{\s*-{2,}\s*\}|-{4,})(?:\s*\\\\)?",
    "break": r"\\\\\*?(?:\s*\[\s*-?[0-9.]+\s*(?:pt|em|ex|mm|cm|in|\\jot)\s*\])?|\\cr(?![A-Za-z])"
    r"|\\newline(?![A-Za-z])",
    "half": r"\\[dtc]?frac\s*[0-9]\s*[0-9]",
    "begin": r"\\begin\s*\{(?:array|subarray|darray)\}(?:\s*\[[tbclr]\])?"
    r"(?:\s*\{(?:[^{}]|\{[^{}]*\})*\})?"
    r"|\\begin\s*\{(?:alignedat|alignat)\*?\}(?:\s*\[[tbc]\])?\s*\{[0-9]+\}"
    r"|\\begin\s*\{[A-Za-z]+\*?\}(?:\[[tbclr]\])?",
    "end": r"\\end\s*\{[A-Za-z]+\*?\}",
    "lcurly": r"(?:\\(?:left|[bB]igg?[lrm]?)\s*)?\\\{",
    "rcurly": r"(?:\\(?:right|[bB]igg?[lrm]?)\s*)?\\\}",
    "labs": rf"{_OPENER}(?:\||\\[lr]?vert(?![A-Za-z]))",
    "rabs": rf"{_CLOSER}(?:\||\\[lr]?vert(?![A-Za-z]))",
    "lnorm": rf"{_OPENER}\\(?:\||[lr]?Vert(?![A-Za-z]))",
    "rnorm": rf"{_CLOSER}\\(?:\||[lr]?Vert(?![A-Za-z]))",
    "lnone": r"\\left\s*\.",
    "rnone": r"\\right\s*\.",
    "text": r"\\(?:text(?:rm|bf|it|sf|up|normal)?|mbox|hbox)\s*\{(?:[^{}\\$]|\\[ ,;&_%])*\}",
    "quantity": r"\\(?:SI|qty|num)\s*\{\s*-?[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]{1,2})?\s*\}"
    r"(?:(?<=\})\s*\{[^{}]*\})?",
    "command": r"\\(?:operatorname\*|[A-Za-z]+|\|)",
    "raised": r"[⁰¹²³⁴-⁹⁺⁻ⁿ]+",
    "lowered": r"[₀-₉₊₋ᵢⱼₖₙₓ]+",
    "finish": r"\Z",
    "other": r".",
}
TOKEN = re.compile(
    _SKIP + "(?:" + "|".join(f"(?P<{name}>{form})" for name, form in _GROUPS.items()) + ")",
    re.DOTALL,
)


def tokenize(text: str) -> list[Token]:
    """The tokens of a text; the last one is its end."""
    tokens: list[Token] = []
    for found in TOKEN.finditer(text):
        group = found.lastgroup or ""
        written = found[group]
        start, end = found.span(group)
        tokens.append(Token(KINDS.get(written, group), written, start, end))
    return tokens
