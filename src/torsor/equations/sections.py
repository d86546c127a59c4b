"""Which equations of a model are shown, form by form: forces, matrices, steps, energies, base."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from torsor.algebra.expression import Expression
from torsor.arguments import validate_call
from torsor.equations.documents import Document, Equation, Labelled, Section, Style, Writer
from torsor.equations.printing.tokens import Speller
from torsor.equations.relations import numbered, relations
from torsor.errors import UnknownNameError, shown, suggestion
from torsor.formats.toml.writer import write_toml
from torsor.mechanics.newton_euler import STEPS
from torsor.model import Model
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation

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


def tau_section(writer: Writer) -> tuple[list[Section], tuple[Equation, ...]]:
    """The generalised driving forces."""
    tau = writer.model.tau
    labelled = [(writer.speller.glyph(f"tau{i}"), "", t) for i, t in enumerate(tau, 1)]
    equations, defined = writer.equations(labelled)
    marked = _marked(equations, [f"tau[{i}]" for i in range(1, len(tau) + 1)])
    return [Section("Generalised driving forces", marked)], defined


def _marked(equations: Sequence[Equation], targets: Sequence[str]) -> tuple[Equation, ...]:
    """Equations with what each speaks of, as a paper file names it."""
    pairs = zip(equations, targets, strict=True)
    return tuple(replace(equation, target=target) for equation, target in pairs)


def matrices_section(writer: Writer) -> tuple[list[Section], tuple[Equation, ...]]:
    """M, C, g and the payload's share, entry by entry; M's upper triangle."""
    model, notation = writer.model, writer.style.notation
    n = len(model.tau)
    comma = "," if n > 9 or notation.ascii else ""

    def entry(name: str, i: int, j: int) -> Glyph:
        return _indexed(notation, name, f"{i + 1}{comma}{j + 1}")

    groups: dict[str, Labelled] = {
        "Mass matrix (symmetric)": [
            (entry("M", i, j), "", model.M[i][j]) for i in range(n) for j in range(i, n)
        ],
        "Coriolis and centrifugal matrix (Christoffel)": [
            (entry("C", i, j), "", model.C[i][j]) for i in range(n) for j in range(n)
        ],
        "Gravity vector": [(_indexed(notation, "g", f"{i + 1}"), "", model.g[i]) for i in range(n)],
    }
    for title, letter, share in (
        ("Payload", "P", model.payload),
        ("Friction", "R", model.friction),
        ("Spring", "S", model.spring),
    ):
        if any(share):
            groups[title] = [
                (_share(writer.speller, title.lower(), letter, i + 1), "", share[i])
                for i in range(n)
            ]
    numbers = range(1, n + 1)
    targets = {
        "Mass matrix (symmetric)": [f"M[{i},{j}]" for i in numbers for j in numbers if j >= i],
        "Coriolis and centrifugal matrix (Christoffel)": [
            f"C[{i},{j}]" for i in numbers for j in numbers
        ],
        "Gravity vector": [f"g[{i}]" for i in numbers],
    }
    return _grouped(writer, groups, targets)


def energies_section(writer: Writer) -> tuple[list[Section], tuple[Equation, ...]]:
    """K and U by body and in total, the Lagrangian, momenta, their rates, ∂L/∂q."""
    model = writer.model
    found = model.lagrange
    energies = found.energies

    def each(letter: str, parts: Mapping[int | str, Expression]) -> Labelled:
        return [(_energy(writer, letter, label), "", value) for label, value in parts.items()]

    kinetic, potential = each("K", energies.kinetic), each("U", energies.potential)
    n = len(model.tau)
    groups: dict[str, Labelled] = {
        "Kinetic energy": [*kinetic, (_energy(writer, "K"), "", energies.K)],
        "Potential energy": [*potential, (_energy(writer, "U"), "", energies.U)],
        "Lagrangian": [(_energy(writer, "L"), "", energies.L)],
        "Momenta": [(_energy(writer, "p", i + 1), "", found.momenta[i]) for i in range(n)],
        "Rates of the momenta": [
            (_energy(writer, "p", i + 1, 1), "", found.momentum_rates[i]) for i in range(n)
        ],
        "Slopes of the Lagrangian": [(_slope(writer, i + 1), "", found.L_q[i]) for i in range(n)],
    }
    return _grouped(writer, groups)


def _energy(writer: Writer, letter: str, label: int | str = "", dots: int = 0) -> Glyph:
    if writer.style.notation.ascii:
        return Glyph("d" * dots + letter + (f"[{label}]" if label != "" else ""))
    return Glyph(letter, str(label), dots=dots)


def _slope(writer: Writer, i: int) -> Glyph:
    """∂L/∂q as L with the coordinate as its subscript."""
    if writer.style.notation.ascii:
        return Glyph(f"L_q[{i}]")
    return Glyph("L", writer.speller.glyph(f"q{i}"))


def base_section(writer: Writer) -> tuple[list[Section], tuple[Equation, ...]]:
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
        (writer.speller.glyph(n), "", p.value) for n, p in zip(names, base.parameters, strict=True)
    ]
    return _grouped(
        writer,
        {
            f"Base parameters ({len(base)})": spelled,
            "Driving forces without load, in the base parameters": [
                (writer.speller.glyph(f"tau{i}"), "", t) for i, t in enumerate(rewritten, 1)
            ],
        },
    )


def _grouped(
    writer: Writer,
    groups: Mapping[str, Labelled],
    targets: Mapping[str, Sequence[str]] | None = None,
) -> tuple[list[Section], tuple[Equation, ...]]:
    """Sections of equations that share their intermediates, zeros last."""
    equations, defined = writer.equations([item for group in groups.values() for item in group])
    sections, start = [], 0
    for title, group in groups.items():
        own = equations[start : start + len(group)]
        if title in (targets or {}):
            own = _marked(own, (targets or {})[title])
        sections.append(Section(title, _zeros_last(own, group)))
        start += len(group)
    return sections, defined


def _zeros_last(
    equations: Sequence[Equation], group: Sequence[tuple[Glyph, str, Expression]]
) -> tuple[Equation, ...]:
    """The entries that are not zero, then those that are, several to a line."""
    pairs = list(zip(equations, group, strict=True))
    kept = [equation for equation, (_, _, value) in pairs if value]
    zeros = [equation for equation, (_, _, value) in pairs if not value]
    for start in range(0, len(zeros), 8):
        first, *others = zeros[start : start + 8]
        words = [word for equation in others for word in (equation.left, "=")]
        targets = " ".join(e.target for e in zeros[start : start + 8])
        kept.append(Equation(first.left, words=(*words, "0"), target=targets.strip()))
    return tuple(kept)


def _share(speller: Speller, name: str, letter: str, number: int) -> Glyph:
    """A share of a driving force: the letter joins the subscript; in ASCII it has its own name."""
    if speller.notation.ascii:
        return speller.notation.step(name, number)
    return speller.glyph(f"tau{number}").with_sub(letter)


def _indexed(notation: Notation, name: str, index: str) -> Glyph:
    """An entry of a matrix."""
    glyph = notation.step(name, index)
    return glyph if notation.ascii else replace(glyph, sub=index)


def steps_section(writer: Writer) -> tuple[list[Section], tuple[Equation, ...]]:
    """Every step of the two passes at every link."""
    model, notation = writer.model, writer.style.notation
    links = model.links
    plan = [(quantity, i) for quantity in STEPS for i in range(1, len(model.robot.joints) + 1)]
    equations, defined = writer.equations(
        [
            (notation.step(quantity, i), axis, e)
            for quantity, i in plan
            for axis, e in zip("xyz", getattr(links[i], quantity), strict=True)
        ]
    )
    words = relations(model.chain, numbered(notation)) if writer.style.relations else {}
    sections: dict[str, list[Equation]] = {quantity: [] for quantity in STEPS}
    for position, (quantity, i) in enumerate(plan):
        if words:
            told = Equation(notation.step(quantity, i), words=words[quantity, i])
            sections[quantity].append(told)
        targets = [f"{quantity}[{i}].{axis}" for axis in "xyz"]
        sections[quantity] += _marked(equations[3 * position : 3 * position + 3], targets)
    return [Section(TITLES[q], tuple(shown)) for q, shown in sections.items()], defined


FORMS_OF_MODEL: dict[str, Callable[[Writer], tuple[list[Section], tuple[Equation, ...]]]] = {
    "tau": tau_section,
    "matrices": matrices_section,
    "steps": steps_section,
    "energies": energies_section,
    "base": base_section,
}


@validate_call
def document(model: Model, style: Style, form: str = "tau", carried: bool = True) -> Document:
    """The document of a model in one of its forms; ``carried`` lets LaTeX carry the robot."""
    if form not in FORMS_OF_MODEL:
        raise UnknownNameError(
            f"no form {shown(form)}; expected {', '.join(FORMS_OF_MODEL)}"
            f"{suggestion(form, FORMS_OF_MODEL)}"
        )
    writer = Writer(model, style)
    sections, definitions = FORMS_OF_MODEL[form](writer)
    robot = model.robot
    known = robot.name if robot.structure in robot.name else f"{robot.name} ({robot.structure})"
    facts = [known + (f", {robot.source}" if robot.source else "")]
    if robot.hypotheses:
        facts.append(f"Hypotheses: {', '.join(robot.hypotheses)}")
    if model.values:
        facts.append(f"Values: {', '.join(f'{n} = {v}' for n, v in model.values.items())}")
    facts.append(f"Payload: {payload_in_words(model)}")
    facts.append(f"Notation: {style.notation.name}")
    toml = write_toml(robot, as_assumed=True) if carried and not style.intermediates else ""
    title = f"Dynamic model of {robot.name}"
    return Document(title, tuple(facts), tuple(sections), definitions, toml)


def payload_in_words(model: Model) -> str:
    """The payload's kind, as a person says it."""
    payload = model.robot.payload
    return {
        "wrench": f"force and moment at the tool, in {payload.axes} axes",
        "body": "a body carried by the tool",
        "weight": "its weight only, at the tool",
        "none": "none",
    }[payload.kind]
