"""The certificate: every check that applies to a robot, in order, as data, text and Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Unpack

from torsor import hooks
from torsor.algebra.budget import GIGABYTE, WHOLE, Budget, budget, charged, usual
from torsor.arguments import validate_call
from torsor.formats.load import LoadOptions, RobotLike, load
from torsor.model import Model
from torsor.proof import identities
from torsor.proof.base_parameters import base_parameters_suffice
from torsor.proof.claim import LEFT_OUT, Check
from torsor.proof.oracle import pinocchio_agrees
from torsor.proof.physical import inertias_possible, positive_definite
from torsor.size import refuse_too_large

ANY: tuple[Callable[[Model], Check | None], ...] = (
    identities.methods_agree,
    identities.tensor_form_adds_up,
    identities.mass_matrix_symmetric,
    identities.skew,
    identities.energy_balance,
)
CHAIN: tuple[Callable[[Model], Check | None], ...] = (
    identities.payload_by_jacobian,
    identities.linear_rnea_agrees,
    identities.linear_in_parameters,
    base_parameters_suffice,
)
NUMERIC: tuple[Callable[[Model], Check | None], ...] = (positive_definite, inertias_possible)

VERDICTS = {"exact": "proven", "numeric": "shown", LEFT_OUT: "–"}


@dataclass(frozen=True)
class Certificate:
    """The checks of one robot, and how long they took."""

    robot: str
    hypotheses: tuple[str, ...]
    checks: tuple[Check, ...]
    seconds: float

    @property
    def holds(self) -> bool:
        """Whether every check does."""
        return all(check.holds for check in self.checks)

    def __repr__(self) -> str:
        return f"<Certificate of {self.robot}: {_closing(self)}>"

    def _repr_latex_(self) -> str:
        return self._write("latex table")

    def _repr_html_(self) -> str:
        return self._write("table")

    def _write(self, writer: str) -> str:
        rows = [(_verdict(check), check.name, check.detail) for check in self.checks]
        title = f"Certificate of {self.robot}: {_closing(self)}"
        return hooks.write(writer, ("verdict", "claim", "detail"), rows, title)


def checks_for(model: Model) -> list[Callable[[Model], Check | None]]:
    """The checks that apply to a robot."""
    if model.robot.bodies:
        return [*ANY, *NUMERIC]
    return [*ANY, *CHAIN, *NUMERIC, pinocchio_agrees]


def run(robot: RobotLike) -> Iterator[tuple[int, int, Check | None]]:
    """The checks one by one: (how many are done, of how many, the latest)."""
    model = Model(load(robot), "lagrange")
    spent = Budget(usual(WHOLE) * GIGABYTE)
    with charged(spent), budget(usual()):
        refuse_too_large(model.robot)
    checks = checks_for(model)
    for i, check in enumerate(checks, 1):
        with charged(spent):  # not across the yield: who asks has his own
            found = check(model)
        yield i, len(checks), found


@validate_call
def verify(robot: RobotLike, **options: Unpack[LoadOptions]) -> Certificate:
    """The certificate of a robot (anything that ``load`` takes): every check, proven or shown.

    The options are those of ``load``.
    """
    given = load(robot, **options)
    start = perf_counter()
    found = tuple(check for _, _, check in run(given) if check is not None)
    return Certificate(given.name, given.hypotheses, found, perf_counter() - start)


def to_text(certificate: Certificate) -> str:
    """The certificate for the terminal."""
    lines = [f"Certificate of {certificate.robot}"]
    if certificate.hypotheses:
        lines.append(f"Hypotheses: {', '.join(certificate.hypotheses)}")
    width = max(len(check.name) for check in certificate.checks)
    for check in certificate.checks:
        lines.append(f"  {_verdict(check):<8}{check.name:<{width}}  {check.detail}")
    lines.append(_closing(certificate))
    return "\n".join(lines) + "\n"


def to_markdown(certificate: Certificate) -> str:
    """The certificate as a Markdown table."""
    lines = [f"# Certificate of {certificate.robot}", ""]
    if certificate.hypotheses:
        lines += [f"Hypotheses: {', '.join(f'`{h}`' for h in certificate.hypotheses)}", ""]
    lines += ["| claim | verdict | how | detail |", "|---|---|---|---|"]
    for check in certificate.checks:
        verdict = "**fails**" if not check.holds else "–" if check.how == LEFT_OUT else "holds"
        how = "exact proof" if check.how == "exact" else check.how
        lines.append(f"| {check.name} | {verdict} | {how} | {check.detail} |")
    return "\n".join([*lines, "", _closing(certificate)]) + "\n"


def _verdict(check: Check) -> str:
    return VERDICTS[check.how] if check.holds else "FAILS"


def _closing(certificate: Certificate) -> str:
    failed = sum(not check.holds for check in certificate.checks)
    verdict = "Everything holds" if not failed else f"{failed} of {len(certificate.checks)} fail"
    return f"{verdict}; {certificate.seconds:.2f} s."
