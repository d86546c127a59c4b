"""Which equations of a model are shown, form by form: forces, matrices, steps, energies, base."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from torsor.algebra.expression import Expression
from torsor.arguments import validate_call
from torsor.document.blocks import (
    Block,
    Display,
    Document,
    Heading,
    Part,
    Text,
    Typesetting,
    labelled,
)
from torsor.document.printing.tokens import Word
from torsor.equations.documents import Statement, Style, Writer
from torsor.equations.relations import numbered, relations
from torsor.equations.speller import Speller
from torsor.errors import UnknownNameError, shown, suggestion
from torsor.mechanics.newton_euler import STEPS
from torsor.model import Model
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation
from torsor.notation.writer import is_own, write_notation

TITLES = {
    "omega": "Angular velocities",
    "epsilon": "Angular accelerations",
    "v": "Velocities of the frames",
    "a": "Accelerations of the frames",
    "v_C": "Velocities of the mass centres",
    "a_C": "Accelerations of the mass centres",
    "F": "External forces",
    "N": "Moments of the external forces",
    "f": "Joint forces",
    "n": "Joint moments",
}


Statements = Mapping[str, Sequence[Statement]]
"""What a form states, by title, before anything of it is spelled."""

Shown = tuple[dict[str, tuple[Display, ...]], tuple[Display, ...]]
"""The equations of a form by title, and the definitions of the intermediates that they share."""


def tau_section(writer: Writer) -> Shown:
    """The generalised driving forces."""
    ((title, stated),) = state_forces(writer).items()
    equations, defined = writer.equations(stated)
    return {title: equations}, defined


def state_forces(writer: Writer) -> Statements:
    """The generalised driving forces."""
    stated = _driving_forces(writer, writer.model.tau, "tau[{}]")
    return {"Generalised driving forces": stated}


def _driving_forces(writer: Writer, tau: Sequence[Expression], target: str = "") -> list[Statement]:
    return [
        Statement(writer.speller.glyph(f"tau{i}"), value, target=target.format(i))
        for i, value in enumerate(tau, 1)
    ]


def state_matrices(writer: Writer) -> Statements:
    """M, C, g and the payload's share, entry by entry; M's upper triangle."""
    model, notation = writer.model, writer.style.notation
    n = len(model.tau)
    comma = "," if n > 9 or notation.ascii else ""
    numbers = range(1, n + 1)

    def entry(name: str, value: Expression, *index: int) -> Statement:
        written = comma.join(map(str, index))
        glyph = notation.step(name, written)
        glyph = glyph if notation.ascii else replace(glyph, sub=written)
        return Statement(glyph, value, target=f"{name}[{','.join(map(str, index))}]")

    groups = {
        "Mass matrix (symmetric)": [
            entry("M", model.M[i - 1][j - 1], i, j) for i in numbers for j in numbers if j >= i
        ],
        "Coriolis and centrifugal matrix (Christoffel)": [
            entry("C", model.C[i - 1][j - 1], i, j) for i in numbers for j in numbers
        ],
        "Gravity vector": [entry("g", model.g[i - 1], i) for i in numbers],
    }
    for title, letter, share in (
        ("Payload", "P", model.payload),
        ("Friction", "R", model.friction),
        ("Spring", "S", model.spring),
    ):
        if any(share):
            groups[title] = [
                Statement(_share(writer.speller, title.lower(), letter, i), share[i - 1])
                for i in numbers
            ]
    return groups


def state_energies(writer: Writer) -> Statements:
    """K and U by body and in total, the Lagrangian, momenta, their rates, ∂L/∂q."""
    lagrange, notation = writer.model.lagrange, writer.style.notation
    energies = lagrange.energies

    def each(
        letter: str, values: Iterable[tuple[int | str, Expression]], dots: int = 0
    ) -> list[Statement]:
        found = []
        for label, value in values:
            glyph = energy_glyph(notation, letter, label, dots)
            named = "d" * dots + letter + (f"[{label}]" if label else "")
            target = named if label == "" or isinstance(label, int) else ""
            found.append(Statement(glyph, value, target))
        return found

    return {
        "Kinetic energy": each("K", [*energies.kinetic.items(), ("", energies.K)]),
        "Potential energy": each("U", [*energies.potential.items(), ("", energies.U)]),
        "Lagrangian": each("L", [("", energies.L)]),
        "Momenta": each("p", enumerate(lagrange.momenta, 1)),
        "Rates of the momenta": each("p", enumerate(lagrange.momentum_rates, 1), dots=1),
        "Slopes of the Lagrangian": [
            Statement(slope_glyph(writer.speller, i), value, f"L_q[{i}]")
            for i, value in enumerate(lagrange.L_q, 1)
        ],
    }


def energy_glyph(notation: Notation, letter: str, label: int | str = "", dots: int = 0) -> Glyph:
    """An energy, a momentum or its rate, of a body or coordinate or in total."""
    if notation.ascii:
        return Glyph("d" * dots + letter + (f"[{label}]" if label != "" else ""))
    return Glyph(letter, str(label), dots=dots)


def slope_glyph(speller: Speller, i: int) -> Glyph:
    """∂L/∂q as L with the coordinate as its subscript."""
    if speller.notation.ascii:
        return Glyph(f"L_q[{i}]")
    return Glyph("L", speller.glyph(f"q{i}"))


def state_base(writer: Writer) -> Statements:
    """The base parameters as groupings of the originals, and the driving forces in them."""
    model = writer.model
    base = model.base_parameters
    names = [f"beta{i}" for i in range(1, len(base) + 1)]
    ring = model.ring.extended(names)
    rewritten = []
    for i in range(len(model.tau)):
        total = ring.number(0)
        for name, parameter in zip(names, base.parameters, strict=True):
            entry = parameter.work[i]
            if isinstance(entry, Expression):
                total = total + entry.to(ring) * ring.symbol(name)
        rewritten.append(total)
    spelled = [
        Statement(writer.speller.glyph(name), parameter.value)
        for name, parameter in zip(names, base.parameters, strict=True)
    ]
    forces = _driving_forces(writer, rewritten)
    return {
        f"Base parameters ({len(base)})": spelled,
        "Driving forces without load, in the base parameters": forces,
    }


def _grouped(state: Callable[[Writer], Statements]) -> Callable[[Writer], Shown]:
    """Sections of equations that share their intermediates, zeros last."""
    return lambda writer: _zeros_at_the_end(writer, state(writer))


def _zeros_at_the_end(writer: Writer, groups: Statements) -> Shown:
    equations, defined = writer.equations([said for group in groups.values() for said in group])
    rest = iter(equations)
    return {
        title: _zeros_last([(next(rest), bool(said.value)) for said in group])
        for title, group in groups.items()
    }, defined


def _zeros_last(equations: Sequence[tuple[Display, bool]]) -> tuple[Display, ...]:
    """The entries that are not zero, then those that are, several to a line."""
    kept = [equation for equation, some in equations if some]
    zeros = [equation for equation, some in equations if not some]
    for start in range(0, len(zeros), 8):
        several = zeros[start : start + 8]
        first, *others = (e.parts[0].left for e in several)
        words: list[Word] = [word for left in others for word in (*left, "=")]
        targets = " ".join(e.target for e in several)
        kept.append(Display(0, (Part(first, words=(*words, "0")),), targets.strip()))
    return tuple(kept)


def _share(speller: Speller, name: str, letter: str, number: int) -> Glyph:
    """A share of a driving force: the letter joins the subscript; in ASCII it has its own name."""
    if speller.notation.ascii:
        return speller.notation.step(name, number)
    return speller.glyph(f"tau{number}").with_sub(letter)


def state_steps(writer: Writer) -> Statements:
    """Every step of the two passes at every link."""
    notation = writer.style.notation
    links = writer.model.links  # a robot without a chain is refused here
    return {
        TITLES[quantity]: [
            Statement(notation.step(quantity, i), getattr(links[i], quantity), f"{quantity}[{i}]")
            for i in range(1, len(writer.model.robot.joints) + 1)
        ]
        for quantity in STEPS
    }


def steps_section(writer: Writer) -> Shown:
    """The steps, each with the relation that it follows from where the style asks for those."""
    model, notation = writer.model, writer.style.notation
    stated = state_steps(writer)
    joints = range(1, len(model.robot.joints) + 1)
    equations, defined = writer.equations([said for group in stated.values() for said in group])
    words = relations(model.chain, numbered(notation)) if writer.style.relations else {}
    rest = iter(equations)
    sections = {}
    for quantity in STEPS:
        shown: list[Display] = []
        for i in joints:
            if words:
                part = Part((notation.step(quantity, i),), words=words[quantity, i])
                shown.append(Display(0, (part,)))
            shown.append(next(rest))
        sections[TITLES[quantity]] = tuple(shown)
    return sections, defined


FORMS_OF_MODEL: dict[str, Callable[[Writer], Shown]] = {
    "tau": tau_section,
    "matrices": _grouped(state_matrices),
    "steps": steps_section,
    "energies": _grouped(state_energies),
    "base": _grouped(state_base),
}

STATEMENTS: dict[str, Callable[[Writer], Statements]] = {
    "tau": state_forces,
    "matrices": state_matrices,
    "steps": state_steps,
    "energies": state_energies,
    "base": state_base,
}


@validate_call
def document(model: Model, style: Style, form: str = "tau", carried: bool = True) -> Document:
    """The document of a model in one of its forms; ``carried`` lets LaTeX carry the robot."""
    from torsor.formats.toml.writer import write_toml

    if form not in FORMS_OF_MODEL:
        raise UnknownNameError(
            f"no form {shown(form)}; expected {', '.join(FORMS_OF_MODEL)}"
            f"{suggestion(form, FORMS_OF_MODEL)}"
        )
    writer = Writer(model, style)
    sections, definitions = FORMS_OF_MODEL[form](writer)
    if definitions:
        sections = {"Intermediates": definitions, **sections}
    blocks: list[Block] = []
    for title, equations in sections.items():
        blocks += [Heading(title), *equations]
    robot, notation = model.robot, style.notation
    known = robot.name if robot.structure in robot.name else f"{robot.name} ({robot.structure})"
    facts: list[Text] = [(known + (f", {robot.source}" if robot.source else ""),)]
    if robot.hypotheses:
        facts.append(labelled("Hypotheses", ", ".join(robot.hypotheses)))
    if model.values:
        values = ", ".join(f"{n} = {v}" for n, v in model.values.items())
        facts.append(labelled("Values", values))
    facts.append(labelled("Payload", payload_in_words(model)))
    facts.append(labelled("Notation", notation.name))
    known_by = replace(robot, notation="") if robot.notation.endswith(".toml") else robot
    toml = write_toml(known_by, as_assumed=True) if carried and not style.intermediates else ""
    return Document(
        f"Dynamic model of {robot.name}",
        tuple(blocks),
        facts=tuple(facts),
        typesetting=Typesetting(notation.product, notation.ascii),
        comments=carried_robot(toml, notation),
    )


def carried_robot(toml: str, notation: Notation) -> tuple[str, ...]:
    """Comments by which ``torsor check`` knows the robot and the notation of a manuscript."""
    if not toml:
        return ()
    lines = [f"torsor robot: {line}" for line in toml.splitlines()]
    lines += [f"torsor hash: {robot_hash(toml)}", f"torsor notation: {notation.name}"]
    if is_own(notation):
        lines += [f"torsor glyphs: {line}" for line in write_notation(notation).splitlines()]
    return tuple(lines)


def robot_hash(toml: str) -> str:
    """The hash of a robot's description."""
    return hashlib.sha256(toml.encode()).hexdigest()[:16]


def payload_in_words(model: Model) -> str:
    """The payload's kind, as a person says it."""
    payload = model.robot.payload
    return {
        "wrench": f"force and moment at the tool, in {payload.axes} axes",
        "body": "a body carried by the tool",
        "weight": "its weight only, at the tool",
        "none": "none",
    }[payload.kind]
