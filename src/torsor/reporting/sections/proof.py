"""What was proven about the model, and how much work its programs are."""

from __future__ import annotations

from torsor.document.blocks import Block, Heading, Paragraph, Table, Text
from torsor.errors import TorsorError
from torsor.proof.certificate import claims_table, verify
from torsor.reporting.composer import Composer

NAMES = {
    "inverse_dynamics": "inverse dynamics",
    "mass_matrix": "mass matrix (upper triangle)",
    "bias": "Coriolis, centrifugal and gravity forces",
    "coriolis": "Coriolis matrix",
    "gravity": "gravity vector",
    "forward_dynamics": "forward dynamics",
    "forward_kinematics": "forward kinematics",
    "jacobian": "Jacobian of the tool",
    "jacobian_rate": "rate of the Jacobian",
    "frames": "frames of all links",
    "regressor": "regressor",
    "base_regressor": "regressor of the base parameters",
    "inverse_dynamics_base": "inverse dynamics in base parameters",
    "regressor_derivatives": "derivatives of the regressor",
    "kinetic_energy": "kinetic energy",
    "potential_energy": "potential energy",
    "mass_matrix_rate": "rate of the mass matrix",
    "reactions": "joint reactions",
    "inverse_dynamics_derivatives": "derivatives of the inverse dynamics",
    "forward_dynamics_derivatives": "derivatives of the forward dynamics",
}


def certificate_section(c: Composer) -> list[Block]:
    """The certificate of ``verify``."""
    certificate = verify(c.model.robot)
    failed = sum(not check.holds for check in certificate.checks)
    verdict = (
        "everything holds"
        if not failed
        else ("one of these fails" if failed == 1 else f"{failed} of these fail")
    )
    told = (
        "The model was derived independently by each method named, and checked as follows; "
        "“proven” is by exact algebra for all motions and parameters, “shown” by numbers at "
        f"random states. In all, {verdict}."
    )
    table = claims_table(certificate, "Certificate")
    return [Heading("Certificate"), Paragraph((told,), True), table]


def operations_section(c: Composer) -> list[Block]:
    """Multiplications, additions, sines and cosines of the generated programs."""
    from torsor.program.functions.operation_counts import count_robot_operations

    heading = Heading("Operation counts")
    try:
        counts = count_robot_operations(c.model.robot)
    except TorsorError as error:
        return [heading, Paragraph((f"The operations were not counted: {error}.",))]
    told = (
        "The straight-line programs that Torsor generates take so many operations, without load, "
        "friction and rotors, in the base parameters; sign changes and what depends on parameters "
        "alone are free."
    )
    head = ("Program", "×", "+, −", "÷", "sin, cos", "× and +")
    rows: tuple[tuple[Text, ...], ...] = tuple(
        (
            (NAMES.get(name, name.replace("_", " ")),),
            *(
                (f"{n:,}" if n else "–",)
                for n in (count["mul"], count["add"], count.get("div", 0), count["trig"])
            ),
            (f"{count['mul'] + count['add']:,}",),
        )
        for name, count in counts.items()
    )
    table = Table(
        "Operations of each program", tuple((text,) for text in head), rows,
        (0.42, 0.11, 0.11, 0.1, 0.13, 0.13), frozenset({1, 2, 3, 4, 5}),
    )  # fmt: skip
    return [heading, Paragraph((told,), True), table]
