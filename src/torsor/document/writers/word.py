"""Documents for Word with its own equations (OMML), which Pandoc makes of our mathematics.

The document is written in the plainest Markdown there is (CommonMark with mathematics and tables)
and handed to Pandoc: the program where it is installed, else the one that the package
``pypandoc_binary`` brings. Nothing in the text can name a file: the text and its drawings alone are
read.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from torsor.document.blocks import Display, Document, Heading, Marked, Picture, Source, Typesetting
from torsor.document.escaping import escape_latex
from torsor.document.printing.latex import LatexPrinter
from torsor.document.writers.markdown import MarkdownWriter, markdown_of
from torsor.document.writers.paper_layout import PaperLayout
from torsor.errors import ArgumentValueError, MissingExtraError, TooLargeError, TorsorError
from torsor.notation.glyph import Glyph

PAGE = 31.0
"""Ems of a line of Word's usual page in 12 pt type, less a little air."""

LARGEST = 4_000_000
"""Characters of Markdown that are handed on; Pandoc takes some 100 times as much memory."""

ROWS = 30
"""Rows of one display: Word breaks no page within it."""

SECONDS = 300
UNSEEN = "\u200b"
"""A space of no width, which Pandoc itself puts where nothing is; Word boxes an empty place."""

MARKDOWN = "commonmark+tex_math_dollars+pipe_tables"
MISSING = (
    "a Word document needs Pandoc: install it from https://pandoc.org, "
    "or pip install 'torsor[word]'"
)


AS_USUAL = PaperLayout()


def to_docx(
    document: Document, layout: PaperLayout = AS_USUAL, pictures: Sequence[bytes] = ()
) -> bytes:
    """The document as a .docx whose equations are Word's own.

    ``pictures`` are the document's drawings as PNG; those that are not given are left out.
    """
    if layout.counted or layout.bare:
        raise ArgumentValueError(
            "numbered, labels and bare are for LaTeX; Word numbers equations by its own captions"
        )
    pandoc = find_pandoc()
    text = markdown_of(document, WordWriter(document, layout, len(pictures)))
    if len(text) > LARGEST:
        raise TooLargeError(
            f"the equations are {len(text):,} characters long, and a Word document takes "
            f"{LARGEST:,}; expected a shorter form, or --format latex"
        )
    return convert(pandoc, text, pictures)


def find_pandoc() -> str:
    """Where Pandoc is, or the sentence that says how to install it."""
    found = shutil.which("pandoc")
    if found:
        return found
    try:
        import pypandoc
    except ImportError:
        raise MissingExtraError(MISSING) from None
    try:
        return str(pypandoc.get_pandoc_path())
    except OSError:  # the package without its program
        raise MissingExtraError(MISSING) from None


def convert(pandoc: str, markdown: str, pictures: Sequence[bytes] = ()) -> bytes:
    """Markdown as .docx; a formula that Pandoc cannot turn into Word's is refused, never shown."""
    with TemporaryDirectory(prefix="torsor-") as folder:
        (Path(folder) / "document.md").write_text(markdown, "utf-8")
        for number, picture in enumerate(pictures, 1):
            (Path(folder) / f"figure-{number}.png").write_bytes(picture)
        command = [pandoc, "--fail-if-warnings", "--from", MARKDOWN, "--to", "docx"]
        try:
            done = subprocess.run(
                [*command, "--output", "document.docx", "document.md"],
                cwd=folder,
                capture_output=True,
                check=False,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise TooLargeError(
                f"Pandoc took longer than {SECONDS} s; expected a shorter form"
            ) from None
        except OSError as error:
            raise TorsorError(f"Pandoc cannot be run: {error.strerror}") from None
        if done.returncode:
            said = " ".join(done.stderr.decode("utf-8", "replace").split())[:200]
            raise TorsorError(f"Pandoc could not write the document: {said or done.returncode}")
        return (Path(folder) / "document.docx").read_bytes()


class WordPrinter(LatexPrinter):
    """Mathematics that Word and its kin show whole."""

    def letters(self, text: str) -> str:
        """Letters of a base or script; a star is a letter, no product without its factors."""
        return super().letters(text).replace("*", r"\text{*}")

    def glyph(self, g: Glyph, power: int = 1) -> str:
        """A symbol to a power; a left superscript hangs on what is not seen, not on a box."""
        text = super().glyph(g, power).replace("\\bar{", "\\overline{")
        return text.replace("{}^", rf"\text{{{UNSEEN}}}^", 1) if g.pre else text


class WordWriter(MarkdownWriter):
    """Blocks into the Markdown that becomes a Word document."""

    def __init__(self, document: Document, layout: PaperLayout, pictures: int = 0) -> None:
        super().__init__(document, room=layout.room(PAGE))
        self.layout = layout
        self.pictures = pictures

    def make_printer(self, typesetting: Typesetting) -> LatexPrinter:
        """The format's mathematics."""
        return WordPrinter(typesetting.product)

    def heading(self, heading: Heading) -> str:
        """A section's title, or a group's end."""
        return super().heading(heading) if self.layout.headings else ""

    def source(self, source: Source) -> str:
        """Somebody else's formula as it was read: what they typed may be no mathematics."""
        return self.inline(self.sum(source.read))

    def marked(self, term: Marked) -> str:
        """A wrong term in a box, the right one in brackets: Pandoc knows no colours."""
        run = term.run
        inside = rf"\text{{{escape_latex(run)}}}" if isinstance(run, str) else self.maths(run)
        if term.mark in ("printed", "derived"):
            return inside
        return rf"\;[{inside}]" if term.mark == "right" else rf"\;\boxed{{{inside}}}"

    def picture(self, picture: Picture) -> str:
        """A drawing, where it is given."""
        shown = super().picture(picture).replace(".svg)", ".png)")
        return shown if self.numbering.pictures <= self.pictures else ""

    def rows(self, display: Display) -> list[str]:
        """The rows of equalities side by side, whole each: Word aligns none of them."""
        return [row.replace("={} &", "=").replace("&", "") for row in super().rows(display)]

    def display(self, display: Display) -> str:
        """An equation; one of several lines is a column, set to the left."""
        rows = [row for one in self.settle(display) for row in self.rows(one)]
        if display.number:
            rows[-1] += rf" \qquad ({display.number})"
        if len(rows) == 1:
            return f"$$\n{rows[0]}\n$$"
        blocks = [" \\\\\n".join(rows[k : k + ROWS]) for k in range(0, len(rows), ROWS)]
        return "\n\n".join(
            f"$$\n\\begin{{array}}{{l}}\n{block}\n\\end{{array}}\n$$" for block in blocks
        )
