"""``why`` takes what is printed, in any notation, and entries of M, C and g."""

from __future__ import annotations

import pytest
from tests.equations.reading import model

import torsor
from torsor.document.printing.latex import LatexPrinter
from torsor.document.printing.text import TextPrinter
from torsor.equations.documents import speller
from torsor.equations.printed_terms import why
from torsor.equations.tree import flat, terms_of
from torsor.errors import TorsorError
from torsor.mechanics.effects import roles_of_robot
from torsor.notation import load_notation, notation_names

HANDS = [name for name in notation_names() if not load_notation(name).ascii]


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("name", ["rttrr", "scara", "planar2r"])
def test_every_term_is_found_by_what_is_printed_for_it(name: str, hand: str) -> None:
    """Each printed product, sign and number and all, leads back to its own term."""
    found, notation = model(name), load_notation(hand)
    spell, roles = speller(found, notation), roles_of_robot(found.robot)
    for printer in (TextPrinter(notation.product), LatexPrinter(notation.product)):
        for term in found.tau[0].terms[:: max(1, len(found.tau[0]) // 12)]:
            pieces = spell.pieces(flat(terms_of(found.ring.from_term_list([term])), roles))
            printed = printer.sum(pieces)
            traced = why(found, "tau1", printed, hand)
            terms = {t.powers for origin in traced.origins for t in origin.terms}
            assert term.powers in terms, printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("dq1*dq3*m3", "q̇₁ q̇₃ m₃"),
        ("dq1*dq3*m3", "2 M₃ q̇₁ q̇₃"),
        ("dq1*dq3*m3", r"\dot{q}_{1} \, \dot{q}_3 \cdot m_3"),
        ("dq4^2", "q̇₄²"),
        ("dq4^2", "q̇₄^2"),
        ("dq4^2*sin(q4)", "q̇₄² s₄"),
        ("dq4^2*sin(q4)", "q̇₄²·sin(q₄)"),
        ("m3*dq1", "m3 q̇₁"),
        ("m3*q3^2", "m3 q3²"),
    ],
)
def test_typed_and_printed_are_the_same_question(typed: str, printed: str) -> None:
    assert why("rttrr", "tau1", typed).origins == why("rttrr", "tau1", printed).origins


@pytest.mark.parametrize(
    "target", ["tau2", "tau[2]", "τ₂", "τ2", r"\tau_{2}", " tau [2] ", "Q_{m}^{2}"]
)
def test_a_force_is_named_in_many_ways(target: str) -> None:
    assert str(why("trtrr", target, "m3").target) == "tau2"


@pytest.mark.parametrize("target", ["M[1,2]", "M12", "M[1, 2]", "M₁₂", "M_{12}"])
def test_an_entry_is_named_in_many_ways(target: str) -> None:
    assert str(why("planar2r", target, "m2").target) == "M[1,2]"


@pytest.mark.parametrize("name", ["rttrr", "scara", "rv1a-paper"])
def test_what_the_bodies_bring_adds_up_to_the_entry(name: str) -> None:
    """Every term of M, C and g comes from somewhere, and all of it does."""
    found = torsor.derive(name, payload="" if name == "rv1a-paper" else "none")
    n = found.n
    names = [f"{m}[{i},{j}]" for m in "MC" for i in (1, n) for j in (1, 2)] + [f"g{n}", "g1"]
    asked = 0
    for target in names:
        entry = why(found, target, "1").target.value(found)
        total = found.ring.number(0)
        for origin in why(found, target, "1").origins:
            total = total + origin.arrived
        assert total == entry, target
        asked += len(entry)
    assert asked > 20


def test_an_entry_tells_links_and_effects() -> None:
    links = {o.link for o in why("planar2r", "M11", "m2").origins}
    assert links == {2}
    assert {o.effect for o in why("planar2r", "M11", "1").origins} == {"inertial"}
    assert {o.effect for o in why("planar2r", "g1", "1").origins} == {"gravity"}
    assert {o.effect for o in why("planar2r", "C11", "1").origins} == {"Coriolis"}
    rotors = why("planar2r", "M22", "Im2", drives="rotors").origins
    assert [o.drive for o in rotors] == ["rotor"]


@pytest.mark.parametrize(
    ("target", "term", "says"),
    [
        ("tau9", "m1", "no driving force 'tau9'; expected tau1 to tau2"),
        ("M[3,1]", "m1", "an entry as M[1,2]"),
        ("M", "m1", "no driving force 'M'"),
        ("K", "m1", "no driving force 'K'"),
        ("tau1", "m9", "no symbol 'm9'"),
        ("tau1", "q̇₉", "'q̇₉' is no product of what Planar 2R has"),
        ("tau1", "q̇₁ + m₁", "is no product"),
        ("tau1", "m1 + m2", "has 2 terms in normal form"),
    ],
)
def test_what_cannot_be_read_is_told(target: str, term: str, says: str) -> None:
    with pytest.raises(TorsorError) as told:
        why("planar2r", target, term)
    assert says in str(told.value) and "\n" not in str(told.value)


def test_a_model_takes_no_options_of_a_robot() -> None:
    with pytest.raises(TypeError, match="payload: options are for a robot"):
        why(model("planar2r"), "tau1", "m1", payload="none")
