"""The report of an identified robot: its numbers, how they were found, and what is proven."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from lxml import etree
from tests.drawing.identifications import LOGS, a_load, pendulum, sliding
from tests.reporting.reports import displays, titles, told

import torsor
from torsor import Identification
from torsor.cli.main import run
from torsor.document.blocks import (
    Block,
    Document,
    Heading,
    Items,
    Maths,
    Paragraph,
    Picture,
    Symbol,
    Table,
    Text,
    glyphs,
)
from torsor.document.printing.text import TextPrinter
from torsor.document.writers.html import to_html
from torsor.document.writers.latex import to_latex
from torsor.document.writers.markdown import to_markdown
from torsor.document.writers.typst import to_typst
from torsor.drawing.plots import identification_plots
from torsor.errors import TorsorError
from torsor.identification.outcome.identification import DriveTerm
from torsor.identification.regression.drives import Term
from torsor.notation.glyph import Glyph
from torsor.reporting import SECTIONS, Wanted
from torsor.reporting.report_files import to_pdf

FEW = ("robot", "identification", "symbols")
PLAIN = TextPrinter("*", True)


@cache
def shown(notation: str = "", sections: tuple[str, ...] = FEW) -> Document:
    """The pendulum's report, made once."""
    found = pendulum()
    return torsor.report(found.given, identification=found, sections=sections, notation=notation)


def of(found: Identification, notation: str = "plain") -> Document:
    """The section alone, its plots left out: they take long."""
    sections = ("identification",)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(identification_plots, "list_plots", lambda found: {})
        return torsor.report(
            found.robot, identification=found, sections=sections, notation=notation
        )


def table(document: Document, caption: str) -> Table:
    """The table whose caption begins so."""
    (found,) = [
        b for b in document.blocks if isinstance(b, Table) and b.caption.startswith(caption)
    ]
    return found


def words(text: Text) -> str:
    """A cell as it is read, mathematics too."""
    return "".join(map(_run, text))


def _run(run: object) -> str:
    if isinstance(run, Maths):
        return PLAIN.sum(run.pieces, run.first)
    if isinstance(run, Symbol):
        return "".join(PLAIN.glyph(w) if isinstance(w, Glyph) else w for w in run.words)
    return str(run)


def prose(blocks: tuple[Block, ...]) -> str:
    """All sentences."""
    lines = [told(b) for b in blocks if isinstance(b, Paragraph)]
    lines += [words(item) for b in blocks if isinstance(b, Items) for item in b.items]
    return "\n".join(lines)


def equations(document: Document) -> dict[str, str]:
    """Left sides and right sides as the plain notation prints them."""
    return {
        PLAIN.glyph(part.left[0]): PLAIN.sum(part.pieces)  # type: ignore[arg-type]
        for display in displays(document)
        for part in display.parts
    }


def test_the_section_stands_after_the_robot_and_has_all_that_was_found() -> None:
    document = shown()
    assert titles(document) == ["The robot", "Identification", "Symbols"]
    inner = [b.title for b in document.blocks if isinstance(b, Heading) and b.level == 2]
    assert inner == ["How well it predicts", "Base parameters as identified",
                     "Friction and rotors", "Links that can exist", "What was noticed"]  # fmt: skip
    assert "identified from measurements" in document.subtitle


def test_a_report_without_an_identification_has_no_such_section() -> None:
    assert "Identification" not in titles(torsor.report("planar2r", sections="robot"))
    assert "identification" in SECTIONS
    with pytest.raises(TorsorError, match="needs logs: --logs"):
        Wanted(sections=("identification",))


def test_the_method_tells_the_logs_the_cut_off_and_its_reason() -> None:
    found, text = pendulum(), prose(shown().blocks)
    assert "A.0_00.csv.gz and A.0_01.csv.gz" in text
    assert "Held out, and used to judge alone: A.0_11.csv.gz" in text
    assert f"at {found.filtering.cutoff:g} Hz ({found.filtering.reason})" in text
    assert "g = 9.80665 m/s² was assumed" in text


def test_errors_stand_beside_least_squares_and_the_model_before() -> None:
    found = pendulum()
    known = {**found.train, "before": found.train["least squares"]}
    document = of(
        replace(found, train=known, validation={**found.validation, "before": known["before"]})
    )
    rows = [[words(cell) for cell in row] for row in table(document, "Errors").rows]
    assert [row[0] for row in rows] == [
        f"{where}: {model}" for where in ("held out", "fitted")
        for model in ("before", "least squares", "identified")
    ]  # fmt: skip
    held = found.validation["identified"]
    numbers = [*held.per_joint, held.relative_error, held.mean, held.with_rest]
    assert rows[2][1:] == [f"{100 * e:.3g}" for e in numbers]
    assert f"by {100 * held.relative_error:.3g} %, plain least squares" in prose(document.blocks)


def test_base_parameters_have_values_deviations_and_what_they_are_made_of() -> None:
    found = pendulum()
    rows = table(of(found), "Base parameters").rows
    assert len(rows) == len(found.base)
    for row, e in zip(rows, found.base, strict=True):
        name, value, _, possible, unit, made = (words(cell).replace("−", "-") for cell in row)
        assert name == e.name
        assert float(value) == pytest.approx(e.value, abs=e.std)
        assert float(possible) == pytest.approx(e.identified, abs=e.std)
        assert unit.replace("\u00a0", " ") == ("kg m²" if name.startswith("L") else "kg m")
        assert made.replace(" ", "") == e.expression.replace(" ", "")


def every_law() -> Identification:
    """The sliding arm with every kind of term at its first drive."""
    shapes = {"smoothed": 0.004, "hysteresis": 0.02, "Stribeck": 0.05}
    kinds = ["rotor", "viscous", "quadratic", "Coulomb", "offset", *shapes]
    law = tuple(
        DriveTerm(Term(1, kind, shapes.get(kind, 0.0)), -2.5 if kind == "quadratic" else 2.5, 0.1)
        for kind in kinds
    )
    return replace(sliding(), friction=(law, sliding().friction[1]))


def test_laws_of_friction_are_printed_with_their_numbers() -> None:
    found = equations(of(every_law()))
    assert found["drive[1]"] == (
        "2.5*ddq1 + 2.5*dq1 - 2.5*sign(dq1)*dq1^2 + 2.5*sign(dq1) + 2.5 + 2.5*tanh(x1) + 2.5*z1 "
        "+ 2.5*sign(dq1)*exp(-y1^2)"
    )
    assert found["x1"] == "250*dq1"
    assert found["dz1"] == "50*(dq1 - sign(dq1)*dq1*z1)"
    assert found["y1"] == "20*dq1"


def test_a_term_that_its_deviation_leaves_nothing_of_is_not_printed() -> None:
    law = tuple(replace(t, value=1e-4) if t.term.kind != "viscous" else t
                for t in every_law().friction[0])  # fmt: skip
    bare = replace(every_law(), friction=(law, (DriveTerm(Term(2, "rotor"), 0.0, 0.1),)))
    found = equations(of(bare))
    assert found["drive[1]"] == "2.5*dq1"
    assert found["drive[2]"] == "0"


def test_coupled_drives_are_told_by_their_displacements() -> None:
    found = equations(of(replace(every_law(), drives=np.array([[1.0, 0.0], [-0.5, 1.0]]))))
    assert found["s1"] == "q1"
    assert found["s2"] == "-0.5*q1 + q2"
    assert "2.5*dds1" in found["drive[1]"]


@pytest.mark.parametrize("notation", ["standard", "plain", "rttrr"])
def test_every_symbol_of_the_section_is_explained(notation: str) -> None:
    for found in (every_law(), replace(every_law(), drives=np.array([[1.0, 0.0], [0.5, 1.0]]))):
        document = of(found, notation)
        used = set(glyphs(document))
        assert len(used) > 10
        assert used <= document.explained


def test_the_numbers_of_the_report_are_the_identified_robots() -> None:
    found = pendulum()
    rows = table(shown(), "Links: mass m, mass centre x, y, z").rows
    masses = [float(words(row[1])) for row in rows]
    assert masses == pytest.approx([float(x.mass.constant or 0) for x in found.robot.links], 1e-5)
    assert "identified from A.0_00.csv.gz, A.0_01.csv.gz" in prose(shown().blocks)


def test_the_proof_is_told_with_its_minors_and_a_failed_one_is_not() -> None:
    found = pendulum()
    assert "each was proven to be one that can exist" in prose(shown().blocks)
    rows = table(shown(), "Links: mass in kg").rows
    for row, proof in zip(rows, found.possible.certificate.rows, strict=True):
        numbers = [float(words(c).replace("·10", "e").translate(LOWERED)) for c in row[5:]]
        assert numbers == pytest.approx([float(m) for m in proof.minors], rel=0.06)
    (first, *rest) = found.possible.certificate.rows
    wrong = replace(found.possible.certificate, rows=(
        replace(first, holds=False, detail="its mass is -1 kg"), *rest))  # fmt: skip
    document = of(replace(found, possible=replace(found.possible, certificate=wrong)))
    assert "The certificate does not hold: link 1: its mass is -1 kg." in prose(document.blocks)
    assert "each was proven" not in prose(document.blocks)


LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")


def test_a_contradiction_and_what_is_not_excited_are_told() -> None:
    said = "no possible robot fits within the noise: the nearest one is 17 away (95% would be 9)"
    found = pendulum()
    hidden = ("Lxz2 was not excited by this motion",)
    document = of(replace(found, unexcited=hidden,
                          possible=replace(found.possible, contradiction=said)))  # fmt: skip
    assert f"{said.capitalize()[:20]}" in prose(document.blocks)
    assert "17 away" in prose(document.blocks)
    assert hidden[0] in prose(document.blocks)


def test_a_load_has_its_table_and_its_plot() -> None:
    load = a_load(sliding())
    found = replace(sliding(), load=load)
    document = torsor.report(found.robot, identification=found, sections="identification")
    rows = table(document, "The load").rows
    assert [words(row[0]) for row in rows][:4] == ["mass", "x", "y", "z"]
    assert words(rows[0][1]) == f"{load.mass:.4g}"
    assert "The load of load.csv is told in the tool's frame" in prose(document.blocks)
    captions = [b.caption for b in document.blocks if isinstance(b, Picture)]
    assert "The load with its intervals" in captions


def test_the_plots_that_matter_are_there() -> None:
    pictures = [b for b in shown().blocks if isinstance(b, Picture)][1:]  # the first is the scheme
    assert len(pictures) == 8
    assert all(etree.fromstring(p.svg.encode()).tag.endswith("svg") for p in pictures)


def test_no_format_tells_where_the_logs_lie(tmp_path: Path) -> None:
    document = shown()
    for text in (
        to_html(document),
        to_latex(document, "f"),
        to_markdown(document),
        to_typst(document),
    ):
        assert "A.0_11.csv.gz" in text.replace("\\", "")
        assert str(LOGS) not in text.replace("\\", "")
        assert "examples/identification" not in text.replace("\\", "")
    etree.fromstring(to_html(document).removeprefix("<!doctype html>\n").encode())
    assert to_pdf(document).startswith(b"%PDF")


def test_markdown_has_even_tables() -> None:
    for rows in re.findall(r"(?:^\|.*\n)+", to_markdown(shown()), re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows.splitlines()}) == 1


def test_an_identification_of_another_robot_is_refused() -> None:
    with pytest.raises(TorsorError, match=r"identification is of 'double pendulum.*not of '3R"):
        torsor.report("3r", identification=pendulum())
    with pytest.raises(TypeError, match="identification is an identification, not"):
        torsor.report("3r", identification={"base": []})


def test_the_command_identifies_and_reports(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = str(tmp_path / "report.md")
    robot, log = str(LOGS / "double_pendulum_A.toml"), str(LOGS / "A.0_00.csv.gz")
    held = ["--validate", str(LOGS / "A.0_11.csv.gz")]
    few = ["--sections", "identification", "--cutoff", "4", "-o", out]
    assert run(["report", robot, "--logs", log, *held, *few]) == 0
    text = Path(out).read_text("utf-8")
    assert "at 4 Hz (as asked for)" in text
    assert "held out: identified" in text
    assert run(["report", robot, *held, "-o", out]) == 2
    assert "are for --logs" in capsys.readouterr().err
