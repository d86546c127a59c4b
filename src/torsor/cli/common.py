"""What the commands share: JSON, files written whole, and a sign of life."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import isfinite
from typing import TYPE_CHECKING, Any

from torsor.cli.terminal import PlainStream, terminal
from torsor.errors import UNSEEN, TorsorError, visible

if TYPE_CHECKING:
    from torsor.document import Document, PaperLayout


def print_json(data: Any, output: str = "") -> None:
    """One JSON document, on standard output if no file is named.

    It has no NaN and no infinity, and what is not seen is written as an escape.
    """
    place = not_finite(data)
    if place:
        raise TorsorError(f"{place} is not a finite number, and JSON has no other")
    text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)
    deliver(UNSEEN.sub(_escape, text) + "\n", output)


def _escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]


def spell(data: Any) -> Any:
    """Expressions as texts in the plain notation, in rows and tables as they stand."""
    if isinstance(data, Mapping):
        return {str(key): spell(value) for key, value in data.items()}
    return [spell(entry) for entry in data] if isinstance(data, (list, tuple)) else str(data)


def not_finite(data: Any, place: str = "") -> str:
    """Where in plain data the first number stands that is not finite, as ``M[0][1]``; else ""."""
    if isinstance(data, float):
        return "" if isfinite(data) else place or "the result"
    entries: Iterable[tuple[str, Any]] = ()
    if isinstance(data, Mapping):
        entries = ((f"{place}.{key}" if place else str(key), value) for key, value in data.items())
    elif isinstance(data, (list, tuple)):
        entries = ((f"{place}[{k}]", value) for k, value in enumerate(data))
    return next(filter(None, (not_finite(value, name) for name, value in entries)), "")


def deliver(content: str | bytes, output: str) -> None:
    """To a file, whole or not at all, or to standard output."""
    if not output:
        assert isinstance(content, str)  # what is no text has its file, by check_format
        sys.stdout.write(content)
        return
    from torsor.files import write_file

    write_file(output, content)
    print(f"wrote {output}", file=sys.stderr)


def check_format(format: str, output: str, *others: str) -> None:
    """Refuse, before the work is done, a format that is none or that cannot be written."""
    from torsor.document import FILES, known_format

    known_format(format, *others)
    if format in FILES:
        from torsor.document.writers.word import find_pandoc

        if not output:
            raise TorsorError(f"--format {format} is no text: -o FILE.{format} is needed as well")
        find_pandoc()


def deliver_document(
    document: Document,
    format: str,
    output: str,
    standalone: bool = True,
    layout: PaperLayout | None = None,
) -> None:
    """A document in its format; on a terminal within its width, labels bold."""
    from torsor.document import FILES, write, write_bytes

    steady = os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR")
    bold = not output and not steady and sys.stdout.isatty()
    laid_out = {"layout": layout} if layout else {}
    options: dict[str, dict[str, Any]] = {
        "latex": {"standalone": standalone, **laid_out},
        "text": {"width": screen_width(output), "bold": bold},
        "docx": laid_out,
    }
    if format in FILES:
        deliver(write_bytes(document, format, **options[format]), output)
        return
    text = write(document, format, **options.get(format, {}))
    if bold and format == "text":
        stream = sys.stdout.stream if isinstance(sys.stdout, PlainStream) else sys.stdout
        stream.write(text)  # what is not seen was taken out of it, but for what makes labels bold
    else:
        deliver(text, output)


def screen_width(output: str = "") -> int:
    """The terminal's width, within reason; 80 columns where there is none, and in a file."""
    from shutil import get_terminal_size

    if output and "COLUMNS" not in os.environ:
        return 80
    return max(40, min(get_terminal_size((80, 24)).columns, 160))


@contextmanager
def as_options(*names: str) -> Iterator[None]:
    """Sentences about these arguments speak of the command's options of the same name."""
    try:
        yield
    except TorsorError as error:
        text = str(error)
        for name in names:
            if text.startswith((f"{name} ", f"{name}:")):
                option = name.replace("_", "-")
                raise type(error)(f"--{option}{text[len(name) :]}") from None
        raise


@contextmanager
def working(what: str) -> Iterator[None]:
    """A spinner on a terminal's standard error once the work has taken a second."""
    if not sys.stderr.isatty():
        yield
        return
    done = threading.Event()

    def spin() -> None:
        if done.wait(1.0):
            return
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=terminal(sys.stderr), transient=True) as progress:
            progress.add_task(visible(what), total=None)
            done.wait()

    thread = threading.Thread(target=spin, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
