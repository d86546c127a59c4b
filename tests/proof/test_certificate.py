"""The certificate: what it claims of a right model, and how it tells a wrong one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.proof.broken import (
    HeavierForLagrange,
    HeavierForNewtonEuler,
    WeightlessInTheTensorForm,
)
from tests.truth.judge import numbers

import torsor
from torsor.document import write
from torsor.model import Model
from torsor.proof.certificate import (
    Certificate,
    checks_for,
    document,
    run,
    verify,
)
from torsor.proof.claim import Check, counterexample, identity

METHODS = "Newton-Euler ≡ Lagrange ≡ virtual work"
TENSOR = "τ = M q̈ + C q̇ + g + payload"
ENERGY = "d/dt (K + U) = q̇ᵀ τ"


def prepared(kind: type[Model], robot: Any = "rttrr") -> Model:
    """A system of this kind."""
    return kind(torsor.load(robot), "lagrange")


def failures(system: Model) -> dict[str, str]:
    """The claims that do not hold, with what is told of them."""
    found = [check(system) for check in checks_for(system)]
    return {check.name: check.detail for check in found if check is not None and not check.holds}


# of a right model ---------------------------------------------------------------------------------


def test_a_certificate_has_the_robots_name_its_hypotheses_and_the_time_it_took() -> None:
    found = verify("trtrr")
    assert found.robot == "TRTRR"
    assert found.hypotheses == ("com_at_origin", "principal_axes")
    assert found.holds
    assert found.seconds > 0


def test_exact_claims_are_told_from_numeric_ones() -> None:
    how = {check.name: check.how for check in verify("planar2r").checks}
    assert {name for name, way in how.items() if way == "numeric"} == {
        "M is positive definite",
        "agrees with Pinocchio",
    }


def test_checks_are_handed_out_one_by_one_as_progress_is() -> None:
    steps = list(run("planar2r"))
    total = steps[0][1]
    assert [done for done, _, _ in steps] == list(range(1, total + 1))
    assert sum(check is not None for _, _, check in steps) == len(verify("planar2r").checks)


def test_details_say_how_much_was_proven() -> None:
    details = {check.name: check.detail for check in verify("rttrr").checks}
    assert details[METHODS] == "τ has 229, 14, 52, 102, 60 terms by all three"
    assert details["τ = Y π"] == "50 parameters"
    assert details["τ from base parameters ≡ τ"] == "15 base parameters"


def test_a_coupling_has_no_counterpart_in_pinocchio() -> None:
    rows = [{"kind": "R", "axis": "z"}, {"kind": "R", "axis": "y", "mimic": {"joint": 1}}]
    found = verify({"joint": rows})
    assert found.holds
    assert "agrees with Pinocchio" not in [check.name for check in found.checks]


def test_parameters_that_cannot_be_grouped_leave_the_other_claims_standing() -> None:
    springs = [
        {"kind": "T", "axis": "x", "link": {"spring": "k1"}},
        {"kind": "T", "axis": "y", "mimic": {"joint": 1, "offset": "a"}, "link": {"spring": "k2"}},
        {"kind": "T", "axis": "z", "mimic": {"joint": 1, "offset": "b"}, "link": {"spring": "k3"}},
    ]
    found = verify({"joint": springs, "gravity": 0})
    assert found.holds
    names = [check.name for check in found.checks]
    assert "τ = Y π" in names
    assert "τ from base parameters ≡ τ" not in names


# of a wrong one -----------------------------------------------------------------------------------


def test_a_heavier_link_in_one_method_is_found_with_a_state_that_shows_it() -> None:
    told = failures(prepared(HeavierForNewtonEuler))
    assert set(told) == {METHODS, ENERGY}
    assert re.match(r"entry 1 differs: by -?[\d.e+]+ at ", told[METHODS])
    assert "dq1 = " in told[METHODS]


def test_wrong_energies_are_found() -> None:
    assert set(failures(prepared(HeavierForLagrange))) == {METHODS, TENSOR, ENERGY}


def test_a_wrong_tensor_form_is_found() -> None:
    told = failures(prepared(WeightlessInTheTensorForm))
    assert set(told) == {TENSOR}
    assert told[TENSOR].startswith("entry 2 differs")  # q1 turns about the vertical


def test_a_right_system_has_no_failures() -> None:
    assert not failures(prepared(Model))


def values_told(detail: str, symbols: tuple[str, ...]) -> dict[str, int]:
    """The state that a detail names, every other symbol 1."""
    values = dict.fromkeys(symbols, 1)
    return values | {n: int(v) for n, v in re.findall(r"(\w+) = (-?\d+)", detail)}


def test_the_counterexample_can_be_put_in() -> None:
    """At the state that is named the two methods differ by the number that is named."""
    wrong = prepared(HeavierForNewtonEuler)
    detail = failures(wrong)[METHODS]
    assert detail.endswith("all other symbols 1")
    newton_euler, lagrange = wrong.forces_by("newton-euler")[0], wrong.forces_by("lagrange")[0]
    values = values_told(detail, (*newton_euler.symbols(), *lagrange.symbols()))
    first, second = numbers((newton_euler, lagrange), values)
    (named,) = re.findall(r"by (-?[\d.e+]+) at", detail)
    assert first - second == pytest.approx(float(named), rel=1e-5)
    assert first != second


def test_a_difference_that_ones_would_hide_is_found_with_all_symbols_named() -> None:
    system = prepared(Model, "planar2r")
    told = counterexample(system, system.ring.parse("(m1 - m2)*ddq1"))
    assert re.fullmatch(r"by -?[\d.]+ at ddq1 = -?\d, m1 = \d, m2 = \d", told)


def test_a_difference_without_motion_names_no_state() -> None:
    system = prepared(Model, "planar2r")
    assert counterexample(system, system.ring.parse("2*m1*l1")) == "by 2 at all symbols 1"


def test_an_identity_names_the_first_entry_that_differs() -> None:
    system = prepared(Model, "planar2r")
    one, q = system.ring.number(1), system.ring.parse("dq1")
    check = identity(system, "claim", [one, q, q], [one, q, 2 * q], "detail")
    assert (check.name, check.holds, check.how) == ("claim", False, "exact")
    assert check.detail.startswith("entry 3 differs: by ")
    assert identity(system, "claim", [one, q], [one, q], "detail") == Check("claim", True, "detail")


# as text ------------------------------------------------------------------------------------------

FAILED = Certificate(
    "Arm",
    ("m1 = 2",),
    (Check("first", True, "exactly"), Check("second", False, "not at q1 = 3", "numeric")),
    0.25,
)


def test_a_failure_stands_out_in_text() -> None:
    assert write(document(FAILED)) == (
        "Certificate of Arm\n"
        "Hypotheses: m1 = 2\n\n"
        "Verdict  Claim   Detail\n"
        "proven   first   exactly\n"
        "FAILS    second  not at q1 = 3\n\n"
        "1 of 2 fail; 0.25 s.\n"
    )


def test_a_failure_stands_out_in_markdown() -> None:
    assert write(document(FAILED), "markdown") == (
        "# Certificate of Arm\n\n"
        "- **Hypotheses:** m1 = 2\n\n"
        "| Verdict | Claim | Detail |\n"
        "|:--|:--|:--|\n"
        "| proven | first | exactly |\n"
        "| **FAILS** | second | not at q1 = 3 |\n\n"
        "1 of 2 fail; 0.25 s.\n"
    )


@pytest.mark.parametrize("format", ["latex", "html", "typst"])
def test_a_failure_stands_out_in_print(format: str) -> None:
    strong = {"latex": r"\textbf{FAILS}", "html": "<b>FAILS</b>", "typst": "#strong[FAILS]"}
    assert strong[format] in write(document(FAILED), format)


def test_one_failure_is_enough() -> None:
    assert not FAILED.holds
