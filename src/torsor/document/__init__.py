"""Documents: blocks that say what is shown, and one writer for each format."""

from torsor.document.blocks import Document
from torsor.document.writers import FILES, FORMATS, known_format, write, write_bytes
from torsor.document.writers.paper_layout import PaperLayout

__all__ = [
    "FILES", "FORMATS", "Document", "PaperLayout", "known_format", "write", "write_bytes",
]  # fmt: skip
