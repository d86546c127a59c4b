"""``torsor list``: what robots there are."""

from __future__ import annotations

import re
import sys
from typing import Annotated, Any

import typer

from torsor.cli.common import print_json
from torsor.cli.options import JsonOption
from torsor.cli.terminal import terminal

GROUPS = (
    "From the five papers",
    "Classic arms",
    "Collaborative arms",
    "Teaching examples",
)
"""The groups that come first, in this order."""


def list_robots(
    search: Annotated[
        str,
        typer.Argument(
            help="Show only what matches: in name, title, structure, description or source.",
            show_default=False,
        ),
    ] = "",
    json: JsonOption = False,
) -> None:
    """List the robots of the library, by group; a dot marks those that come with numbers.

    Examples:

      torsor list

      torsor list ur

      torsor list scara --json
    """
    rows = [row for row in robots() if matches(row, search)]
    if json:
        print_json({"robots": rows})
        return
    if not rows:
        print(f"no robot matches {search!r}")
        return
    _print(rows)


def robots() -> list[dict[str, Any]]:
    """Every robot of the library as plain data."""
    from torsor.formats.load import library_names, library_robot

    rows = []
    for name in library_names():
        robot = library_robot(name)
        rows.append(
            {
                "name": name,
                "title": robot.name,
                "structure": robot.structure,
                "dof": robot.dof,
                "description": robot.description,
                "source": robot.source,
                "group": robot.group,
                "values": len(robot.values),
            }
        )
    return rows


def matches(row: dict[str, Any], search: str) -> bool:
    """Whether each word of the search is in a name or begins a word of the rest."""
    names = f"{row['name']} {row['title']} {row['structure']}".lower()
    texts = f"{row['description']} {row['source']} {row['group']}".lower()
    begun = " " + " ".join(re.split(r"[^\w]+", texts))
    return all(word in names or f" {word}" in begun for word in search.lower().split())


def naturally(row: dict[str, Any]) -> list[tuple[int, str]]:
    """The order of people: ur3e before ur10e."""
    parts = re.split(r"(\d+)", row["name"])
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]


def _print(rows: list[dict[str, Any]]) -> None:
    from rich.table import Table
    from rich.text import Text

    console = terminal(sys.stdout, highlight=False)
    widths = [max(len(row[key]) for row in rows) for key in ("name", "structure")]
    found = dict.fromkeys((*GROUPS, *sorted({row["group"] for row in rows})))
    parts = [(group, [row for row in rows if row["group"] == group]) for group in found]
    for k, (group, members) in enumerate(part for part in parts if part[1]):
        console.print(Text(f"{'' if k == 0 else chr(10)}{group or 'Others'}", style="bold"))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(min_width=widths[0] + 2, no_wrap=True)
        table.add_column(min_width=widths[1], no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column()
        for row in sorted(members, key=naturally):
            mark = "·" if row["values"] else " "
            cells = (f"  {row['name']}", row["structure"], mark, row["description"])
            table.add_row(*map(Text, cells))
        console.print(table)
    if any(row["values"] for row in rows):
        print("\n·  comes with published numbers: torsor show NAME, torsor eval NAME --published")
