"""Documents in LaTeX: whole, or a fragment that says which packages it needs."""

from __future__ import annotations

import re

from torsor.document.blocks import Document, plain_words
from torsor.document.escaping import escape_latex
from torsor.document.writers.latex_paper import PaperWriter, packages_of
from torsor.document.writers.paper_layout import COLUMNS, TYPE, PaperLayout
from torsor.document.writers.writer import ROOM

ARTICLE = 32.9
"""Ems of a line of a plain article, less a little air."""

HEAD = r"""\documentclass[10pt,a4paper,fleqn]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[left=24mm,right=24mm,top=26mm,bottom=26mm]{geometry}
\usepackage{amsmath,array,longtable,booktabs,graphicx,xcolor}
\definecolor{red}{HTML}{B00020}
\definecolor{blue}{HTML}{0B3D91}
\setlength{\mathindent}{0pt}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 2pt}
\allowdisplaybreaks[4]
\emergencystretch=3em
"""

BEGIN = r"""\begin{document}
\abovedisplayskip=5pt plus 2pt
\belowdisplayskip=\abovedisplayskip"""
"""Said in the document itself: what acts later than it stands there is refused by ``check``."""

AS_USUAL = PaperLayout()


def to_latex(
    document: Document,
    figure: str = "figure",
    standalone: bool = True,
    layout: PaperLayout = AS_USUAL,
) -> str:
    """The document as LaTeX; figures are taken from files that begin so, where they are.

    Without ``standalone`` it is a fragment for another document; a comment says what it needs.
    """
    writer = PaperWriter(document, layout, ROOM if standalone else ARTICLE, figure)
    comments = "" if layout.bare else "".join(f"% {line}\n" for line in document.comments)
    body = "\n".join(writer.body(document.blocks))
    if not standalone:
        told = "" if layout.bare else _describe(document, body, layout)
        return f"{told}{comments}\\begingroup\\allowdisplaybreaks[4]\n{body}\n\\endgroup\n"
    head = [rf"{{\LARGE {escape_latex(document.title)}\par}}"]
    head += [rf"\vspace{{4pt}}{{\large {escape_latex(document.subtitle)}\par}}"] * bool(
        document.subtitle
    )
    head += [rf"\vspace{{4pt}}{{{escape_latex(document.author)}\par}}"] * bool(document.author)
    lines = [HEAD + BEGIN, r"\begin{center}", *head, r"\end{center}"]
    if document.summary:
        lines.append(rf"\begin{{abstract}}{writer.text(document.summary)}\end{{abstract}}")
    if writer.contents:
        lines.append(r"\tableofcontents")
    if writer.headed:
        lines.append(r"\pagestyle{myheadings}\thispagestyle{plain}")
    return "\n".join([*lines, *writer.facts, comments + body, r"\end{document}"]) + "\n"


def _describe(document: Document, body: str, layout: PaperLayout) -> str:
    """Comments that say what a fragment is of, what it needs and where it fits."""
    width = layout.width.strip() or f"{TYPE * layout.ems(COLUMNS[1]):.0f}pt"
    told = [document.title, *map(plain_words, document.facts)]
    told.append(f"Needs: \\usepackage{{{','.join(packages_of(body))}}}")
    told.append(f"Fits: lines of {width} and more, in {TYPE:.0f}pt type")
    return "".join(f"% {_on_one_line(line)}\n" for line in told)


def _on_one_line(text: str) -> str:
    return "".join(ch if ch.isprintable() else " " for ch in text)


def safe_name(stem: str) -> str:
    """A file's stem as TeX and browsers take it."""
    return re.sub(r"[^A-Za-z0-9-]+", "-", stem).strip("-") or "report"
