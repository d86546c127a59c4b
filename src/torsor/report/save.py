"""A report into a file, by its suffix: whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from torsor.arguments import validate_call
from torsor.errors import MissingExtraError, TorsorError, UnknownNameError, shown, suggestion
from torsor.report.blocks import Picture, Report
from torsor.report.html import to_html
from torsor.report.latex import safe_name, to_latex
from torsor.report.markdown import to_markdown
from torsor.report.typst import to_typst, typst_source

FORMATS = (".pdf", ".typ", ".tex", ".html", ".md")
MISSING = (
    "a PDF needs the package typst: pip install 'torsor[report]'; "
    ".typ, .tex, .html and .md need nothing"
)


def to_pdf(report: Report) -> bytes:
    """The report as PDF, set by Typst in its own fonts alone."""
    return compiled(to_typst(report))


def compiled(source: str) -> bytes:
    """Typst's source as PDF."""
    try:
        import typst
    except ImportError:
        raise MissingExtraError(MISSING) from None
    try:
        found: bytes = typst.compile(source.encode(), format="pdf", ignore_system_fonts=True)
    except typst.TypstError as error:
        raise TorsorError(f"Typst could not set the report: {error}") from None
    return found


def known_suffix(path: str) -> str:
    """The suffix of a path, if a report can be written so."""
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        raise UnknownNameError(
            f"{shown(path, 200)}: expected a file that ends in {', '.join(FORMATS)}"
            f"{suggestion(suffix, FORMATS)}"
        )
    return suffix


def ready(path: str) -> Path:
    """The path, if a file can be put there; asked before the work is done."""
    suffix = known_suffix(path)
    try:
        target = Path(path).resolve()
        if not target.parent.is_dir():
            raise OSError("there is no such directory")
        if target.is_dir():
            raise OSError("it is a directory")
        if not os.access(target.parent, os.W_OK):
            raise OSError("its directory cannot be written to")
    except (OSError, ValueError, RuntimeError) as error:
        raise TorsorError(f"{shown(path, 200)} cannot be written: {error}") from None
    if suffix == ".pdf":
        try:
            import typst  # noqa: F401
        except ImportError:
            raise MissingExtraError(MISSING) from None
    return target


@validate_call
def save(report: Report, path: str | os.PathLike[str]) -> list[Path]:
    """Write the report, and for LaTeX and Markdown its figures beside it; what was written."""
    path = os.fspath(path)
    suffix, target = known_suffix(path), ready(path)
    figure = f"{safe_name(target.stem)}-figure"
    beside: dict[Path, bytes] = {}
    if suffix == ".pdf":
        content = to_pdf(report)
    elif suffix == ".typ":
        content = to_typst(report).encode()
    elif suffix == ".html":
        content = to_html(report).encode()
    elif suffix == ".tex":
        content = to_latex(report, figure).encode()
        beside = _figures(report, target.parent, figure, ".pdf")
    else:
        content = to_markdown(report, figure).encode()
        beside = _figures(report, target.parent, figure, ".svg")
    files = {**beside, target: content}  # the document last: it is there when all it needs is
    for place, data in files.items():
        _put(place, data, path)
    return list(files)


def _figures(report: Report, folder: Path, name: str, suffix: str) -> dict[Path, bytes]:
    pictures = [block for block in report.blocks if isinstance(block, Picture)]
    found: dict[Path, bytes] = {}
    for k, picture in enumerate(pictures, 1):
        try:
            data = picture.svg.encode() if suffix == ".svg" else _drawn(picture)
        except MissingExtraError:
            break  # LaTeX leaves out what is not there
        found[folder / f"{name}-{k}{suffix}"] = data
    return found


def _drawn(picture: Picture) -> bytes:
    page = "#set page(width: auto, height: auto, margin: 2pt, fill: none)\n"
    return compiled(f'{page}#image(bytes({typst_source(picture.svg)}), format: "svg")')


def _put(target: Path, content: bytes, path: str) -> None:
    """Write a file beside its place first, then put it there."""
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".torsor-")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            mode = target.stat().st_mode & 0o777 if target.exists() else 0o644
            temporary.chmod(mode)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise TorsorError(
            f"{shown(path, 200)} cannot be written: {error.strerror or error}"
        ) from None
