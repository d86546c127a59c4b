"""Documents: blocks that say what is shown, and one writer for each format."""

from torsor.document.blocks import Document
from torsor.document.writers import FORMATS, known_format, write

__all__ = ["FORMATS", "Document", "known_format", "write"]
