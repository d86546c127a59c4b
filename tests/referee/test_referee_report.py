"""A checked paper as a referee's report: the verdict, the slips side by side, the reasons."""

from __future__ import annotations

import re
from functools import cache

import pytest

from torsor.document import write
from torsor.document.blocks import (
    Code,
    Display,
    Heading,
    Link,
    Marked,
    Maths,
    Paragraph,
    Symbol,
    Table,
    plain_words,
)
from torsor.document.writers.writer import pair_terms
from torsor.notation.glyph import Glyph
from torsor.referee.errata import document
from torsor.referee.errata.overview import overview_table, tell_verdicts
from torsor.referee.errata.paper_document import slip_table, tell_verdict
from torsor.referee.errata.printed_labels import print_label, title_of
from torsor.referee.errata.target_words import target_in_words
from torsor.referee.errata.words import quote_note
from torsor.referee.paper_check import PaperCheck, check_paper

PAGES = ("latex", "html", "typst")


@cache
def paper(name: str) -> PaperCheck:
    """A paper of the library, checked once."""
    return check_paper(name)


def test_the_summary_tells_what_was_judged_and_which_slips_there_are() -> None:
    assert tell_verdict(paper("trtrr")) == (
        "24 printed equations were compared, term by term and exactly, with the model of TRTRR, "
        "derived by the method of Newton and Euler. 16 are right as printed; eight differ from "
        "the model. What differs comes down to 15 slips, which show in 26 terms: six wrong "
        "indices, six dots lost or added, two wrong symbols and one wrong sign. One more could "
        "not be read with certainty and was not judged."
    )
    assert "None is right as printed; five differ" in tell_verdict(paper("rttrr"))


@pytest.mark.parametrize("format", PAGES)
def test_the_summary_comes_first_and_what_was_not_judged_last(format: str) -> None:
    shown = document([paper("scara")], format)
    first = shown.blocks[0]
    assert isinstance(first, Paragraph)
    assert plain_words(first.text).startswith("Summary. 71 printed equations")
    titles = [b.title for b in shown.blocks if isinstance(b, Heading) and b.level == 1]
    assert titles == [
        "The slips, one by one",
        "The equations that differ, as printed",
        "Every equation and its verdict",
        "What was not judged, and why",
    ]
    assert "The side in the middle of (5)" in write(shown, format)


@pytest.mark.parametrize("name", ["rttrr", "trtrr", "3r", "scara", "rv1a"])
def test_every_slip_has_printed_and_derived_side_by_side_and_a_sentence(name: str) -> None:
    check = paper(name)
    rows = slip_table(check).rows
    assert len(rows) == len(check.findings)
    for finding, (_, printed, derived, told) in zip(check.findings, rows, strict=True):
        marks = [{r.mark for r in cell if isinstance(r, Marked)} for cell in (printed, derived)]
        assert marks[0] == ({"printed"} if finding.example.printed else set())
        assert marks[1] == ({"derived"} if finding.example.derived else set())
        sentence, label = plain_words(told), print_label(finding.places[0].label)
        assert sentence.endswith(".")
        assert plain_words(label).strip() in sentence
        assert {r for r in label if isinstance(r, Symbol)} <= set(told)


@pytest.mark.parametrize("name", ["rttrr", "trtrr", "3r", "scara", "rv1a"])
def test_no_equation_with_a_slip_in_a_printed_term_has_all_its_terms_agree(name: str) -> None:
    for checked in paper(name).equations:
        wrong = [d for e in checked.entries for d in e.comparison.differences if d.printed]
        assert checked.matched + bool(wrong) <= checked.printed


def test_a_bracket_that_is_too_many_shows_each_of_its_terms() -> None:
    check = paper("3r")
    (slip,) = (k for k, f in enumerate(check.findings) if "N_2x" in f.places[0].label and f.others)
    printed = slip_table(check).rows[slip][1]
    shown = [r.run for r in printed if isinstance(r, Marked) and isinstance(r.run, Maths)]
    assert len(shown) == 2
    assert len({str(run.pieces) for run in shown}) == 2


@pytest.mark.parametrize("name", ["rttrr", "3r"])
def test_no_line_parts_a_wrong_term_from_its_correction(name: str) -> None:
    shown = document([paper(name)], "html")
    terms = [d.parts[0].terms for d in shown.blocks if isinstance(d, Display)]
    pairs = [pair for row in terms for pair in pair_terms(row)]
    wrong = [t for row in terms for t in row if isinstance(t, Marked) and t.mark == "wrong"]
    assert [p[0] for p in pairs if len(p) == 2] == wrong
    assert write(shown, "html").count('class="pair"') == len(wrong)
    rows = [row for row in write(shown, "latex").splitlines() if row.startswith("& ")]
    assert sum(row.count("color{red}") for row in rows) == len(wrong)
    assert all(row.count("color{blue}") >= row.count("color{red}") for row in rows)


@pytest.mark.parametrize("name", ["scara", "3r"])
def test_every_slip_leads_to_the_equations_that_show_it(name: str) -> None:
    page = write(document([paper(name)], "html"), "html")
    leads = set(re.findall(r'href="#([^"]*)"', page))
    assert len(leads) > 3
    assert leads <= set(re.findall(r'id="([^"]*)"', page))
    for finding, row in zip(paper(name).findings, slip_table(paper(name), True).rows, strict=True):
        places = {(p.label, p.component) for p in finding.places}
        assert sum(isinstance(run, Link) for run in row[3]) == len(places)


def test_the_counts_of_several_papers_are_those_of_the_table_below_them() -> None:
    checks = [paper("3r"), paper("trtrr")]
    told, rows = tell_verdicts(checks), overview_table(checks, linked=False).rows
    sums = [sum(int(plain_words(row[k])) for row in rows) for k in range(1, 6)]
    assert sums == [35, 21, 1, 38, 23]
    assert "of 35 equations 21 are right as printed, and one could not be read" in told
    assert "comes down to 23 slips. Left out were 38 more" in told


def test_the_source_is_quoted_as_it_is_typed() -> None:
    assert quote_note("r_{C_z}: index in the subscript missing")[1] == Code("r_{C_z}")
    placed = quote_note("line 2, column 11: J_x^* is no symbol of the model")
    assert placed[:2] == ("line 2, column 11: ", Code("J_x^*"))
    assert quote_note("an excerpt: 177 derived terms are not printed") == (
        "an excerpt: 177 derived terms are not printed",
    )


def test_every_equation_that_was_left_out_is_listed_with_its_reason() -> None:
    check = paper("trtrr")
    table = [b for b in document([check], "html").blocks if isinstance(b, Table)][-1]
    listed = " ".join(plain_words(labels) for _, labels in table.rows)
    for unchecked in check.unchecked:
        words = plain_words(print_label(unchecked.label.removesuffix(", formula")))
        assert words.strip(", ") in listed
    assert plain_words(table.rows[0][0]) == "Could not be read: two signs clash at a line break."


def test_symbols_in_labels_are_set_as_mathematics_and_headings_say_them_in_words() -> None:
    assert print_label("(10), N_2x") == ("(10), ", Symbol((Glyph("N", "2x"),)))
    assert print_label("J_v^6") == (Symbol((Glyph("J", "v", "6"),)),)
    assert print_label("(14), formula") == ("(14), formula",)
    assert title_of("(10), N_2x", "N[2].x") == "(10), moment that turns link 2, component x"
    assert title_of("J_v^6", "J_v[6]") == "Jacobian of mass centre 6"


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("tau[2]", "driving force 2"),
        ("a_C[3].x", "acceleration of mass centre 3, component x"),
        ("M[1,2]", "mass matrix, entry 1,2"),
        ("K", "kinetic energy"),
        ("K[4]", "kinetic energy of link 4"),
        ("C", "Coriolis matrix"),
    ],
)
def test_targets_are_told_in_words(target: str, words: str) -> None:
    assert target_in_words(target) == words
