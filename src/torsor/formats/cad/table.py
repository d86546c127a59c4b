"""Tables of mass properties: CSV with a column for each quantity, or TOML with a table per link.

Columns are link, mass, x y z (the mass centre) and Ixx Iyy Izz Ixy Ixz Iyz (about the mass centre,
entries of the tensor). A unit stands behind a column's name in parentheses, in a row of units, or
is SI.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from torsor.algebra.formula import exact, formula
from torsor.errors import TextError, TorsorError, shown, suggestion
from torsor.formats.cad.inertia_blocks import ENTRIES, physical
from torsor.formats.cad.mass_properties import MassProperties
from torsor.formats.cad.rounding import NUMBER, printed, rounded
from torsor.formats.cad.units import inertia_unit, length_unit, mass_unit
from torsor.formats.fields import known_keys
from torsor.formats.toml.reader import table_of

COLUMNS: dict[str, tuple[str, ...]] = {
    "link": ("name", "part", "body"),
    "mass": ("m",),
    "x": ("rx", "comx", "cx"),
    "y": ("ry", "comy", "cy"),
    "z": ("rz", "comz", "cz"),
    **{f"i{e}": (f"l{e}",) for e in ENTRIES},
}
UNIT: dict[str, Callable[[str], Fraction]] = {
    "mass": mass_unit,
    **dict.fromkeys("xyz", length_unit),
    **{f"i{e}": inertia_unit for e in ENTRIES},
}
SI = {"mass": "kg", **dict.fromkeys("xyz", "m"), **{f"i{e}": "kg m^2" for e in ENTRIES}}
HEADER = re.compile(r"([A-Za-z][\w .-]*)(?:[\[(](.*)[\])])?\Z")
LONGEST_CELL = 200
MOST_ROWS = 1000
MOST_LINK_KEYS = ("link", "mass", "com", "inertia")


def read_csv(text: str) -> dict[str, MassProperties]:
    """The bodies of a CSV text (commas, semicolons or tabs), by the name in the link column."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        raise TextError("the table is empty")
    if len(lines) > MOST_ROWS:
        raise TextError(f"the table has more than {MOST_ROWS} rows")
    separator = max(",;\t", key=lines[0].count)
    try:
        header, *rows = list(csv.reader(lines, delimiter=separator))
    except csv.Error as error:
        raise TextError(f"malformed CSV: {error}") from None
    keys, units = _header(header)
    if rows and not any(re.fullmatch(NUMBER, cell.strip()) for cell in rows[0][1:]):
        units |= {k: cell.strip() for k, cell in zip(keys, rows[0], strict=False) if cell.strip()}
        rows = rows[1:]
    units.pop("link", None)
    scale = {key: UNIT[key](unit) for key, unit in (SI | units).items()}
    found: dict[str, MassProperties] = {}
    for k, row in enumerate(rows, 1):
        if len(row) != len(keys):
            raise TextError(f"row {k} has {len(row)} cells, expected {len(keys)}")
        cells = dict(zip(keys, row, strict=True))
        try:
            name, body = cells.get("link", str(k)).strip(), _body(cells, scale)
        except TorsorError as error:
            raise TextError(f"row {k}: {error}") from None
        if name in found:
            raise TextError(f"row {k}: the link {shown(name)} stands twice")
        found[name] = body
    return found


def _header(cells: list[str]) -> tuple[list[str], dict[str, str]]:
    keys: list[str] = []
    units: dict[str, str] = {}
    for cell in cells:
        cell = " ".join(cell[: LONGEST_CELL + 1].split())
        match = HEADER.match(cell) if len(cell) <= LONGEST_CELL else None
        name = re.sub(r"[\W_]+", "", match[1]).lower() if match else ""
        key = next((k for k, others in COLUMNS.items() if name == k or name in others), "")
        if not key or key in keys:
            hint = suggestion(name, COLUMNS) or f"; expected {', '.join(COLUMNS)}"
            raise TextError(f"the column {shown(cell)} is unknown or stands twice{hint}")
        keys.append(key)
        if match and match[2]:
            units[key] = match[2].strip()
    missing = [k for k in COLUMNS if k not in keys and k != "link"]
    if missing:
        raise TextError(f"the table has no column {', '.join(missing)}")
    return keys, units


def _body(cells: Mapping[str, str], scale: Mapping[str, Fraction]) -> MassProperties:
    values = {}
    for key, unit in scale.items():
        try:
            values[key] = printed(cells[key]) * unit
        except TextError as error:
            raise TextError(f"{key}: {error}") from None
    tensor = {e: values[f"i{e}"] for e in ENTRIES}
    impossible = physical(values["mass"].value, tensor)
    com = (values["x"].value, values["y"].value, values["z"].value)
    inertia = tuple(tensor[e].value for e in ENTRIES)
    return MassProperties(
        values["mass"].value, com, inertia, "", (impossible,) if impossible else (), "table"
    )


def read_toml_table(text: str) -> dict[str, MassProperties]:
    """The bodies of a TOML text: ``[[link]]`` with link, mass, com and inertia, and ``units``."""
    table = known_keys("the table", table_of(text, parse_float=str), ("units", "link"))
    given = known_keys("units", table.get("units", {}), ("mass", "length", "inertia"))
    mass = mass_unit(str(given.get("mass", "kg")))
    length = length_unit(str(given.get("length", "m")))
    moment = inertia_unit(str(given["inertia"])) if "inertia" in given else mass * length**2
    rows = table.get("link")
    if not isinstance(rows, list) or not rows:
        raise TextError("expected [[link]] tables with mass, com and inertia")
    found: dict[str, MassProperties] = {}
    for k, row in enumerate(rows, 1):
        try:
            known_keys("link", row, MOST_LINK_KEYS)
            name = str(row.get("link", k))
            com = row.get("com", [0, 0, 0])
            inertia = known_keys("inertia", row.get("inertia", {}), ENTRIES)
            if not isinstance(com, list) or len(com) != 3:
                raise TextError("com: expected three numbers")
            x, y, z = (_number(e) * length for e in com)
            six = tuple(_number(inertia.get(e, 0)) * moment for e in ENTRIES)
            if name in found:
                raise TextError(f"the link {shown(name)} stands twice")
            weight = _number(row.get("mass", "no mass")) * mass
            tensor = {e: rounded(v) for e, v in zip(ENTRIES, six, strict=True)}
            impossible = physical(weight, tensor)
            notes = (impossible,) if impossible else ()
            found[name] = MassProperties(weight, (x, y, z), six, "", notes, "table")
        except TorsorError as error:
            raise TextError(f"link {k}: {error}") from None
    return found


def _number(value: object) -> Fraction:
    read = formula(value) if isinstance(value, str) else formula(exact(value))
    if read.constant is None:
        raise TextError(f"{shown(str(value))} is not a number")
    return read.constant
