"""The charts of ``benchmarks.md``, drawn from the page's own tables.

``python -m docs.make_benchmarks`` writes them. The tables are what was measured; a chart that says
something else cannot be made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from docs.charts import Row, dot_list, dot_rows, lines

PAGE = Path(__file__).with_name("benchmarks.md")
PICTURES = Path(__file__).with_name("pictures")
UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
Table = list[list[str]]


def tables(page: str) -> Iterator[Table]:
    """The tables of a page: the names of the columns, then the rows."""
    for found in re.finditer(r"(?:^\|.*\|\n)+", page, re.M):
        head, _, *rows = (
            [cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
            for line in found[0].splitlines()
        )
        yield [head, *rows]


def time(cell: str) -> float:
    """The seconds that a cell tells: ``1.14 µs (5.5)``."""
    found = re.match(r"([\d.,]+) (s|ms|µs|ns)\b", cell)
    if found is None:
        raise SystemExit(f"{PAGE.name}: no time is read in {cell!r}")
    return float(found[1].replace(",", "")) * UNITS[found[2]]


def row(label: str, cell: str, ratio: str = "", ours: bool = False) -> Row:
    """A dot of a chart, with how many times ours it is."""
    told = re.sub(r" \(([\d.]+)\)", r" · \1 ×", cell)
    return Row(label, time(cell), f"{told} · {ratio} ×" if ratio else told, ours)


def derivations(table: Table) -> Iterator[tuple[str, str]]:
    """A chart for each kind of derivation."""
    groups: dict[str, dict[str, list[Row]]] = {}
    for what, robot, tool, spent, ratio, *_ in table[1:]:
        if what:
            kind, of = what, robot
        rows = groups.setdefault(kind, {}).setdefault(of, [])
        rows.append(row(tool, spent, ratio, tool == "Torsor"))
    for (kind, found), name in zip(groups.items(), ("closed-form", "matrices"), strict=True):
        yield f"bench-{name}", dot_list(f"Time to derive: {kind}", list(found.items()))


def calls(table: Table, title: str, names: tuple[str, ...]) -> str:
    """A row for each function of each robot, a dot for each tool."""
    rows = []
    robot = ""
    for column in list(zip(*table, strict=True))[1:]:
        before, colon, what = column[0].rpartition(": ")
        robot = before if colon else robot
        rows.append((f"{robot}: {what}", [row("", cell) for cell in column[1:]]))
    return dot_rows(title, names, rows)


def gradients(table: Table) -> str:
    """Functions, their gradients, and the gradients of others."""
    groups: dict[str, list[Row]] = {table[0][1]: [], table[0][3]: []}
    for what, *cells in table[1:]:
        label = what.removesuffix(", the matrices alone").removesuffix(", likewise")
        for rows, spent, ratio in zip(groups.values(), cells[::2], cells[1::2], strict=True):
            times = re.sub(r" \(.*\)", "", spent)
            rows.append(row(label, times, ratio, "pin." not in label))
    return dot_list("Time of a state: functions and gradients", list(groups.items()))


def growth(table: Table, title: str) -> str:
    """A line for each column over the number of joints."""
    (joints, *names), *rows = table
    series = [(n, [row("", line[i]) for line in rows]) for i, n in enumerate(names, 1)]
    return lines(title, joints, [int(line[0]) for line in rows], series)


def charts(page: str) -> dict[str, str]:
    """Every chart of the page, by the name of its file."""
    derived, grown, called, batch, backwards, chains, *_ = tables(page)
    return {
        **dict(derivations(derived)),
        "bench-growth": growth(grown, "Time to derive the closed form, over the joints of iiwa"),
        "bench-calls": calls(called, "Time of one call", ("Torsor", "Pinocchio", "MuJoCo")),
        "bench-batch": calls(batch, "Time of a state of a million", ("Torsor", "Pinocchio")),
        "bench-gradients": gradients(backwards),
        "bench-chains": growth(chains, "Time of a state, over the joints of a chain"),
    }


def main() -> None:
    """Write the charts."""
    for name, chart in charts(PAGE.read_text("utf-8")).items():
        (PICTURES / f"{name}.svg").write_text(chart, "utf-8")
        print(f"wrote {name}.svg")


if __name__ == "__main__":
    main()
