"""Equations for people: the same tree of terms in text, LaTeX, Markdown, HTML and Typst."""

from torsor.write.document import Document, Style
from torsor.write.expression import latex, model_latex, text
from torsor.write.formats import write
from torsor.write.sections import document

__all__ = ["Document", "Style", "document", "latex", "model_latex", "text", "write"]
