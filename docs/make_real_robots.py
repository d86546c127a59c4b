"""The tables of ``real-robots.md``: every URDF of example-robot-data against Pinocchio and MuJoCo.

``python -m docs.make_real_robots`` judges them anew (about a minute) and puts the tables in.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.formats import mujoco_arms
from tests.formats.arms import FILES, compared, label, moving_ends, mujoco_error, tip_of

import torsor
from torsor.formats.urdf.writer import write_urdf

PAGE = Path(__file__).with_name("real-robots.md")
LARGE = 12
"""Robots with more coordinates than this are judged at fewer states."""


def judged(file: Path) -> str:
    """A row: how the file fares, or why it is refused."""
    try:
        tip = tip_of(file)
        kept = {"tip": tip, "rest": "kept"} if moving_ends(file) > 1 else {}
        robot = torsor.load(file, exact_angles=False, **kept)
        snapped = torsor.load(file, **kept)
    except (torsor.TorsorError, ValueError) as error:
        if isinstance(error, ValueError):
            error = refusal(file)
        return f"| {label(file)} | | | refused: {_reason(error, file)} | | |"
    states = 100 if robot.dof <= LARGE else 10
    as_written = compared(file, robot, tip, states).largest
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "snapped.urdf"
        written.write_text(write_urdf(snapped), "utf-8")
        after = compared(written, snapped, "tool", states).largest
    mujoco = mujoco_error(file, robot, states)
    if isinstance(mujoco, str):
        mujoco = f"refuses it: {mujoco.partition(' Element ')[0].removeprefix('Error: ')}"
    else:
        mujoco = f"{mujoco:.0e}"
    cells = (label(file), robot.dof, states, f"{as_written:.0e}", f"{after:.0e}", mujoco)
    return f"| {' | '.join(map(str, cells))} |"


def refusal(file: Path) -> torsor.TorsorError:
    """Torsor's own word on a file that the judge finds no tip in."""
    try:
        torsor.load(file)
    except torsor.TorsorError as error:
        return error
    raise AssertionError(f"{file} should be refused")


def _reason(error: Exception, file: Path) -> str:
    """The refusal without the directory."""
    return str(error).replace(f"{file.parent}/", "").replace("|", "/").replace("<", "\\<")


def table(files: list[Path]) -> str:
    """The rows of some files."""
    head = "| file | coordinates | states | as written | snapped | MuJoCo |\n" + "|---" * 6 + "|\n"
    return head + "\n".join(judged(file) for file in files) + "\n"


def through_mujoco() -> str:
    """The serial arms as MuJoCo writes them out."""
    rows = ["| file | coordinates | largest error |", "|---|---|---|"]
    for file in mujoco_arms.SERIAL:
        row = mujoco_arms.judged(file, 100)
        name = label(mujoco_arms.robots() / file)
        told = f"refused by {row.by}: {row.refused}" if row.refused else f"{row.error:.0e}"
        rows.append(f"| {name} | {row.dof or ''} | {told} |")
    return "\n".join(rows) + "\n"


def put_in(page: str, name: str, content: str) -> str:
    """The page with what stands between the two marks of this name exchanged."""
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, _, rest = page.partition(start)
    _, mark, after = rest.partition(end)
    if not mark:
        raise SystemExit(f"{PAGE} has no marks {start.strip()} and {end}")
    return before + start + content + end + after


def main() -> None:
    """Write the tables into the page."""
    serial = [file for file in FILES if moving_ends(file) == 1]
    others = [file for file in FILES if file not in serial]
    page = put_in(PAGE.read_text("utf-8"), "serial arms", table(serial))
    page = put_in(page, "trees and others", table(others))
    page = put_in(page, "written by MuJoCo", through_mujoco())
    PAGE.write_text(page, "utf-8")
    print(f"wrote {PAGE.name}")


if __name__ == "__main__":
    main()
