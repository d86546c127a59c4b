"""``torsor why``: the trace as people and programs read it."""

from __future__ import annotations

import pytest
from tests.equations.reading import columns

import torsor as package


def test_a_term_is_explained(torsor) -> None:
    found = torsor("why", "rttrr", "tau1", "dq1*dq4*m5*ry5*l3")
    assert found.status == 0
    lines = [line.strip() for line in found.out.splitlines()]
    assert lines[0] == "1 of the 229 terms of tau1 contain dq1*dq4*m5*ry5*l3."
    assert "effect  Coriolis (two different velocities act together)" in lines
    assert "from    link 5, by M₅" in lines
    order = [lines.index(word) for word in ("way     outwards", "inwards", "along the axis")]
    assert order == sorted(order)
    last = lines[-1].replace("q\u0307", "q̇")
    assert last == "Qm¹ gets -2 M₅ ⁵rC₅y l₃ sq₄ q̇₁ q̇₄"


def test_the_trace_for_a_program(torsor) -> None:
    data = torsor("why", "trtrr", "tau4", "Ixx5", "--json").data
    assert set(data) == {"robot", "target", "term", "matches"}
    assert (data["robot"], data["target"], data["term"]) == ("TRTRR", "tau4", "Ixx5")
    ring = package.derive("trtrr").ring
    for match in data["matches"]:
        assert set(match) == {
            "terms",
            "effect",
            "link",
            "drive",
            "brought_by",
            "brings",
            "steps",
        }
        assert (match["link"], match["brought_by"]) == (5, ["Ixx5"])
        total = sum((ring.parse(t) for t in match["terms"]), ring.number(0))
        assert ring.parse(match["brings"]) == total
        for step in match["steps"]:
            assert set(step) == {"step", "link", "component", "part"}
            assert ring.parse(step["part"])
    assert [m["effect"] for m in data["matches"]] == ["centrifugal", "Coriolis"]


def test_the_load_has_no_link(torsor) -> None:
    (match,) = torsor("why", "rttrr", "tau3", "fz", "--json").data["matches"]
    assert (match["effect"], match["link"], match["brought_by"]) == ("payload", None, ["fz"])
    assert match["steps"][0] == {
        "step": "tool force",
        "link": None,
        "component": "z",
        "part": "fz",
    }
    assert "from    the load, by ⁶fz" in torsor("why", "rttrr", "tau3", "fz").out


def test_nothing_found_is_said(torsor) -> None:
    assert torsor("why", "planar2r", "tau1", "fz").out == "0 of the 29 terms of tau1 contain fz.\n"


def test_long_answers_are_shortened_unless_all_is_asked_for(torsor) -> None:
    short = torsor("why", "planar2r", "tau1", "m2").out
    assert short.rstrip().endswith("--all shows them, more factors narrow the question.")
    whole = torsor("why", "planar2r", "tau1", "m2", "--all").out
    assert "--all shows them" not in whole
    assert short.count("effect") == 4 < whole.count("effect")


def test_notation_and_payload_are_options(torsor) -> None:
    plain = torsor("why", "planar2r", "tau2", "mp*g", "--payload", "weight", "--notation", "plain")
    assert "tau2 gets -l2*g*mp*sin(q1)*sin(q2) + l2*g*mp*cos(q1)*cos(q2)\n" in plain.out
    assert "f[2].y = " in plain.out


@pytest.mark.parametrize("width", [60, 90])
def test_the_terminals_width_is_respected(width: int, torsor, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    found = torsor("why", "rttrr", "tau1", "m5*g", "--all").out
    found += torsor("why", "3r", "tau1", "Ixx3*dq1*dq2", "--all").out
    assert max(map(columns, found.splitlines())) <= width
