"""Equations for people: the same tree of terms in text, LaTeX, Markdown, HTML and Typst."""

from torsor.equations.documents import Document, Style
from torsor.equations.expression import latex, model_latex, text
from torsor.equations.formats import write
from torsor.equations.sections import document

__all__ = ["Document", "Style", "document", "latex", "model_latex", "text", "write"]
