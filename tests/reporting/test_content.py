"""What the report says: every symbol explained, every equation the model's, long forms told of."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from tests.reporting.reports import LARGE, PAPERS, displays, report, titles, told

import torsor
from torsor.algebra.scalars.ring import RingScalars
from torsor.document import write
from torsor.document.blocks import (
    Display,
    Items,
    Paragraph,
    Picture,
    Table,
    glyphs,
    glyphs_of,
    plain_words,
)
from torsor.document.printing.text import TextPrinter
from torsor.errors import TorsorError, UnknownNameError
from torsor.mechanics.payload import tool_wrench
from torsor.reporting import SECTIONS, Wanted, compose
from torsor.reporting.sections.recursion import recursion, step_name

STEPS = ("omega", "epsilon", "v", "a", "v_C", "a_C", "F", "N", "f", "n")


@pytest.mark.parametrize("robot", [*PAPERS, *LARGE, "stanford", "planar2r"])
def test_every_symbol_is_explained(robot: str) -> None:
    shown = report(robot)
    used = set(glyphs(shown))
    assert len(used) > 20
    assert used <= shown.explained


@pytest.mark.parametrize("payload", ["wrench-base", "body", "weight", "none"])
def test_every_symbol_of_loads_and_drives_is_explained(payload: str) -> None:
    kind, _, axes = payload.partition("-")
    robot = torsor.load("rttrr").with_payload(kind, axes or "tool")
    for what in ("friction", "rotors", "springs"):
        robot = robot.with_drives(what)
    shown = compose(robot, Wanted(sections=("robot", "inward", "forces", "matrices", "energies")))
    assert set(glyphs(shown)) <= shown.explained


def test_the_table_of_symbols_has_meanings_and_units() -> None:
    tables = [b for b in report("rttrr").blocks if isinstance(b, Table) and b.caption == "Symbols"]
    (table,) = tables
    assert table.head == (("Symbol",), ("Meaning",), ("Unit",))
    rows = [("".join(map(str, row[1])), "".join(map(str, row[2]))) for row in table.rows]
    assert ("mass of link i", "kg") in rows
    assert ("acceleration of gravity", "m/s²") in rows
    assert ("x of joint 3 in the frame of link 2", "m") in rows
    assert any("product of inertia ∫xy dm" in meaning for meaning, _ in rows)  # this hand's sign
    assert all(meaning and unit for meaning, unit in rows)


def test_a_length_called_as_a_family_is_has_a_row_of_its_own() -> None:
    shown = compose("Rz(q1) tx(f) Rz(q2) ty(n)", Wanted(sections=("robot", "forces", "symbols")))
    (table,) = [b for b in shown.blocks if isinstance(b, Table) and b.caption == "Symbols"]
    rows = [("".join(map(str, row[1])), "".join(map(str, row[2]))) for row in table.rows]
    assert ("x of joint 2 in the frame of link 1", "m") in rows
    assert ("y of the tool in the last link's frame", "m") in rows


def printed(display: Display) -> dict[str, str]:
    """Left-hand sides and right-hand sides as the plain notation prints them."""
    printer = TextPrinter("*", True)
    found = {}
    for part in display.parts:
        if part.pieces and len(part.left) == 1:
            found[part.left[0].base] = printer.sum(part.pieces)  # type: ignore[union-attr]
    return found


@pytest.mark.parametrize("robot", ["rttrr", "3r", "scara"])
def test_the_printed_equations_are_the_model(robot: str) -> None:
    shown = report(robot, notation="plain", pages=100, sections=("forces", "matrices"))
    model = torsor.derive(robot)
    found: dict[str, str] = {}
    for display in displays(shown):
        found |= printed(display)
    n = range(1, len(model.tau) + 1)
    wanted = {f"tau{i}": model.tau[i - 1] for i in n}
    wanted |= {f"M[{i},{j}]": model.M[i - 1][j - 1] for i in n for j in n if i <= j}
    wanted |= {f"C[{i},{j}]": model.C[i - 1][j - 1] for i in n for j in n}
    wanted |= {f"g[{i}]": model.g[i - 1] for i in n}
    wanted = {name: value for name, value in wanted.items() if value}
    assert set(wanted) <= set(found)
    for name, value in wanted.items():
        assert model.parse(found[name]) == value, name


@pytest.mark.parametrize("robot", ["3r", "trtrr", "rttrr", "scara", "stanford"])
def test_the_recursion_is_exactly_the_closed_form(robot: str) -> None:
    model = torsor.derive(robot)
    wrench = tool_wrench(model.robot, model.chain, RingScalars(model.ring))
    found = recursion(model, wrench)
    closed = {
        step_name(quantity, i, axis): entry
        for quantity in STEPS
        for i in range(1, len(model.robot.joints) + 1)
        for axis, entry in zip("xyz", getattr(model.links[i], quantity), strict=True)
    }
    for i in range(1, len(model.robot.joints) + 1):
        for quantity in STEPS:
            if robot == "stanford" and quantity == "n":
                continue  # its closed forms are long
            for axis, entry in zip("xyz", found.steps[quantity, i], strict=True):
                used = {k: v for k, v in closed.items() if k in entry.names()}
                assert entry.subs(used) == closed[step_name(quantity, i, axis)], (quantity, i, axis)
    for driven, force in zip(found.tau, model.tau, strict=True):
        assert driven.subs({n: v for n, v in closed.items() if n in driven.names()}) == force


@pytest.mark.parametrize("robot", LARGE)
def test_a_large_arm_is_given_from_step_to_step_and_tells_what_is_left_out(robot: str) -> None:
    shown = report(robot)
    words = [told(block) for block in shown.blocks]
    total = sum(torsor.derive(robot).terms)
    assert any(f"{total:,} terms in normal form" in text for text in words)
    assert any(f"torsor derive {robot} --form tau --format latex" in text for text in words)
    assert len(list(displays(shown))) < 300


def test_named_intermediates_multiply_out_to_the_closed_form() -> None:
    shown = report("rttrr", notation="plain", pages=1, sections=("forces", "matrices"))
    model = torsor.derive("rttrr")
    found: dict[str, str] = {}
    for display in displays(shown):
        found |= printed(display)
    sigmas = [name for name in found if name.startswith("sigma")]
    assert len(sigmas) > 10
    ring = model.ring.extended(sigmas)
    values: dict[str, object] = {}
    for name in sorted(sigmas, key=lambda s: int(s[5:])):
        read = ring.parse(found[name])
        values[name] = read.subs({n: v for n, v in values.items() if n in read.names()})
    for name in ("C[1,1]", "C[1,5]"):
        read = ring.parse(found[name])
        entry = read.subs({n: v for n, v in values.items() if n in read.names()})
        i, j = (int(ch) - 1 for ch in name[2:5].split(","))
        assert entry == model.C[i][j]
    assert len({found[name] for name in sigmas}) == len(sigmas)  # none is defined twice


def test_equations_are_numbered_without_gaps() -> None:
    for robot in ("rttrr", "scara", "puma560"):
        numbers = [display.number for display in displays(report(robot))]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))


def test_sections_are_chosen_and_stand_in_order() -> None:
    shown = report("scara", sections=("symbols", "forces", "robot"))
    assert titles(shown) == ["The robot", "Generalised driving forces", "Symbols"]
    assert len(SECTIONS) == len(set(SECTIONS)) == 15
    with pytest.raises(UnknownNameError, match="did you mean 'energies'"):
        Wanted(sections=("energy",))
    with pytest.raises(TorsorError, match="--simulate"):
        Wanted(sections=("simulation",))
    with pytest.raises(TorsorError, match="expected 1 to 100"):
        Wanted(pages=0)


def test_hypotheses_and_numbers_are_told() -> None:
    items = [b for b in report("trtrr").blocks if isinstance(b, Items)]
    assert any("every mass centre lies in the origin" in str(b.items) for b in items)
    tables = [b for b in report("puma560").blocks if isinstance(b, Table)]
    links, rest = (t for t in tables if "Numbers" in t.caption)
    assert [row[0] for row in links.rows] == [(str(i),) for i in range(1, 7)]  # one row a link
    assert ("17.4",) in links.rows[1]
    assert "kg" in links.caption
    assert ("0.4318",) in [row[1] for row in rest.rows]
    sources = [b for b in report("puma560").blocks if isinstance(b, Items)]
    assert sum(str(b.items).count("Armstrong") for b in sources) == 1  # cited once


def test_a_flipped_sign_is_flipped_in_the_numbers_too() -> None:
    arm = torsor.load("ur5e")
    wanted = {"sections": ("robot",)}
    plain = compose(arm, Wanted(**wanted))  # type: ignore[arg-type]
    flipped = compose(arm, Wanted(notation="rttrr", **wanted))  # type: ignore[arg-type]
    given = [g for g in arm.values if g.name.startswith(("Ixy", "Ixz", "Iyz"))]
    odd = [g for g in given if g.value.constant != Fraction(0)]

    def numbers(shown: object) -> list[str]:
        tables = [b for b in shown.blocks if isinstance(b, Table)]  # type: ignore[attr-defined]
        rows = next(t for t in tables if "link by link" in t.caption).rows
        return [str(cell[0]) for row in rows for cell in row]

    a, b = numbers(plain), numbers(flipped)
    assert sum(x != y for x, y in zip(a, b, strict=True)) == len(odd)


def test_bodies_without_a_chain_have_no_passes() -> None:
    shown = report("rv1a-paper")
    assert "Kinematics" not in titles(shown)
    asked = report("rv1a-paper", sections=("kinematics", "forces"))
    assert any("has no chain" in told(b) for b in asked.blocks if isinstance(b, Paragraph))


def test_the_scheme_is_the_first_figure() -> None:
    picture = next(b for b in report("rttrr").blocks if isinstance(b, Picture))
    assert "<svg" in picture.svg
    assert "scheme" in picture.caption


def test_a_simulation_is_plotted_and_its_peaks_are_told() -> None:
    scenario = Path(__file__).parents[2] / "examples" / "scenarios" / "puma_cycle.toml"
    shown = report("puma560", sections=("simulation",), scenario=str(scenario))
    captions = [b.caption for b in shown.blocks if isinstance(b, Picture)]
    wanted = ("Positions", "Velocities", "Driving forces", "Magnitudes of the reactions", "Powers",
              "Energies")  # fmt: skip
    assert all(c.startswith(w) for c, w in zip(captions, wanted, strict=True))
    said = " ".join(told(b) for b in shown.blocks if isinstance(b, Paragraph))
    assert "puma_cycle.toml" in said
    assert "scenarios" not in said
    (peaks,) = [b for b in shown.blocks if isinstance(b, Table)]
    assert len(peaks.rows) == 6
    assert "N\\xa0m" in str(peaks.rows[0]) or "N m" in str(peaks.rows[0])


def test_the_same_report_twice_is_the_same() -> None:
    again = compose("scara", Wanted())
    from torsor.reporting.report_files import to_pdf

    assert again.blocks == report("scara").blocks
    assert to_pdf(again) == to_pdf(report("scara"))


def test_glyphs_of_a_part_are_all_its_symbols() -> None:
    display = next(displays(report("scara", sections=("forces",))))
    bases = {glyph.base for glyph in glyphs_of(display.parts[0])}
    assert {"T", "m", "a", "θ"} <= bases


def test_numbers_of_an_arm_that_only_turns_have_their_units() -> None:
    shown = torsor.report("examples/arm.urdf")
    tables = [b for b in shown.blocks if isinstance(b, Table)]
    named = {b.caption.split(":")[0].split(" ")[0]: b.rows for b in tables}
    assert plain_words(named["Drives"][0][1]) == "viscous \u00a0N m s/rad"
    base = named["Base"]
    assert len(base) == len(torsor.derive("examples/arm.urdf").base_parameters)
    assert [plain_words(unit).replace("\u00a0", " ") for _, unit, _ in base][3:5] == [
        "kg m²",
        "kg m",
    ]
    units = {plain_words(unit) for _, _, unit in named["Symbols"]}
    assert "N m" in units
    assert not [unit for unit in units if "," in unit]


def test_forces_stand_in_groups_that_begin_their_lines() -> None:
    shown = report("rttrr", notation="plain", sections=("forces",))
    part = next(d.parts[0] for d in displays(shown) if len(d.parts[0].pieces) > 100)
    printer = TextPrinter("*", True)
    begun = [printer.piece(part.pieces[k], False) for k in sorted(part.starts)]
    groups = [text for text in begun if re.match(r"[+-] [dq0-9^*]+\*\(", text)]
    assert len(groups) == len(begun) - 1 >= 8  # what follows the last group begins a line, too
    rows = [row.removeprefix("& \\quad ") for row in write(shown, "latex").splitlines()]
    assert sum(row.startswith(("+ \\mathit{d", "- \\mathit{d")) for row in rows) >= 8


def test_what_is_zero_stands_where_its_number_says() -> None:
    shown = report("puma560", sections=("kinematics",))
    lefts = [d.parts[0].left[0] for d in displays(shown)]
    velocities = [str(g.sub) for g in lefts if g.base == "v" and "i" not in str(g.sub)]  # type: ignore[union-attr]
    assert velocities == sorted(velocities, key=lambda sub: (sub[0] == "C", sub))
    assert velocities[:2] == ["1", "3"]  # v2 = 0 stands beside v1
    shown = report("scara", notation="plain", sections=("matrices",))
    weights = [d.parts[0].left[0].base for d in displays(shown) if d.number]  # type: ignore[union-attr]
    assert [base for base in weights if base.startswith("g[")] == ["g[1]", "g[3]", "g[4]"]
