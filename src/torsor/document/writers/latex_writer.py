"""Blocks in LaTeX, for amsmath and a TeX of the reader's own."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.document.blocks import (
    Display,
    Document,
    Heading,
    Items,
    Marked,
    Paragraph,
    Part,
    Picture,
    Table,
    Typesetting,
)
from torsor.document.escaping import escape_latex, keep_edges
from torsor.document.printing.latex import LatexPrinter
from torsor.document.printing.tokens import Word
from torsor.document.printing.width import PageRuler
from torsor.document.writers.writer import ROOM, BlockWriter

WORDS = {"×": r"\times", "≡": r"\equiv", "·": r"\cdot", "½": r"\tfrac{1}{2}", "Σ_j": r"\sum_j"}
COLOURS = {"wrong": "red", "right": "blue", "printed": "red", "derived": "blue"}
ROWS = 100
"""Rows of one display; TeX has to hold them all at once."""


ROOM_BELOW = r"\par\vskip 0pt plus 8\baselineskip\penalty-250\vskip 0pt plus -8\baselineskip"
"""No heading stands alone at a page's foot, also before a ``longtable``, which may go overleaf."""

MANY = 4
"""Documents of more sections than this have a table of contents."""


class LatexWriter(BlockWriter):
    """Blocks into LaTeX."""

    printer: LatexPrinter

    def __init__(self, document: Document, room: float = ROOM, figure: str = "figure") -> None:
        super().__init__(document, room)
        self.figure = figure
        self.figures = 0
        self.lettered = False
        self.commented = bool(document.comments)
        self.environment = "align*"
        sections = sum(isinstance(b, Heading) and b.level == 1 for b in document.blocks)
        self.contents = not document.numbered and sections > MANY
        self.headed = self.contents and not document.comments
        """Whether pages tell their section: what is read back needs no such thing."""

    def make_printer(self, typesetting: Typesetting) -> LatexPrinter:
        """The format's mathematics."""
        return LatexPrinter(typesetting.product)

    def set_type(self, typesetting: Typesetting) -> None:
        """Set mathematics so from here on; names of several letters are set in italics."""
        self.printer = self.make_printer(typesetting)
        self.ruler = PageRuler(typesetting.product)

    def heading(self, heading: Heading) -> str:
        """A section's title."""
        counted = ("section", "subsection", "subsubsection*")
        plain = ("subsection*", "subsubsection*", "paragraph*")
        command = (counted if self.document.numbered else plain)[heading.level - 1]
        start = "\\appendix\n" if heading.appendix and not self.lettered else ""
        self.lettered |= heading.appendix
        title = escape_latex(heading.title)
        if self.document.numbered:
            return f"\n{start}\\{command}{{{title}}}"
        found = f"\n{ROOM_BELOW}\n\\{command}{{{title}}}"
        if self.contents and heading.level == 1:
            found += f"\n\\addcontentsline{{toc}}{{subsection}}{{{title}}}"
            found += f"\n\\markright{{{title}}}" * self.headed
        return found

    def paragraph(self, paragraph: Paragraph) -> str:
        """Sentences."""
        lead = "\\nopagebreak" if paragraph.leads else ""
        return f"\n{self.text(paragraph.text)}{lead}\n"

    def items(self, items: Items) -> str:
        """A list; a bracket at an item's beginning is no label."""
        if not items.bullets:
            return "\n" + " \\\\\n".join("{}" + self.text(item) for item in items.items) + "\n"
        lines = "\n".join(rf"\item {{}}{self.text(item)}" for item in items.items)
        return f"\\begin{{itemize}}\n{lines}\n\\end{{itemize}}"

    def plain(self, text: str) -> str:
        """Plain text made safe, its spaces at the ends kept."""
        return keep_edges(text, escape_latex(text))

    def code(self, text: str) -> str:
        """A command or a name as it is typed."""
        words = escape_latex(text).replace("--", "-{}-").replace(" ", r" \allowbreak{}")
        words = words.replace(r"\_", r"\_\allowbreak{}")
        return rf"{{\small\ttfamily {words}}}"

    def strong(self, text: str) -> str:
        """A label."""
        return rf"\textbf{{{text}}}"

    def emphasis(self, text: str) -> str:
        """Words in another voice."""
        return rf"\emph{{{text}}}"

    def words(self, words: Sequence[Word]) -> str:
        """A relation in symbols and signs."""
        return super().words(words).replace("−", "-").replace("π", r"\pi ")

    def transposed(self, formula: str) -> str:
        """The formula with a T above."""
        return rf"{formula}^{{\mathsf{{T}}}}"

    def aside(self, text: str) -> str:
        """Words within a formula."""
        space = r"\ " if text.endswith(" ") else ""
        return rf"\quad\text{{{escape_latex(text)}{space}}}"

    def sign(self, word: str) -> str:
        """An operator, a bracket or a number."""
        return WORDS.get(word, word)

    def marked(self, term: Marked) -> str:
        """A term that is wrong, or right and beside it."""
        run = term.run
        inside = rf"\text{{{escape_latex(run)}}}" if isinstance(run, str) else self.maths(run)
        colour = COLOURS[term.mark]
        if term.mark in ("printed", "derived"):
            return rf"{{\color{{{colour}}}{inside}}}"
        inside = f"[{inside}]" if term.mark == "right" else f"{{}} {inside}"
        return rf"\;{{\color{{{colour}}} {inside}}}"

    def matrix(self, part: Part) -> str:
        """The entries of a matrix."""
        rows = r" \\ ".join(" & ".join(self.sum(e) for e in row) for row in part.entries)
        matrix = rf"\begin{{bmatrix}} {rows} \end{{bmatrix}}"
        return matrix + (r"^{\mathsf{T}}" if part.transposed else "")

    def part(self, part: Part, head: float | None = None) -> list[str]:
        """The rows of one equality."""
        first, *more = self.lines(part, head)
        left = f"{self.words(part.left)} ={{}} & " if part.left else "& "
        return [left + first, *(rf"& \quad {line}" for line in more)]

    def rows(self, display: Display) -> list[str]:
        """The rows of equalities side by side."""
        first, *others = display.parts
        rows = self.part(first)
        for part in others:
            rows[-1] += r" \quad " + " ".join(row.replace("&", "", 1) for row in self.part(part))
        return rows

    def display(self, display: Display) -> str:
        """A numbered equation, in blocks that TeX can hold."""
        rows = self.rows(display)
        rows[-1] += rf" \tag{{{display.number}}}"
        blocks = [rows[k : k + ROWS] for k in range(0, len(rows), ROWS)]
        return "\n".join(_aligned(" \\\\\n".join(block), "align*") for block in blocks)

    def displays(self, displays: Sequence[Display]) -> list[str]:
        """Equations without numbers, aligned with one another in blocks that TeX can hold.

        In a document that is read back, a comment before each says what it speaks of.
        """
        head = max(
            self.ruler.width_of_words(part.left) for display in displays for part in display.parts
        )
        blocks: list[list[str]] = [[]]
        for display in displays:
            part = display.parts[0]
            rows = self.part(part, head)
            for i, row in enumerate(rows):
                if len(blocks[-1]) == ROWS:
                    blocks.append([])
                    row = f"\\phantom{{{self.words(part.left)} ={{}}}} {row}" if i else row
                mark = ""
                if self.commented and not i:
                    said = f"target: {display.target}" if display.target else "end"
                    mark = f"% torsor {said}\n"
                last = i == len(rows) - 1
                row += self.close_row(display, last)
                blocks[-1].append(mark + row + (" \\\\[4pt]" if last else " \\\\"))
        return [
            _aligned("\n".join(block).rpartition(" \\\\")[0], self.environment) for block in blocks
        ]

    def close_row(self, display: Display, last: bool) -> str:
        """What ends a row of an equation that the document does not count: nothing."""
        return ""

    def table(self, table: Table) -> str:
        """A table that may run over pages."""
        size = "\\scriptsize\\setlength{\\tabcolsep}{2pt}" if table.dense else "\\small"
        gaps = 2 * (len(table.widths) - 1) / len(table.widths)
        spec = "".join(
            rf">{{\ragged{'left' if k in table.numeric else 'right'}\arraybackslash}}"
            rf"p{{\dimexpr {share:.4f}\linewidth-{gaps:.3f}\tabcolsep\relax}}"
            for k, share in enumerate(table.widths)
        )
        head = " & ".join(rf"\textbf{{{self.text(cell)}}}" for cell in table.head)
        apart = "\n" if table.dense else " \\addlinespace[2pt]\n"
        apart = " \\addlinespace\n" if table.stacked else apart
        rows = apart.join(
            "{}" + " & ".join(self.text(cell) for cell in row) + r" \\" for row in table.rows
        )
        caption = f"\\caption{{{escape_latex(table.caption)}}}\\\\\n" if table.caption else ""
        return (
            f"{{{size}\\setlength{{\\LTcapwidth}}{{\\linewidth}}\n\\begin{{longtable}}{{@{{}}{spec}@{{}}}}\n"
            f"{caption}\\toprule {head} \\\\ \\midrule\n"
            f"\\endfirsthead\n\\toprule {head} \\\\ \\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n"
            f"{rows}\n\\end{{longtable}}}}"
        )

    def picture(self, picture: Picture) -> str:
        """A drawing, where its file lies beside the document."""
        self.figures += 1
        name = f"{self.figure}-{self.figures}.pdf"
        size = f"width={picture.width:.3g}\\linewidth,height={picture.height}mm,keepaspectratio"
        return (
            f"\\IfFileExists{{{name}}}{{\\begin{{figure}}[htbp]\\centering\n"
            f"\\includegraphics[{size}]{{{name}}}\n"
            f"\\caption{{{escape_latex(picture.caption)}}}\\end{{figure}}}}{{}}"
        )


def _aligned(rows: str, environment: str) -> str:
    return f"\\begin{{{environment}}}\n{rows}\n\\end{{{environment}}}"
