"""The report: a robot's model as a document to hand on, in PDF, Typst, LaTeX, HTML or Markdown."""

from torsor.report.report import SECTIONS, Wanted, compose
from torsor.report.save import FORMATS, save

__all__ = ["FORMATS", "SECTIONS", "Wanted", "compose", "save"]
