"""The report: a robot's model as a document to hand on, in PDF, Typst, LaTeX, HTML or Markdown."""

from torsor.reporting.atlas_page import atlas_page
from torsor.reporting.report import SECTIONS, Wanted, compose
from torsor.reporting.report_files import FORMATS, save

__all__ = ["FORMATS", "SECTIONS", "Wanted", "atlas_page", "compose", "save"]
