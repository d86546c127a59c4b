"""Equations for people: the same tree of terms in text, LaTeX, Markdown and HTML."""

from torsor.write.document import Document, Style, document
from torsor.write.expression import latex, model_latex, text
from torsor.write.formats import write

__all__ = ["Document", "Style", "document", "latex", "model_latex", "text", "write"]
