"""The answers are what the protocol says, and what torsor's own functions give."""

from __future__ import annotations

import re
from base64 import b64decode

import pytest

import torsor
from torsor.document.printing.mathml import MathmlPrinter
from torsor.equations.documents import Style, Writer
from torsor.errors import TorsorError
from torsor.notation.notation import load_notation
from torsor.studio.answering import answer
from torsor.studio.kept import Kept
from torsor.studio.protocol import QUESTIONS
from torsor.studio.validation import mistake

FORMS = ("tau", "matrices", "steps", "energies", "base")


@pytest.fixture(scope="module")
def kept() -> Kept:
    return Kept()


def ask(kept: Kept, name: str, /, **about):
    found = answer(name, about, kept)
    assert mistake(found, QUESTIONS[name][1], name) == ""
    return found


def lines_of(kept: Kept, equation, form="tau", **about):
    """Every line of an equation, a hundred at a time, as the page scrolls."""
    for block in equation["blocks"]:
        start = 0
        while True:
            found = ask(
                kept, "lines", form=form, equation=equation["id"], block=block["id"],
                start=start, count=100, **about,
            )  # fmt: skip
            yield from found["lines"]
            start += 100
            if start >= found["total"]:
                break


def equations_of(found):
    return [row for section in found["sections"] for row in section["equations"]]


@pytest.mark.parametrize("name", ["rttrr", "scara", "planar2r", "rv1a-paper", "ur5e"])
def test_all_lines_together_are_the_equation_as_it_is_printed(kept, name):
    model = torsor.derive(name)
    hand = load_notation(model.robot.notation or "standard")
    writer = Writer(model, Style(hand))
    printer = MathmlPrinter(hand.product)
    robot = {"text": name}
    shown = ask(kept, "equations", robot=robot, form="tau")
    for row, force in zip(equations_of(shown), model.tau, strict=True):
        (tree,), _ = writer.trees([force])
        pieces = writer.speller.pieces(tree)
        runs = [r for line in lines_of(kept, row, robot=robot) for r in line["runs"]]
        if len(row["blocks"]) == 1:
            assert "".join(r["mathml"] for r in runs) == printer.sum(pieces)
        assert row["terms"] == len(force) == sum(b["terms"] for b in row["blocks"])
        assert sum(row["effects"].values()) == len(force)
        printed = sorted(printer.piece(p, k == 0) for k, p in enumerate(pieces))
        if all(len(r["mathml"]) < 500 for r in runs) and len(runs) == len(pieces):
            assert sorted(r["mathml"] for r in runs) == printed


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("style", [{}, {"shorter": ["squares", "sums"]}, {"collect": "motion"},
                                   {"intermediates": True}])  # fmt: skip
def test_every_form_in_every_style_has_its_lines(kept, form, style):
    robot = {"text": "3r"}
    shown = ask(kept, "equations", robot=robot, form=form, style=style)
    rows = equations_of(shown)
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows[:12]:
        lines = list(lines_of(kept, row, form, robot=robot, style=style))
        assert lines
        assert [n for line in lines for n in [line["nodes"]] if n > 2000] == []
    assert shown["terms"] == sum(row["terms"] for row in rows)


def test_a_page_asks_for_lines_as_it_scrolls_and_never_has_too_many_nodes(kept):
    robot = {"text": "puma560"}
    shown = ask(kept, "equations", robot=robot, form="tau", first=12)
    assert shown["terms"] == 19888
    first = [line for lines in shown["first"] for line in lines["lines"]]
    assert len(first) == 12
    assert sum(line["nodes"] for line in first) < 5000
    assert max(len(r["mathml"]) for line in first for r in line["runs"]) < 2000


def test_terms_that_a_hypothesis_takes_away_are_gone(kept):
    robot, other = {"text": "rttrr"}, {"text": "rttrr", "hypotheses": ["com_at_origin"]}
    shown = ask(kept, "equations", robot=robot, form="tau", against=other)
    more = torsor.derive("rttrr").tau
    less = torsor.derive("rttrr", assume="com_at_origin").tau
    for row, a, b in zip(equations_of(shown), more, less, strict=True):
        assert row["terms"] - row["gone"] == len(b) == len(a) - row["gone"]
        runs = [r for line in lines_of(kept, row, robot=robot, against=other) for r in line["runs"]]
        assert all(r["gone"] == any(re.match(r"r[xyz]\d", n) for n in r["names"]) for r in runs)


def test_weight_is_weight_also_where_gravity_is_a_number(kept):
    def effects(name, **numbers):
        robot = {"text": name, "numbers": numbers}
        found = equations_of(ask(kept, "equations", robot=robot, form="tau"))
        return [row["effects"] for row in found]

    for name in ("rttrr", "puma560"):
        assert sum(e.get("gravity", 0) for e in effects(name)) > 0
        assert effects(name, g="9.81") == effects(name)
    load = dict.fromkeys(("fx", "fy", "fz", "nx", "ny", "nz"), "2")
    for told, whole in zip(effects("rttrr", **load), effects("rttrr"), strict=True):
        assert told.get("gravity") == whole.get("gravity")
        assert told.keys() == whole.keys()
    for told in effects("rttrr", g="9.81", **load):  # now nothing tells load and weight apart
        assert not told.keys() & {"gravity", "payload"}


def test_a_search_finds_the_terms_that_have_all_factors(kept):
    robot = {"text": "rttrr"}
    for text in ("dq1*m5", "q̇₁ M₅"):
        found = ask(kept, "search", robot=robot, form="tau", term=text)
        wanted = {
            f"tau[{i}]": sum(t.power("dq1") >= 1 and t.power("m5") >= 1 for t in force.terms)
            for i, force in enumerate(torsor.derive("rttrr").tau, 1)
        }
        assert found["by_equation"] == {k: n for k, n in wanted.items() if n}
        hit = found["hits"][0]
        lines = ask(
            kept, "lines", robot=robot, form="tau", equation=hit["equation"], block=hit["block"],
            start=hit["line"], count=1, search=text,
        )  # fmt: skip
        assert any(r["found"] for line in lines["lines"] for r in line["runs"])


def test_every_term_that_can_be_clicked_is_traced(kept):
    robot = {"text": "trtrr"}
    for form in ("tau", "matrices"):
        shown = ask(kept, "equations", robot=robot, form=form)
        for row in equations_of(shown):
            runs = [r for line in lines_of(kept, row, form, robot=robot) for r in line["runs"]]
            for run in runs[:2]:
                if run["term"]:
                    told = ask(kept, "why", robot=robot, equation=row["id"], term=run["term"])
                    assert told["count"] >= 1
                    assert {o["effect"] for o in told["origins"]} >= {run["effect"]}
                    assert any(o["link"] in run["links"] for o in told["origins"])


def test_sizes_are_counts_of_terms(kept):
    model = torsor.derive("puma560")
    found = ask(kept, "sizes", robot={"text": "puma560"})
    assert found["tau"] == model.terms
    assert found["M"][0] == [len(entry) for entry in model.M[0]]
    assert found["C"][2][1] == len(model.C[2][1])


@pytest.mark.parametrize("name", ["rttrr", "scara", "panda", "rv1a-paper"])
def test_a_robot_is_described_with_every_symbol_of_its_equations(kept, name):
    found = ask(kept, "describe", robot={"text": name})
    model = torsor.derive(name)
    names = {n for force in model.tau for n in force.symbols()}
    assert names <= {row["name"] for row in found["symbols"]}
    assert torsor.derive(torsor.load(name)).tau == model.tau
    again = ask(kept, "describe", robot={"text": found["toml"], "kind": "toml"})
    assert again["joints"] == found["joints"]
    assert again["symbols"] == found["symbols"]


def test_every_robot_of_the_catalogue_can_be_described_and_its_atlas_derived(kept):
    found = ask(kept, "catalogue")
    assert [row["name"] for row in found["robots"]] == list(torsor.library_names())
    for entry in found["atlas"][::20]:
        robot = {"text": entry["word"], "axes": entry["axes"], "kind": "word"}
        assert ask(kept, "describe", robot=robot)["dof"] == entry["dof"]
    assert len(found["papers"]) == 5
    assert ask(kept, "describe", robot={"text": "atlas:RTTRR-zzyzy"})["structure"] == "RTTRR"


@pytest.mark.parametrize(
    ("robot", "field", "place", "says"),
    [
        ({"text": "rttrx"}, "text", None, "no robot is called 'rttrx'; did you mean"),
        ({"text": "Rz(q1) tz(q2"}, "text", (1, 13), "expected ')'"),
        ({"text": 'name = "a\n'}, "text", (1, 10), "malformed TOML"),
        ({"text": 'joint = [\n  {kind = "R", axis = "w"},\n]'}, "text", (2, 16), "is no axis"),
        ({"text": "rttrr", "hypotheses": ["Ixy9 = 0"]}, "hypotheses", None, "names no symbol"),
        ({"text": "rttrr", "payload": "wren"}, "payload", None, "did you mean 'wrench'"),
        ({"text": "rttrr", "numbers": {"l3": "x"}}, "numbers", None, "l3"),
        ({"text": "RTX", "kind": "word"}, "text", None, "the letter 'X'"),
        ({"text": ""}, "text", None, "the robot is empty"),
        (
            {"text": 'notation = "/etc/passwd.toml"\nets = "Rz(q1)"'},
            "text",
            (1, 1),
            "not read here",
        ),
    ],
)
def test_a_mistake_is_told_with_its_field_and_place(kept, robot, field, place, says):
    from torsor.studio.answering import failure

    with pytest.raises(torsor.TorsorError) as caught:
        answer("equations", {"robot": robot, "form": "tau"}, kept)
    told = failure(1, caught.value)
    where = told["place"] and (told["place"]["line"], told["place"]["column"])
    assert (told["field"], where, told["fault"]) == (field, place, False)
    assert says in told["sentence"]


def values_of(kept: Kept, robot, number=0.3):
    return {row["name"]: number for row in ask(kept, "describe", robot=robot)["symbols"]}


@pytest.mark.parametrize("name", ["rttrr", "scara", "ur5e"])
def test_numbers_are_those_of_the_closed_form(kept, name):
    robot = {"text": name}
    values = values_of(kept, robot)
    found = ask(kept, "numbers", robot=robot, values=values)
    assert found["missing"] == []
    model = torsor.derive(name)
    assert found["numbers"]["tau"] == [force.evaluate(values) for force in model.tau]
    assert found["numbers"]["M"][1][0] == model.M[1, 0].evaluate(values)
    few = ask(kept, "numbers", robot=robot, values={"q1": 1.0}, what=["tau", "spring"])
    assert "q1" not in few["missing"]
    assert list(few["numbers"]) == ["spring"]


def test_the_terms_of_an_equation_by_size_add_up_to_it(kept):
    robot = {"text": "rttrr"}
    values = values_of(kept, robot)
    model = torsor.derive("rttrr")
    for equation, value in (("tau[1]", model.tau[0]), ("C[1,3]", model.C[0, 2])):
        found = ask(kept, "weigh", robot=robot, equation=equation, values=values, count=200)
        whole = value.evaluate(values)
        assert found["total"] == pytest.approx(whole)
        assert sum(found["by_effect"].values()) == pytest.approx(whole)
        assert sum(found["by_link"].values()) == pytest.approx(whole)
        sizes = [abs(row["value"]) for row in found["terms"]]
        assert sizes == sorted(sizes, reverse=True)
        for row in found["terms"][:5]:
            assert model.parse(row["term"]).evaluate(values) != 0


def test_the_program_is_the_module_that_torsor_writes(kept):
    found = ask(kept, "program", robot={"text": "scara"})
    names = [f["name"] for f in found["functions"]]
    assert names[:2] == ["inverse_dynamics", "forward_dynamics"]
    assert found["coordinates"] == ["R", "R", "T", "R"]
    written = torsor.code("scara", "javascript", functions=names)
    (module,) = [text for name, text in written.items() if name.startswith("scara")]
    assert module.endswith(found["module"].lstrip("\n"))
    both = ask(kept, "program", robot={"text": "rv1a-paper"}, functions=["energy", "jacobian"])
    assert [f["name"] for f in both["functions"]] == ["kinetic_energy", "potential_energy"]


@pytest.mark.parametrize("paper", ["trtrr", "scara"])
def test_a_paper_is_judged_as_torsor_checks_it(kept, paper):
    found, truth = ask(kept, "check", paper=paper), torsor.check(paper)
    rows = [(e, x) for e in truth.equations for x in e.entries]
    assert [row["label"] for row in found["equations"]] == [e.label for e, _ in rows]
    for row, (checked, entry) in zip(found["equations"], rows, strict=True):
        assert row["differences"] == len(entry.comparison.differences)
        assert row["right"] <= (row["differences"] == 0)
        assert not checked.right or row["right"]
        wrong = sum(term["mark"] == "wrong" for term in row["terms"])
        assert wrong == sum(d.printed is not None for d in entry.comparison.differences)
    assert len(found["findings"]) == len(truth.findings)
    assert len(found["unjudged"]) == len(truth.unchecked)


TEXT = r"""
\[ \tau_2 = (m_2 r_{x2}^2 + I_{zz2}) (\ddot q_1 + \ddot q_2) + m_2 l_1 r_{x2} \cos q_2 \ddot q_1
  + m_2 l_1 r_{x2} \sin q_2 \dot q_1^2 + m_2 g r_{x2} \cos(q_1 + q_2) \]
"""


def test_a_pasted_text_is_judged_and_a_planted_slip_is_found(kept):
    robot = {"text": "planar2r"}
    right = ask(kept, "check", robot=robot, text=TEXT)
    assert [row["right"] for row in right["equations"]] == [True]
    assert {row["let"] for row in right["dictionary"]} >= {"ry2 = 0"}
    wrong = ask(kept, "check", robot=robot, text=TEXT.replace(r"\sin q_2 ", r"\cos q_2 "))
    assert [row["right"] for row in wrong["equations"]] == [False]
    assert any(t["mark"] == "wrong" for t in wrong["equations"][0]["terms"])
    assert wrong["findings"][0]["places"]


def test_a_text_about_another_robot_is_suspected_and_one_about_this_robot_is_not(kept):
    written = ask(kept, "take", robot={"text": "cartesian"}, what="latex")["text"]
    text = re.sub(r"(?m)^%.*\n", "", written)
    doubt = ask(kept, "check", robot={"text": "planar2r"}, text=text)["doubt"]
    assert "the text has 3 driving forces, Planar 2R has 2" in doubt
    assert "It names Cartesian" in doubt
    misprinted = text.replace("m_{2}", "m_{1}", 1)
    for about, slips in ((text, False), (misprinted, True)):
        found = ask(kept, "check", robot={"text": "cartesian"}, text=about)
        assert (bool(found["findings"]), found["doubt"]) == (slips, "")
    turning = ask(kept, "take", robot={"text": "planar2r"}, what="latex")["text"]
    with pytest.raises(TorsorError, match="the text turns joint 2, which slides in RTTRR"):
        ask(kept, "check", robot={"text": "rttrr"}, text=re.sub(r"(?m)^%.*\n", "", turning))


def test_a_slip_leads_to_its_place_and_to_the_way_of_the_right_term(kept):
    robot = {"text": "planar2r"}
    text = TEXT.replace(r"\sin q_2 ", r"\cos q_2 ")
    (slip,) = ask(kept, "check", robot=robot, text=text)["findings"]
    assert slip["says"] == "a cosine where a sine belongs"
    line = text.splitlines()[slip["at"]["line"] - 1]
    assert "cos" in line[slip["at"]["column"] - 1 :]
    way = ask(kept, "why", robot=robot, equation=slip["target"], term=slip["term"])
    assert {one["effect"] for one in way["origins"]} == {"centrifugal"}


@pytest.mark.parametrize("what", ["text", "markdown", "latex", "html", "pdf"])
def test_a_verdict_is_taken_along_as_torsor_check_writes_it(kept, what):
    about = {"robot": {"text": "planar2r"}, "text": TEXT}
    taken = ask(kept, "errata", check=about, what=what)
    assert taken["name"].startswith("planar-2r-checked.")
    if what == "pdf":
        assert b64decode(taken["base64"]).startswith(b"%PDF")
    else:
        assert "right under this dictionary" in taken["text"]


def test_the_certificate_is_torsors(kept):
    found, truth = ask(kept, "verify", robot={"text": "planar2r"}), torsor.verify("planar2r")
    assert [row["name"] for row in found["checks"]] == [check.name for check in truth.checks]
    assert found["holds"]


@pytest.mark.parametrize("what", ["toml", "latex", "text", "markdown", "html", "typst", "svg"])
def test_what_is_taken_along_is_a_whole_file(kept, what):
    found = ask(kept, "take", robot={"text": "planar2r"}, what=what, form="matrices")
    assert found["text"]
    assert found["name"].startswith("planar-2r")
    if what == "toml":
        again = ask(kept, "describe", robot={"text": found["text"]})
        assert again["joints"] == ask(kept, "describe", robot={"text": "planar2r"})["joints"]
    if what == "svg":
        assert found["text"].startswith("<svg")


def test_sympy_reads_what_is_taken_for_it(kept):
    sympy = pytest.importorskip("sympy")
    found = ask(kept, "take", robot={"text": "rttrr"}, what="sympy", equation="tau[3]")
    tree = compile(found["text"], "taken", "exec")
    names: dict[str, object] = {}
    exec(tree, names)
    assert sympy.expand(names["tau_3"] - torsor.derive("rttrr").tau[2].to_sympy()) == 0


def test_code_is_taken_as_an_archive(kept):
    import io
    import zipfile
    from base64 import b64decode

    found = ask(kept, "take", robot={"text": "planar2r"}, what="c")
    with zipfile.ZipFile(io.BytesIO(b64decode(found["base64"]))) as archive:
        assert {n for n in archive.namelist() if n.endswith((".c", ".h"))}


def test_a_robot_clicked_together_is_read_back(kept):
    joints = [
        {"kind": "R", "axis": "z", "offset": ["0", "0", "l1"]},
        {"kind": "T", "axis": "-x", "offset": ["", "l2", ""], "rotation": "Rx(90deg)"},
    ]
    built = ask(kept, "build", name="mine", joints=joints, tool=["0", "0", "l3"])
    robot = ask(kept, "describe", robot={"text": built["toml"]})
    assert [(row["kind"], row["axis"]) for row in robot["joints"]] == [("R", "z"), ("T", "-x")]
    assert robot["tool"]["offset"] == ["0", "0", "l3"]
