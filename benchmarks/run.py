"""Run every measurement side by side and print one table: `python -m benchmarks.run`."""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

import benchmarks
from benchmarks.machine import machine
from benchmarks.measurement import OURS, Measurement, Options

WIDTH = 220  # what the table needs, also where there is no terminal
Measure = Callable[[Options], list[Measurement]]


def measurements() -> dict[str, Measure]:
    """Find the files measure_*.py; each has a function `measure`."""
    names = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    return {
        name.removeprefix("measure_"): importlib.import_module(f"benchmarks.{name}").measure
        for name in sorted(names)
        if name.startswith("measure_")
    }


def ratio(row: Measurement, rows: Sequence[Measurement], quantity: str) -> float | None:
    """Divide a row's seconds or megabytes by Torsor's for the same thing."""
    if row.tool == OURS:
        return None
    mine = getattr(row, quantity)
    for other in rows:
        if (other.topic, other.subject, other.tool) == (row.topic, row.subject, OURS):
            base = getattr(other, quantity)
            return mine / base if mine is not None and base else None
    return None


def duration(seconds: float | None) -> str:
    """Write a time with three figures, in the unit that suits it."""
    if seconds is None:
        return ""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def times(value: float | None) -> str:
    """Write a ratio."""
    if value is None:
        return ""
    return f"{value:,.0f} x" if value >= 100 else f"{value:.3g} x"


def table(rows: Sequence[Measurement]) -> Table:
    """Lay the rows out, a rule between topics."""
    result = Table(title="Torsor and its peers, one run", title_justify="left")
    for heading in ("what", "with", "tool"):
        result.add_column(heading, no_wrap=True)
    headings = ("time", "x Torsor", "again", "imports", "terms", "peak MB", "x Torsor", "error")
    for heading in headings:
        result.add_column(heading, justify="right", no_wrap=True)
    result.add_column("note", overflow="fold")
    for index, row in enumerate(rows):
        result.add_row(
            row.topic,
            row.subject,
            row.tool,
            duration(row.seconds),
            times(ratio(row, rows, "seconds")),
            duration(row.again),
            duration(row.imports),
            "" if row.terms is None else f"{row.terms:,}",
            "" if row.megabytes is None else f"{row.megabytes:.0f}",
            times(ratio(row, rows, "megabytes")),
            "" if row.error is None else f"{row.error:.0e}",
            row.note,
            style="red" if row.failed else None,
            end_section=index + 1 < len(rows) and rows[index + 1].topic != row.topic,
        )
    return result


def record(rows: Sequence[Measurement]) -> dict[str, object]:
    """Gather the machine and the rows, with their ratios, for a program to read."""
    return {
        "machine": machine(),
        "rows": [
            asdict(row)
            | {f"{name}_ratio": ratio(row, rows, name) for name in ("seconds", "megabytes")}
            for row in rows
        ],
    }


def write(path: Path, content: dict[str, object]) -> None:
    """Write the whole file or nothing."""
    partial = path.with_name(path.name + ".partial")
    partial.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    partial.replace(path)


def main() -> int:
    """Measure, print and write; the status is 1 when a row failed or is wrong."""
    known = measurements()
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.run")
    parser.add_argument("--quick", action="store_true", help="leave out what takes minutes")
    parser.add_argument("--only", nargs="+", choices=known, default=list(known), help="topics")
    parser.add_argument("--json", type=Path, default=Path(__file__).with_name("results.json"))
    chosen = parser.parse_args()
    console = Console()
    console.width = max(console.width, WIDTH)
    rows: list[Measurement] = []
    for name in chosen.only:
        with console.status(f"measuring {name.replace('_', ' ')} …"):
            rows += known[name](Options(quick=chosen.quick))
    console.print(table(rows))
    write(chosen.json, record(rows))
    return int(any(row.failed for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
