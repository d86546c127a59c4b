"""``torsor list``: what robots there are."""

from __future__ import annotations

from typing import Annotated

import typer

from torsor.cli.common import JsonOption, print_json


def list_robots(
    search: Annotated[str, typer.Argument(help="Show only what matches.", show_default=False)] = "",
    json: JsonOption = False,
) -> None:
    """List the robots of the library.

    Examples:

      torsor list

      torsor list scara --json
    """
    from torsor.formats.load import library_names, library_robot

    rows = []
    for name in library_names():
        robot = library_robot(name)
        row = {
            "name": name,
            "title": robot.name,
            "structure": robot.structure,
            "dof": robot.dof,
            "description": robot.description,
            "source": robot.source,
        }
        if search.lower() in " ".join(map(str, row.values())).lower():
            rows.append(row)
    if json:
        print_json({"robots": rows})
        return
    width = max((len(str(row["name"])) for row in rows), default=0)
    for row in rows:
        print(f"{row['name']:<{width}}  {row['structure']:<8} {row['description']}")
    if not rows:
        print(f"no robot matches {search!r}")
