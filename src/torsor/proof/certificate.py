"""The certificate: every check that applies to a robot, in order, as data and as a document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Unpack

from torsor import hooks
from torsor.algebra.budget import GIGABYTE, WHOLE, Budget, budget, charged, usual
from torsor.arguments import validate_call
from torsor.document.blocks import Document, Paragraph, Strong, Table, Text, labelled
from torsor.formats.load import LoadOptions, RobotLike, load
from torsor.model import Model
from torsor.proof import identities
from torsor.proof.base_parameters import base_parameters_suffice
from torsor.proof.claim import LEFT_OUT, Check
from torsor.proof.claim_symbols import set_symbols
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
    """Whose model was proven."""
    hypotheses: tuple[str, ...]
    """What was assumed."""
    checks: tuple[Check, ...]
    """Claim by claim."""
    seconds: float
    """How long it took."""

    @property
    def holds(self) -> bool:
        """Whether every check does."""
        return all(check.holds for check in self.checks)

    @property
    def closing(self) -> str:
        """The verdict in a sentence."""
        failed = sum(not check.holds for check in self.checks)
        verdict = "Everything holds" if not failed else f"{failed} of {len(self.checks)} fail"
        return f"{verdict}; {self.seconds:.2f} s."

    def __repr__(self) -> str:
        return f"<Certificate of {self.robot}: {self.closing}>"

    def _repr_latex_(self) -> str:
        return self._write("latex table")

    def _repr_html_(self) -> str:
        return self._write("table")

    def _write(self, writer: str) -> str:
        rows = [
            (VERDICTS[check.how] if check.holds else "FAILS", check.name, check.detail)
            for check in self.checks
        ]
        title = f"Certificate of {self.robot}: {self.closing}"
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


def document(certificate: Certificate) -> Document:
    """The certificate as a document."""
    facts: tuple[Text, ...] = ()
    if certificate.hypotheses:
        facts = (labelled("Hypotheses", ", ".join(certificate.hypotheses)),)
    blocks = (claims_table(certificate), Paragraph((certificate.closing,)))
    return Document(f"Certificate of {certificate.robot}", blocks, facts=facts)


def claims_table(certificate: Certificate, caption: str = "") -> Table:
    """What was proven or shown, claim by claim."""
    rows: tuple[tuple[Text, ...], ...] = tuple(
        (
            (VERDICTS[check.how] if check.holds else Strong("FAILS"),),
            set_symbols(check.name),
            set_symbols(check.detail),
        )
        for check in certificate.checks
    )
    return Table(caption, (("Verdict",), ("Claim",), ("Detail",)), rows, (0.12, 0.4, 0.48))
