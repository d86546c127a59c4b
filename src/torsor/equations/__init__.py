"""Equations for people: the same tree of terms in text, LaTeX, Markdown, HTML and Typst."""

from torsor.arguments import validate_call
from torsor.document import Document
from torsor.document import write as write_document
from torsor.equations.documents import Style
from torsor.equations.expression import latex, mathml, model_latex, model_mathml, text
from torsor.equations.sections import document
from torsor.notation.notation import Notation

__all__ = [
    "Document", "Style", "document", "latex", "mathml", "model_latex", "model_mathml", "text",
    "write",
]  # fmt: skip


@validate_call
def write(document: Document, notation: Notation, format: str = "text", **options: object) -> str:
    """A document in one of the formats; LaTeX is a part of another one, unless ``standalone``."""
    if format == "latex":
        options = {"standalone": False, **options}
    return write_document(document, format, **options)
