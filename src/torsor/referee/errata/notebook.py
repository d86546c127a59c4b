"""What a notebook shows of a checked text: the verdict, the findings, the questions, the table."""

from __future__ import annotations

from collections.abc import Iterator

from torsor.document.blocks import Block, Document, Paragraph, Strong, Typesetting
from torsor.document.escaping import escape_latex
from torsor.document.printing.latex import LatexPrinter
from torsor.document.writers.html import HtmlWriter
from torsor.referee.comparing.spelling import TermSpeller
from torsor.referee.errata.equation_blocks import verdict_table
from torsor.referee.errata.manuscript_document import finding_blocks, question_blocks
from torsor.referee.errata.terms import mark_slips
from torsor.referee.errata.words import MEANING, quotable
from torsor.referee.paper_check import PaperCheck

STYLE = "<style>.torsor .slip{border-bottom:2px solid;padding-bottom:2px}</style>"
NEWLINE = " \\\\ "


def to_notebook_html(check: PaperCheck) -> str:
    """The verdict first; what is wrong and what is asked; then every equation."""
    typesetting = Typesetting(check.notation.product, check.notation.ascii)
    writer = HtmlWriter(Document(check.paper.title, (), typesetting=typesetting))
    body = "".join(writer.body(_blocks(check)))
    return f'{STYLE}<div class="torsor" style="overflow-x:auto">{body}</div>'


def _blocks(check: PaperCheck) -> Iterator[Block]:
    yield Paragraph((Strong(f"{check.paper.title}: "), quotable(check)))
    yield from finding_blocks(check, "html")
    if check.dictionary is not None:
        yield from question_blocks(check.dictionary.questions)
    yield verdict_table(check, linked=False)


def to_notebook_latex(check: PaperCheck) -> str:
    """The verdict, the findings as a table, and the questions, as mathematics that is shown."""
    spell = TermSpeller(check.model, check.notation, check.unknown)
    printer = LatexPrinter(check.notation.product)
    lines = [_words(f"{check.paper.title}: {quotable(check)}")]
    rows = []
    for finding in check.findings:
        pair = mark_slips(finding.example.printed, finding.example.derived, spell)
        terms = [printer.piece(piece, True) if piece else _words("–") for piece in pair]
        rows.append(" & ".join((_words(MEANING[finding.kind]), *terms)))
    if rows:
        head = " & ".join(f"\\textbf{{{name}}}" for name in ("slip", "printed", "derived"))
        body = NEWLINE.join((head, f"\\hline {rows[0]}", *rows[1:]))
        lines.append(f"\\begin{{array}}{{lll}} {body} \\end{{array}}")
    asked = check.dictionary.questions if check.dictionary else ()
    lines += [_words(f"{q.text} ({q.answer})") for q in asked]
    return f"$\\begin{{array}}{{l}} {NEWLINE.join(lines)} \\end{{array}}$"


def _words(text: str) -> str:
    return f"\\text{{{escape_latex(text)}}}"
