"""A report is prose for people: an imported robot, numbers put in, sources, names as text."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from lxml import etree
from tests.reporting.reports import pages, told

import torsor
from torsor.document.blocks import Code, Document, Heading, Items, Paragraph, Table, plain_words
from torsor.document.writers.html import to_html
from torsor.document.writers.latex import to_latex
from torsor.document.writers.typst import to_typst
from torsor.equations.tree import Product, Sum
from torsor.errors import TorsorError
from torsor.reporting import Wanted, compose
from torsor.reporting.decimal_trees import scale_intermediates
from torsor.reporting.printed_numbers import print_angle, print_entry, print_number
from torsor.reporting.report_files import to_pdf
from torsor.reporting.sections.description.references import References

ARM = """<robot name="arm">
<link name="world"/>
<link name="upper"><inertial><mass value="2.5"/><origin xyz="0 0 0.298"/>
<inertia ixx="0.0417" iyy="0.0417" izz="0.003" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="fore"><inertial><mass value="1.1"/><origin xyz="0.01 0 0.15"/>
<inertia ixx="0.01" iyy="0.01" izz="0.0007" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="cap"><inertial><mass value="0.07"/><origin xyz="0 0 0.03"/>
<inertia ixx="0.0001" iyy="0.0001" izz="0.0001" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="base_joint" type="revolute"><parent link="world"/><child link="upper"/>
<origin xyz="0 0 0.1"/><axis xyz="0 0 1"/>
<limit lower="-1.570796" upper="1.570796" velocity="2" effort="30"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>
<origin xyz="0 0 0.6" rpy="1.5707963 0 0.3"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" velocity="2" effort="12"/></joint>
<joint name="glue" type="fixed"><parent link="fore"/><child link="cap"/>
<origin xyz="0 0 0.3" rpy="0.2 0 0"/></joint>
</robot>"""


@pytest.fixture
def arm(tmp_path: Path) -> str:
    path = tmp_path / "some folder" / "my_arm.urdf"
    path.parent.mkdir()
    path.write_text(ARM)
    return str(path)


def test_an_imported_robot_reads_as_prose_and_its_notes_are_an_appendix(arm: str) -> None:
    shown = torsor.report(arm, sections="robot,forces")
    blocks = list(shown.blocks)
    about = next(b for b in blocks if isinstance(b, Paragraph))
    assert plain_words(about.text).startswith(
        "arm has 2 moving joints, all of which turn (structure RR), and 2 coordinates. It was "
        "read from the file my_arm.urdf"
    )
    at = next(k for k, b in enumerate(blocks) if isinstance(b, Heading) and b.appendix)
    notes = next(b for b in blocks[at:] if isinstance(b, Items))
    sentences = [plain_words(item) for item in notes.items]
    assert all(s[0].isupper() and s.endswith(".") for s in sentences)
    assert any("Merged into link 2 (fore): cap." in s for s in sentences)
    assert any("Massless, for want of <inertial>: world." in s for s in sentences)
    assert not any("merged" in told(b).lower() for b in blocks[:at] if "appendix" not in told(b))


def test_no_number_is_a_fraction_and_no_folder_of_the_machine_is_told(arm: str) -> None:
    shown = torsor.report(arm)
    text = to_html(shown)
    assert "<mfrac><mn>" not in text.replace("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "")
    assert not re.search(r"\d/\d", re.sub(r"<[^>]*>|base64,[^\"]*", " ", text))
    for page in (text, to_latex(shown), to_typst(shown)):
        assert "some folder" not in page
        assert arm not in page
    assert "my_arm.urdf" in text


def test_names_and_limits_of_the_file_are_a_table(arm: str) -> None:
    shown = torsor.report(arm, sections="robot")
    (table,) = [b for b in shown.blocks if isinstance(b, Table) and "limits" in b.caption]
    first = [plain_words(cell).replace("\u00a0", " ") for cell in table.rows[0]]
    assert first == ["1", "base_joint", "upper", "−90° … 90°", "2 rad/s", "30 N m"]


def test_links_stand_row_by_row_with_their_numbers(arm: str) -> None:
    shown = torsor.report(arm, sections="robot")
    (table,) = [b for b in shown.blocks if isinstance(b, Table) and "mass centre x" in b.caption]
    assert [plain_words(cell) for cell in table.rows[0]] == [
        "1", "2.5", "0", "0", "0.298", "41.7", "41.7", "3", "0", "0", "0",
    ]  # fmt: skip
    assert "10⁻³ kg m²" in table.caption  # 0.0417 kg m²


def test_published_numbers_are_put_into_the_equations() -> None:
    shown = torsor.report(
        "puma560", published=True, payload="none", sections="robot,forces,symbols"
    )
    text = to_typst(shown)
    assert "numbers put in" in shown.subtitle
    assert "m_(2)" not in text.partition("Generalised driving forces")[2].partition("Symbols")[0]
    assert text.count("Armstrong") == 1
    # 9.80665 (17.4·0.068 + (4.8 + 0.82 + 0.34 + 0.09)·0.4318) N m: what the outer links weigh
    assert "37.222" in text


def test_values_replace_symbols_and_the_rest_stays() -> None:
    shown = torsor.report("planar2r", values={"l1": "0.5", "m2": 2}, sections="forces")
    text = to_typst(shown)
    assert "l_(1)" not in text
    assert "l_(2)" not in text or "m_(1)" in text
    assert "m_(1)" in text
    with pytest.raises(TorsorError, match="no symbol of"):
        torsor.report("planar2r", values={"l9": 1}, sections="forces")
    with pytest.raises(TorsorError, match="comes without numbers"):
        torsor.report("planar2r", published=True)
    with pytest.raises(TorsorError, match="no symbol of"):
        torsor.report("planar2r", values={"q1": 1}, sections="forces")


def test_intermediates_are_scaled_without_changing_what_is_said() -> None:
    a, b = Fraction(25537911, 10**9), Fraction(3, 700)
    inner = Sum((Product(a, (("x", 1),)), Product(b, (("y", 2),))))
    body = Sum((Product(Fraction(1, 10**6), ((inner, 1), ("z", 1))),))
    tree = Sum((Product(Fraction(7, 11), (("sigma1", 2), ("x", 1))),))
    (scaled,), defined = scale_intermediates([tree], {"sigma1": body})

    def value(found: Sum, at: dict[str, Fraction]) -> Fraction:
        total = Fraction(0)
        for part in found.parts:
            term = part.coefficient
            for factor, exponent in part.factors:
                known = at[factor] if isinstance(factor, str) else value(factor, at)
                term *= known**exponent
            total += term
        return total

    at = {"x": Fraction(2, 3), "y": Fraction(5), "z": Fraction(-7, 2)}
    before = value(tree, at | {"sigma1": value(body, at)})
    assert value(scaled, at | {"sigma1": value(defined["sigma1"], at)}) == before
    first = defined["sigma1"].parts[0].factors[0][0]
    assert isinstance(first, Sum)
    assert first.parts[0].coefficient == 1


def test_appendices_are_lettered_one_after_another(tmp_path: Path) -> None:
    blocks = (Heading("Body"), Heading("One", 1, True), Heading("Two", 1, True))
    shown = Document("t", blocks, numbered=True)
    words = [word[4] for page in pages(to_pdf(shown), tmp_path) for word in page]
    text = " ".join(words)
    assert not words or ("A One" in text and "B Two" in text)
    assert to_latex(shown).count("\\appendix") == 1
    assert "B Two" in to_html(shown)


def test_numbers_are_decimals_with_the_signs_of_print() -> None:
    assert print_number(Fraction(4193, 550000)) == "0.00762364"
    assert print_number(Fraction(-1, 4)) == "−0.25"
    assert print_entry(Fraction(-1, 1000000), 5) == "−0.000001"
    assert print_entry(Fraction(0), 5) == "0"
    turned = torsor.load("Rz(q1) Rx(0.3rad) Rz(q2)").joints[1].placement.rotation[0]
    assert print_angle(turned.angle) == "17.1887°"  # type: ignore[union-attr]


def test_a_work_is_cited_once_with_all_that_is_said_of_it() -> None:
    found = References(["A, B, Paper, 1986: lengths", "CGPM 1901", "A, B, Paper, 1986: masses"])
    assert found.marks(["A, B, Paper, 1986: masses", "CGPM 1901"]) == "[1, 2]"
    assert found.items == (("[1] A, B, Paper, 1986. Lengths. Masses.",), ("[2] CGPM 1901.",))


def test_a_page_has_contents_whose_links_lead_to_its_sections() -> None:
    shown = compose("planar2r", Wanted())
    tree = etree.fromstring(to_html(shown).removeprefix("<!doctype html>\n").encode())
    links = [a.get("href") for a in tree.findall(".//nav//a")]
    sections = [b for b in shown.blocks if isinstance(b, Heading) and b.level == 1]
    assert len(links) == len(sections) > 8
    named = {e.get("id") for e in tree.iter() if e.get("id")}
    assert all(link[1:] in named for link in links)


HOSTILE = "<script>alert(1)</script> $x$ #panic() \\input{x} \"quoted\" 'single' & %"


def test_hostile_names_of_joints_and_people_are_text_everywhere(tmp_path: Path) -> None:
    text = (
        'name = "arm"\ndescription = """D"""\n'
        'joint = [{ kind = "R", axis = "z", name = "a_b" }, { kind = "R", axis = "z", '
        'offset = ["l1", 0, 0] }]\n'
    )
    (tmp_path / "arm.toml").write_text(text)
    robot = torsor.load(str(tmp_path / "arm.toml"))
    shown = torsor.report(robot, sections="robot,forces", title=HOSTILE, author=HOSTILE)
    page = to_html(shown)
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 3
    words = " ".join(word[4] for sheet in pages(to_pdf(shown), tmp_path) for word in sheet)
    if words:
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in words
        assert "\\input{x}" in words
    assert "\\input{x}" not in to_latex(shown)


def test_a_name_of_a_file_is_code_in_which_nothing_is_markup() -> None:
    from torsor.reporting.sections.description.reading import note_in_print

    runs = note_in_print("merged into link 1 ('a<b>#c'): 'x_y' pitch -90deg, within 1e-9 rad")
    assert [r.text for r in runs if isinstance(r, Code)] == ["a<b>#c", "x_y"]
    assert plain_words(runs) == "Merged into link 1 (a<b>#c): x_y pitch −90°, within 10⁻⁹ rad."
