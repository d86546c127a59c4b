"""``torsor.why``: every term is traced to the body that brings it, exactly."""

from __future__ import annotations

import re
from functools import cache

import pytest

import torsor
from torsor import Expression, Model, Term
from torsor.equations.printed_terms import why
from torsor.errors import TorsorError
from torsor.explanation import Why
from torsor.robot.hypotheses import assume

TRACED = ("planar2r", "trtrr", "rttrr")
LOAD = 0


@cache
def model(robot: str, payload: str = "wrench", axes: str = "tool", *hypotheses: str) -> Model:
    given = torsor.load(robot)
    if (payload, axes) != ("wrench", "tool"):
        given = given.with_payload(payload, axes)
    return torsor.derive(assume(given, *hypotheses))


@cache
def everything(shown: str, coordinate: int) -> Why:
    """Every term of a driving force traced at once."""
    return why(model(shown), f"tau{coordinate}", "1")


def bare(term: Term) -> frozenset[tuple[str, int]]:
    """A term without its sines and cosines."""
    return frozenset((n, e) for n, e in term.powers if not n.startswith(("sin(", "cos(")))


def effect(term: Term) -> str:
    """What a term is physically, by its letters alone."""
    factors = [n for n, e in term.powers for _ in range(e)]
    if any(re.fullmatch(r"[fn][xyz]|.*p", n) for n in factors):
        return "payload"
    if any(n.startswith("ddq") for n in factors):
        return "inertial"
    speeds = [n for n in factors if n.startswith("dq")]
    if len(speeds) == 2:
        return "centrifugal" if speeds[0] == speeds[1] else "Coriolis"
    assert "g" in factors
    return "gravity"


def link(term: Term) -> int:
    """The link whose mass or inertia a term has, by its letters alone."""
    bodies = {int(n[-1]) for n, _ in term.powers if re.fullmatch(r"(m|I[xyz]{2})\d", n)}
    return bodies.pop() if bodies else LOAD


def each_coordinate(robots: tuple[str, ...]) -> pytest.MarkDecorator:
    cases = [(r, k) for r in robots for k in range(1, torsor.load(r).dof + 1)]
    return pytest.mark.parametrize(("robot", "coordinate"), cases)


@each_coordinate(TRACED)
def test_every_term_is_found_once(robot: str, coordinate: int) -> None:
    tau = model(robot).tau[coordinate - 1]
    found = everything(robot, coordinate)
    terms = [term for origin in found.origins for term in origin.terms]
    assert len(terms) == len(set(terms)) == found.count == len(tau)
    assert set(terms) == set(tau.terms)


@each_coordinate(TRACED)
def test_effect_and_link_are_what_the_letters_say(robot: str, coordinate: int) -> None:
    for origin in everything(robot, coordinate).origins:
        assert {effect(t) for t in origin.terms} == {origin.effect}
        assert {link(t) for t in origin.terms} == {origin.link}
        for term in origin.terms:
            assert set(origin.brought_by) <= {n for n, _ in term.powers}
        assert origin.brought_by


@each_coordinate(TRACED)
def test_what_arrives_is_exactly_the_terms(robot: str, coordinate: int) -> None:
    shown = model(robot)
    arrived = shown.ring.number(0)
    for origin in everything(robot, coordinate).origins:
        assert origin.arrived == shown.ring.from_term_list(origin.terms)
        arrived = arrived + origin.arrived
    assert arrived == shown.tau[coordinate - 1]


@each_coordinate(TRACED)
def test_the_way_begins_at_the_bearer_and_ends_at_the_joint(robot: str, coordinate: int) -> None:
    shown = model(robot)
    (joint,) = [i for i, k in shown.robot.coordinate.items() if k == coordinate]
    for origin in everything(robot, coordinate).origins:
        steps = [station.step for station in origin.stations]
        links = [station.link for station in origin.stations if station.step in ("f", "n")]
        assert links == sorted(links, reverse=True)
        assert links[-1] == joint
        if origin.link == LOAD:
            assert steps[0].startswith("tool ")
            assert links[0] == len(shown.robot.joints)
        else:
            assert origin.stations[0].link == origin.link == links[0]
            assert steps[0] in ("a_C", "N")


@each_coordinate(("planar2r", "trtrr"))
def test_every_station_shows_a_part_of_the_step_it_names(robot: str, coordinate: int) -> None:
    shown = model(robot)
    for origin in everything(robot, coordinate).origins:
        for station in origin.stations:
            assert station.part
            if station.step in ("a_C", "F", "N"):
                step = getattr(shown.links[station.link], station.step)
                whole = step["xyz".index(station.component)]
                assert set(station.part.terms) <= set(whole.terms)


def test_the_question_of_the_papers_readers() -> None:
    found = why(model("rttrr"), "tau1", "dq1*dq4*m5")
    factors = {("dq1", 1), ("dq4", 1), ("m5", 1)}
    asked = [t for t in model("rttrr").tau[0].terms if bare(t) >= factors]
    assert found.count == len(asked) == 12
    assert {origin.effect for origin in found.origins} == {"Coriolis"}
    assert {origin.link for origin in found.origins} == {5}


def test_more_factors_narrow_the_question_to_one_term() -> None:
    (origin,) = why(model("rttrr"), "tau1", "dq1*dq4*m5*ry5*l3").origins
    assert [str(t) for t in origin.terms] == ["-2*dq1*dq4*l3*m5*ry5*sin(q4)"]
    assert str(origin.arrived) == "-2*dq1*dq4*l3*m5*ry5*sin(q4)"
    assert origin.brought_by == ("m5",)
    assert [(s.step, s.link, s.component) for s in origin.stations][:3] == [
        ("a_C", 5, "y"),
        ("F", 5, "y"),
        ("f", 5, "y"),
    ]


def test_powers_and_sines_are_factors_too() -> None:
    shown = model("trtrr")
    squared = why(shown, "tau4", "dq2^2")
    assert {origin.effect for origin in squared.origins} == {"centrifugal"}
    cosine = why(shown, "tau4", "cos(q4)*Ixx5")
    assert cosine.count == sum(
        t.power("cos(q4)") > 0 and t.power("Ixx5") > 0 for t in shown.tau[3].terms
    )
    assert why(shown, "tau4", "fy").count == 0


@pytest.mark.parametrize("robot", ["planar2r", "trtrr"])
@pytest.mark.parametrize(
    ("kind", "axes"),
    [("wrench", "base"), ("body", "tool"), ("weight", "tool"), ("none", "tool")],
)
def test_every_kind_of_load_is_traced_exactly(robot: str, kind: str, axes: str) -> None:
    shown = model(robot, kind, axes)
    loads = 0
    for k, tau in enumerate(shown.tau, 1):
        found = why(shown, f"tau{k}", "1")
        total = sum((o.arrived for o in found.origins), shown.ring.number(0))
        assert total == tau
        assert found.count == len(tau)
        for origin in found.origins:
            assert origin.arrived == shown.ring.from_term_list(origin.terms)
            assert (origin.link == LOAD) == (origin.effect == "payload")
            assert {effect(t) for t in origin.terms} == {origin.effect}
            loads += origin.link == LOAD
    assert (loads == 0) == (kind == "none")


def test_a_carried_body_is_the_loads_even_where_it_moves() -> None:
    found = why(model("planar2r", "body"), "tau1", "mp*ddq1")
    assert found.count > 3
    assert {(o.effect, o.link) for o in found.origins} == {("payload", LOAD)}
    assert all(o.stations[0].step == "tool force" for o in found.origins)


def shares(found: Why) -> dict[int, Expression]:
    return {origin.link: origin.arrived for origin in found.origins}


@cache
def twins() -> Model:
    """Two equal links, gravity and the load in numbers."""
    link = {"mass": "m", "com": ["l/2", 0, 0], "inertia": {"zz": "J"}}
    return torsor.derive(
        {
            "name": "twins",
            "gravity": [0, "-9.81", 0],
            "joint": [
                {"kind": "R", "axis": "z", "link": link},
                {"kind": "R", "axis": "z", "offset": ["l", 0, 0], "link": link},
            ],
            "tool": {"offset": ["l", 0, 0]},
            "payload": {"kind": "wrench", "wrench": [0, 10, 0, 0, 0, 0]},
        }
    )


def test_links_that_share_their_symbols_each_bring_their_share() -> None:
    shown = twins()
    found = shares(why(shown, "tau1", "J*ddq1"))
    assert {i: str(e) for i, e in found.items()} == {1: "ddq1*J", 2: "ddq1*J"}
    assert str(shown.tau[0].coefficient("J")) == "2*ddq1 + ddq2"
    for k, tau in enumerate(shown.tau, 1):
        found = why(shown, f"tau{k}", "1")
        assert found.count == len(tau)
        assert sum((o.arrived for o in found.origins), shown.ring.number(0)) == tau


def test_gravity_in_numbers_is_gravity_and_a_load_in_numbers_is_the_load() -> None:
    shown = twins()
    weight = why(shown, "tau1", "m*l*cos(q1)")
    at_rest = [
        o for o in weight.origins if not any(n.startswith("d") for n, _ in o.terms[0].powers)
    ]
    assert {(o.effect, o.link) for o in at_rest} == {("gravity", 1), ("gravity", 2)}
    load = [o for o in why(shown, "tau1", "l").origins if o.link == LOAD]
    assert [o.effect for o in load] == ["payload"]
    assert load[0].arrived == shown.ring.parse("10*l + 10*l*cos(q2)")


@pytest.mark.parametrize("number", ["m1 = 2", "m2 = 1/3", "Izz2 = 0.5", "l1 = 0.4", "g = 9.81"])
def test_numbers_in_the_place_of_symbols_do_not_mislead(number: str) -> None:
    shown = model("planar2r", "wrench", "tool", number)
    for k, tau in enumerate(shown.tau, 1):
        found = why(shown, f"tau{k}", "1")
        assert found.count == len(tau)
        assert sum((o.arrived for o in found.origins), shown.ring.number(0)) == tau
        for origin in found.origins:
            bodies = {
                int(n[-1]) for t in origin.terms for n, _ in t.powers if n[:2] in ("rx", "ry")
            }
            assert bodies <= {origin.link}


def test_a_mass_centre_alone_tells_the_link() -> None:
    shown = model("planar2r", "wrench", "tool", "m1 = 2", "m2 = 2")
    (origin,) = why(shown, "tau1", "rx1^2*ddq1").origins
    assert (origin.link, origin.brought_by) == (1, ())
    assert str(origin.arrived) == "2*ddq1*rx1^2"


@pytest.mark.parametrize(
    "target",
    ["", "tau", "tau0", "tau3", "tau-1", "tau99999", "q1", "tau1.x", "M[1][1]", "tau1; ls"],
)
def test_a_target_that_is_no_driving_force_is_refused(target: str) -> None:
    with pytest.raises(TorsorError, match=r"no driving force .*; expected tau1 to tau2"):
        why(model("planar2r"), target, "m1")


@pytest.mark.parametrize("target", ["tau1", "tau[1]", " tau1 "])
def test_a_target_may_be_written_as_papers_and_programs_do(target: str) -> None:
    assert str(why(model("planar2r"), target, "m1").target) == "tau1"


@pytest.mark.parametrize(
    ("term", "sentence"),
    [
        ("m1 + m2", "has 2 terms in normal form; expected one"),
        ("0", "has 0 terms in normal form; expected one"),
        ("m9", "no symbol 'm9' in these expressions; did you mean 'm"),
        ("", "cannot be read at the end"),
        ("m1 *", "cannot be read at the end"),
        ("m1 $ m2", "cannot be read at column 4"),
        ("__import__('os')", "cannot be read"),
        ("\\input{x}", "cannot be read at column 1"),
        ("m1/m2", "division by m2 is not polynomial"),
        ("(" * 5000 + "m1" + ")" * 5000, "nested more than 60 parentheses deep"),
        ("m1" * 100_000, "characters is refused"),
        ("tan(q1)", "unknown function 'tan'"),
        ("m1 ∑", "is not ASCII"),
    ],
)
def test_a_term_that_is_no_product_is_refused(term: str, sentence: str) -> None:
    with pytest.raises(TorsorError, match=re.escape(sentence)) as caught:
        why(model("planar2r"), "tau1", term)
    assert len(str(caught.value)) < 300


def test_a_notebook_shows_the_terms_as_mathematics() -> None:
    shown = torsor.why(model("rttrr"), "tau1", "dq1*dq4*m5")._repr_html_()
    assert shown.count("<math>") > 20
    assert "dq4*" not in shown.replace("<code>dq1*dq4*m5</code>", "")
    assert "0 of the 0 terms" in torsor.why(model("rttrr"), "M[1,2]", "m3")._repr_html_()
