"""Text on its way to a terminal: nothing in it may steer the terminal.

Names, sources and cells come from files that others wrote. Whatever a command prints passes here
once; characters that are not seen (controls, changes of direction) become a question mark.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from torsor.errors import visible

if TYPE_CHECKING:
    from rich.console import Console


def visible_data(data: Any) -> Any:
    """The same for every text within plain data."""
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, dict):
        return {key: visible_data(value) for key, value in data.items()}
    return [visible_data(entry) for entry in data] if isinstance(data, list) else data


class PlainStream(io.TextIOBase):
    """A stream that lets only what is seen through to another."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """The visible text."""
        self.stream.write(visible(text))
        return len(text)

    def flush(self) -> None:
        """Whatever the stream beneath does."""
        self.stream.flush()

    def isatty(self) -> bool:
        """Whether a person looks at it."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """The stream's descriptor."""
        return self.stream.fileno()

    @property
    def encoding(self) -> Any:  # type: ignore[override]
        """How the stream beneath writes letters."""
        return self.stream.encoding

    @property
    def buffer(self) -> Any:
        """Where bytes go."""
        return self.stream.buffer


@contextmanager
def plain_streams() -> Iterator[None]:
    """Standard output and standard error as plain streams."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (PlainStream(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def terminal(stream: TextIO, **options: Any) -> Console:
    """Rich's console, whose own colours and bars are let through; it is given visible text only."""
    from rich.console import Console

    beneath = stream.stream if isinstance(stream, PlainStream) else stream
    return Console(file=beneath, **options)
