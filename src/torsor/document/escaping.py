"""A user's text within each format: shown as it is, never markup, and on one line.

Each format has one function here. Whoever writes a page calls it and no other.
"""

from __future__ import annotations

import html
import json
from unicodedata import combining, normalize

from torsor.errors import visible
from torsor.notation.notation import GREEK

LATEX_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "_": r"\_", "%": r"\%", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
}  # fmt: skip
LATEX_SIGNS = {
    "−": "$-$", "≡": r"$\equiv$", "·": r"$\cdot$", "×": r"$\times$", "÷": r"$\div$",
    "∫": r"$\textstyle\int$", "…": r"\ldots{}", "–": "--", "—": "---", "“": "``", "”": "''",
    "’": "'", "‘": "`", "°": r"$^\circ$", "±": r"$\pm$", "µ": r"$\mu$", "¬": r"$\neg$",
    "ș": r"\c{s}", "ț": r"\c{t}", "Ș": r"\c{S}", "Ț": r"\c{T}", "∂": r"$\partial$",
    "√": r"$\surd$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\neq$", "≈": r"$\approx$",
    "→": r"$\to$", "←": r"$\leftarrow$", "⇒": r"$\Rightarrow$", "∞": r"$\infty$",
    "∑": r"$\sum$", "∈": r"$\in$", "∘": r"$\circ$", "•": r"$\bullet$", "½": r"$\tfrac12$",
    "ᵀ": r"$^{\mathsf{T}}$", "⁻": "$^-$", "⁺": "$^+$", "′": "$'$", "″": "$''$",
} | {letter: rf"$\{name}$" for name, letter in GREEK.items()}  # fmt: skip
LATEX_SIGNS |= {ch: f"$_{k}$" for k, ch in enumerate("₀₁₂₃₄₅₆₇₈₉")}
LATEX_SIGNS |= {ch: f"$^{k}$" for k, ch in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
LATEX_ACCENTS = {"\u0307": r"\dot", "\u0308": r"\ddot", "\u0302": r"\hat", "\u0304": r"\bar"}
"""Marks above a letter that mechanics knows; such a letter is mathematics."""

UNSAFE = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}
"""Characters that would end a script or begin markup, as JSON writes them otherwise."""

MARKDOWN_SPECIAL = frozenset("\\`*_{}[]<>#|$&~")
TYPST_PLAIN = frozenset(" ,;:()!?%&")
"""Marks that mean nothing in Typst's text."""


def escape_text(text: str) -> str:
    """For a terminal: what is not seen becomes a question mark."""
    return " ".join(visible(text).split())


def escape_html(text: str) -> str:
    """For HTML, MathML and SVG, also within an attribute."""
    return html.escape(visible(text))


def escape_script(data: object) -> str:
    """For an element of a page that holds plain data for its script: JSON, never markup."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.translate(UNSAFE)


def escape_markdown(text: str) -> str:
    """For Markdown; an underscore within a word is itself."""
    line = " ".join(visible(text).split())
    return "".join(
        f"\\{ch}" if ch in MARKDOWN_SPECIAL and not _within_word(line, k) else ch
        for k, ch in enumerate(line)
    )


def _within_word(line: str, k: int) -> bool:
    return line[k] == "_" and line[k - 1 : k].isalnum() and line[k + 1 : k + 2].isalnum()


def escape_latex(text: str) -> str:
    """For pdfTeX: specials escaped, mathematics as such, letters it lacks by their nearest."""
    found: list[str] = []
    for ch in _composed(text):
        accent = LATEX_ACCENTS.get(ch[1:2]) if len(ch) > 1 else None
        if accent and ch[0].isascii() and ch[0].isalpha():
            found.append(f"${accent}{{{ch[0]}}}$")
        else:
            found += map(_latex_character, ch)
    return "".join(found)


def _composed(text: str) -> list[str]:
    """Characters, each with the marks above it; one that has a character of its own is that."""
    found: list[str] = []
    for ch in normalize("NFC", " ".join(text.split())):
        whole = normalize("NFD", ch)
        if combining(ch) and found:
            found[-1] += ch
        elif whole[1:] in LATEX_ACCENTS and ord(ch) >= 0x180:
            found.append(whole)
        elif ch.isprintable():
            found.append(ch)
    return found


def _latex_character(ch: str) -> str:
    known = LATEX_SPECIAL.get(ch) or LATEX_SIGNS.get(ch)
    if known or ord(ch) < 0x180:
        return known or ch
    plain = normalize("NFKD", ch).encode("ascii", "ignore").decode()
    return "".join(LATEX_SPECIAL.get(c, c) for c in plain) or ("" if combining(ch) else "?")


def escape_typst(text: str) -> str:
    """For Typst's markup: every mark that may mean something is escaped."""
    found = []
    for ch in " ".join(text.split()):
        if ch.isprintable():
            plain = ch.isalnum() or ch in TYPST_PLAIN or not ch.isascii()
            found.append(ch if plain else f"\\{ch}")
    return "".join(found)


def quote_typst(text: str, several: bool = False) -> str:
    """A text as Typst's string literal; marks that cannot be printed are left out."""
    kept = "".join(ch if ch.isprintable() or (several and ch in "\n\t") else " " for ch in text)
    return '"' + kept.replace("\\", "\\\\").replace('"', '\\"') + '"'


def keep_edges(text: str, inner: str) -> str:
    """The text made safe with the spaces that it has at its ends."""
    lead = " " if text[:1] == " " and inner else ""
    return lead + inner + (" " if text[-1:] == " " else "")
