"""``torsor atlas``: every serial structure of so many joints."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from torsor.cli.common import as_options, print_json
from torsor.cli.options import JsonOption
from torsor.cli.study import show_progress

if TYPE_CHECKING:
    from torsor.studies.atlas.making import Atlas


def atlas(
    joints: Annotated[
        int, typer.Option("--joints", help="How many joints, 1 to 6.", show_default=False)
    ] = 0,
    where: Annotated[
        str, typer.Option(help="Conditions, by commas: 'diagonal, freedoms >= 3, gravity_z has 2'.")
    ] = "",
    sort: Annotated[
        str, typer.Option(help="In the order of this column; with a minus before it, descending.")
    ] = "",
    columns: Annotated[
        str, typer.Option(help="The columns to print, by commas; --list tells all.")
    ] = "",
    first: Annotated[int, typer.Option(help="Print at most so many.", min=0)] = 20,
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FOLDER", help="Keep it as Parquet, new or begun."),
    ] = "",
    page: Annotated[
        str, typer.Option(help="Write what was found as a page, FILE.html, with schemes.")
    ] = "",
    quick: Annotated[
        bool, typer.Option("--quick", help="Without proofs, operations and base parameters.")
    ] = False,
    twisted: Annotated[
        bool, typer.Option("--twisted", help="General angles between axes, up to three joints.")
    ] = False,
    on: Annotated[str, typer.Option(help="local, or a Dask scheduler's address.")] = "local",
    processes: Annotated[
        int | None,
        typer.Option(help="At most so many processes, with -o.", show_default=False),
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the columns, and end.")] = False,
    json: JsonOption = False,
) -> None:
    """Derive and prove every serial structure of so many joints, and search among them.

    Each joint turns (R) or slides (T) along x, y or z, with general lengths, masses, inertias and
    gravity. Words that are one robot in other axes, frames, senses and zeros are one structure,
    and are proven to be. Of each its certificate is made, and terms, operations, base parameters,
    freedoms of the last link, zeros of M and C and what gravity acts on are told. A folder keeps
    them as Parquet; what was interrupted goes on there.

    Examples:

      torsor atlas --joints 3

      torsor atlas --joints 3 --where 'diagonal' --columns structure,M_zero,C_zeros

      torsor atlas --joints 4 --quick --where 'freedoms = 4, rotations = 1' --sort terms

      torsor atlas --joints 5 -o atlas-5 --page atlas-5.html

      torsor atlas --joints 2 --twisted --json
    """
    from torsor.errors import TorsorError
    from torsor.studies.atlas.making import atlas as make

    if list_:
        _list_columns(json)
        return
    if not joints:
        raise TorsorError("expected --joints N")
    shown = _read_columns(columns, quick)
    if page and not page.endswith(".html"):
        raise TorsorError(f"--page {page}: expected a file that ends in .html")
    _check(where, sort, quick)
    with show_progress("structures") as progress, as_options("joints", "processes", "on"):
        whole = make(joints, output or None, quick, twisted, on, processes, progress)
    found = whole.where(where) if where else whole
    if sort:
        found = found.sorted_by(sort.lstrip("-"), sort.startswith("-"))
    if page:
        _write_page(found, page)
    if json:
        print_json(found.data)
        return
    print("\n".join(describe_atlas(whole, found, shown, first)))
    if output:
        print(f"wrote {len(whole)} rows in {output}", file=sys.stderr)


def _list_columns(json: bool) -> None:
    from torsor.studies.atlas.columns import COLUMNS

    if json:
        print_json({"columns": [
            {"name": n, "kind": c.kind, "meaning": c.meaning, "quick": c.quick}
            for n, c in COLUMNS.items()
        ]})  # fmt: skip
        return
    for name, column in COLUMNS.items():
        print(f"{name:<20}{column.kind:<8}{column.meaning}")


def _read_columns(text: str, quick: bool) -> list[str]:
    """The columns to print, each known."""
    from torsor.studies.atlas.columns import columns_of
    from torsor.studies.atlas.conditions import find_column
    from torsor.studies.atlas.making import SHOWN

    known = columns_of(quick)
    if not text:
        return [name for name in SHOWN if name in known]
    found = [name.strip() for name in text.split(",") if name.strip()]
    for name in found:
        find_column(name, known)
    return found


def _check(where: str, sort: str, quick: bool) -> None:
    """Refuse conditions and an order that no atlas has, before anything is made."""
    from torsor.studies.atlas.columns import columns_of
    from torsor.studies.atlas.conditions import find_column, read_conditions

    known = columns_of(quick)
    read_conditions(where, known)
    if sort:
        find_column(sort.lstrip("-"), known)


def _write_page(found: Atlas, page: str) -> None:
    from torsor.files import write_file
    from torsor.reporting.atlas_page import atlas_page

    with show_progress("schemes") as progress:
        text = atlas_page(found, progress=progress)
    write_file(page, text)
    print(f"wrote {page}", file=sys.stderr)


def describe_atlas(whole: Atlas, found: Atlas, shown: list[str], first: int) -> list[str]:
    """The structures for a terminal: how many, and the first of them."""
    joints = f"{whole.joints} joint{'s' * (whole.joints > 1)}"
    kinds = "with general twists" if whole.twisted else f"of {6**whole.joints:,} words"
    lines = [f"{joints}: {len(whole):,} structures {kinds}"]
    if not whole.quick:
        checks = sum(int(row["checks"]) for row in whole)
        lines[0] += f", each proven ({checks:,} checks hold)"
    if len(found) < len(whole):
        lines.append(f"{len(found):,} fulfil the conditions")
    else:
        slides = Counter(str(row["kinds"]).count("T") for row in found)
        told = ", ".join(f"{count} with {n} sliding" for n, count in sorted(slides.items()))
        lines.append(told)
    rows = [[_cell(row[name]) for name in shown] for row in found.rows[:first]]
    if rows:
        widths = [max(map(len, column)) for column in zip(shown, *rows, strict=True)]
        lines.append("")
        for row in (shown, *rows):
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            lines.append("  " + "  ".join(cells).rstrip())
    if len(found) > len(rows):
        lines.append(f"  … {len(found) - len(rows):,} more; --first shows more, --page all")
    return lines


def _cell(fact: str | int | bool) -> str:
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    return str(fact) if fact != "" else "–"
