"""What the studio's page asks and what an engine answers: plain JSON data, said here once.

The page sends an ``Envelope``: a number, the name of a question and what it asks. Back come
messages with the same number: any number of ``Progress``, then one ``Answer`` or ``Failure``.
Questions hold all that they are about (the robot is its description), so that an engine may be
ended at any time and another one goes on: that is how a question is cancelled. An engine keeps
what it derived last, so that questions about the same robot are quick.

- **Native**: ``POST ask`` with the envelope, the token in the header ``X-Torsor-Token``; messages
  come back as lines of JSON. Closing the connection cancels. The page is at ``/?token=…`` with
  ``<meta name="torsor-engine" content="native">``, which the static page has not.
- **In the page**: the module worker ``engine/worker.mjs`` beside the page takes envelopes by
  ``postMessage`` and posts messages. Ending it cancels; another one is kept warm.

``web/src/studio/engine.ts`` asks either. The built page is ``web/dist-studio`` (``index.html`` and
``assets/``, every address relative); ``make studio`` adds ``engine/``.

All mathematics is presentation MathML without the element ``math`` around it. Every text that
comes from a user is plain text, to be put into text nodes. Numbers of joints, links and equations
count from 1; 0 is the load in ``links``, the base in frames. Angles are radians, units SI.
``web/src/studio/protocol.ts`` says the same for the page; a test holds both together.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

VERSION = 1

LARGEST_TEXT = 20_000_000
"""Characters of a question's JSON; a larger one is refused before it is read."""

Effect = Literal[
    "inertial", "Coriolis", "centrifugal", "gravity", "payload", "friction", "spring", "other"
]
Kind = Literal["", "name", "line", "word", "toml", "urdf", "mjcf"]
Form = Literal["tau", "matrices", "steps", "energies", "base"]

# envelopes --------------------------------------------------------------------------------------


class Envelope(TypedDict):
    """What the page sends: ``ask`` is the name of a question, ``about`` what it asks."""

    id: int
    ask: str
    about: dict[str, Any]


class Place(TypedDict):
    """Where in a text something is wrong, counted from 1; 0 where it is not known."""

    line: int
    column: int


class Failure(TypedDict):
    """A question that cannot be answered: the command line's sentence, and where."""

    id: int
    kind: Literal["failure"]
    sentence: str
    place: Place | None
    field: str
    """Which part of the question: ``text``, ``hypotheses``, ``values``, ``term`` …, or nothing."""
    fault: bool
    """Whether it is ours, not the user's."""


class Progress(TypedDict):
    """What is being done; ``share`` from 0 to 1 where it is known, else null."""

    id: int
    kind: Literal["progress"]
    says: str
    share: float | None


class Answer(TypedDict):
    """The answer, of the type that belongs to the question, and what it took here."""

    id: int
    kind: Literal["answer"]
    answer: dict[str, Any]
    seconds: float


# the robot --------------------------------------------------------------------------------------


class Description(TypedDict):
    """A robot as it is described: enough to make it again, anywhere. It is what a link holds."""

    text: str
    """A library name, an ETS line, a structure word, TOML, URDF or MJCF."""
    kind: NotRequired[Kind]
    """What the text is; nothing lets the engine tell."""
    axes: NotRequired[str]
    """The axes of a structure word: ``zzyzy``."""
    hypotheses: NotRequired[list[str] | None]
    """Exactly these; null or left out: those that the description declares."""
    payload: NotRequired[str]
    """``wrench``, ``wrench-base``, ``body``, ``weight``, ``none``; nothing as described."""
    drives: NotRequired[list[str]]
    """Any of ``friction``, ``rotors``, ``springs``, at every joint."""
    tip: NotRequired[str]
    """The link of a URDF up to which it is read."""
    symbolic: NotRequired[list[str]]
    """Any of ``inertias``, ``lengths``: symbols in the place of a file's numbers."""
    numbers: NotRequired[dict[str, str]]
    """Numbers that stand in the equations in the place of symbols, as typed: ``"0.35"``."""


class Style(TypedDict):
    """How equations are to look; all may be left out."""

    notation: NotRequired[str]
    """Nothing is the robot's own."""
    shorter: NotRequired[list[str]]
    """Any of ``catalogue.shorter``."""
    collect: NotRequired[str]
    """One of ``catalogue.collect``, or nothing."""
    intermediates: NotRequired[bool]


# questions and answers, in pairs ----------------------------------------------------------------


class CatalogueQuestion(TypedDict):
    """``catalogue``: what there is to choose from."""


class LibraryRobot(TypedDict):
    """A robot of the library."""

    name: str
    title: str
    structure: str
    group: str
    description: str
    source: str
    dof: int
    has_numbers: bool


class AtlasStructure(TypedDict):
    """A structure of the atlas, to be loaded by its word and axes."""

    word: str
    axes: str
    dof: int


class PaperEntry(TypedDict):
    """A paper that comes with Torsor, ready to be judged."""

    name: str
    title: str
    robot: str


class NamedThing(TypedDict):
    """A choice and what it means, in a phrase."""

    name: str
    says: str


class Catalogue(TypedDict):
    """All that can be chosen. ``engine`` is ``native`` or ``page``."""

    version: int
    engine: Literal["native", "page"]
    torsor: str
    robots: list[LibraryRobot]
    atlas: list[AtlasStructure]
    papers: list[PaperEntry]
    notations: list[str]
    hypotheses: list[NamedThing]
    payloads: list[NamedThing]
    drives: list[NamedThing]
    forms: list[NamedThing]
    shorter: list[NamedThing]
    collect: list[NamedThing]
    effects: list[NamedThing]
    takes: list[NamedThing]
    """What ``take`` can give here: ``toml``, ``latex``, ``c`` …"""
    reads: list[Kind]
    """What this engine reads; MJCF only the native one."""


class DescribeQuestion(TypedDict):
    """``describe``: what a robot is. It derives nothing, so it may be asked at every key."""

    robot: Description
    notation: NotRequired[str]


class JointRow(TypedDict):
    """A joint and its link, as text; ``parent`` is the number of the link that it is on."""

    number: int
    parent: int
    kind: Literal["R", "T", "F"]
    axis: str
    offset: list[str]
    rotation: list[str]
    coordinate: str
    """``q1``, or a sum where joints are coupled; nothing for a fixed joint."""
    mass: str
    com: list[str]
    inertia: list[str]
    """xx, yy, zz, xy, xz, yz about the mass centre."""


class HypothesisRow(TypedDict):
    """A hypothesis that could be made, whether it is, and why it cannot be."""

    name: str
    says: str
    on: bool
    declared: bool
    refused: str
    """A sentence where it does not fit this robot, else nothing."""


class SymbolRow(TypedDict):
    """A symbol of the equations: how it is printed, what it means and what it is worth."""

    name: str
    mathml: str
    text: str
    meaning: str
    unit: str
    kind: Literal["coordinate", "velocity", "acceleration", "parameter", "gravity", "payload"]
    link: int
    """Whose it is; −1 where it is of none, 0 the load."""
    value: float | None
    """The number that comes with the robot."""
    source: str


class Robot(TypedDict):
    """A robot, read."""

    name: str
    title: str
    structure: str
    dof: int
    source: str
    kind: Kind
    """What the text was taken for."""
    toml: str
    """Its description in the house's own format, to be edited."""
    declared: list[str]
    """The hypotheses that are made, all of them."""
    payload: str
    notation: str
    has_chain: bool
    """Whether it has joints; a robot given by bodies has none, and no scene."""
    joints: list[JointRow]
    tool: JointRow | None
    hypotheses: list[HypothesisRow]
    symbols: list[SymbolRow]
    notes: list[str]
    """What was merged, taken for or left out when it was read."""


class BuildQuestion(TypedDict):
    """``build``: TOML from joints that were clicked together."""

    name: str
    joints: list[BuiltJoint]
    tool: list[str]


class BuiltJoint(TypedDict):
    """A joint as it was clicked; the offset is three formulas."""

    kind: Literal["R", "T", "F"]
    axis: str
    offset: list[str]
    rotation: NotRequired[str]


class Built(TypedDict):
    """The text."""

    toml: str


class CadQuestion(TypedDict):
    """``cad``: the mass properties that a CAD program prints, for a link of the robot."""

    robot: Description
    text: str
    link: int


class CadValuesAnswer(TypedDict):
    """The numbers by symbol, and what is to be told of them."""

    values: dict[str, float]
    toml: str
    """The robot with these numbers kept beside its symbols, to be edited on."""
    notes: list[str]


class SceneQuestion(TypedDict):
    """``scene``: the robot for the viewer; ``q`` in radians and metres."""

    robot: Description
    values: NotRequired[dict[str, float]]
    q: NotRequired[list[float]]
    notation: NotRequired[str]


class Scene(TypedDict):
    """``scene`` is ``SceneData`` of ``web/src/types.ts``."""

    scene: dict[str, Any]


# equations, windowed ----------------------------------------------------------------------------


class EquationsQuestion(TypedDict):
    """``equations``: counts and structure of a form, and its first lines.

    ``against`` is the robot under other hypotheses: terms that it does not have are ``gone``.
    """

    robot: Description
    form: Form
    style: NotRequired[Style]
    against: NotRequired[Description | None]
    room: NotRequired[float]
    """Ems that a line may be wide; 60 if left out."""
    first: NotRequired[int]
    """How many lines of the first equation that has some are wanted at once; 12 if left out."""


class BlockRow(TypedDict):
    """Terms of an equation that belong together; its lines are asked for by its id.

    A short equation is one block; a long one has a block for each effect and what moves in it.
    """

    id: str
    effect: Effect | Literal[""]
    """Nothing where effects are mixed."""
    motion: str
    """MathML of what moves in all its terms, q̈₁ or q̇₁q̇₂; nothing where that is mixed."""
    terms: int
    gone: int


class EquationRow(TypedDict):
    """An equation: its left side and what it is made of."""

    id: str
    """``tau[1]``, ``M[1,2]``, ``a_C[3].x``: by it are lines asked for and ``why``."""
    left: str
    """MathML of the left-hand side, without the equals sign."""
    text: str
    """The same as plain text."""
    terms: int
    gone: int
    effects: dict[Effect, int]
    """How many terms of each effect; empty where no effect can be told (energies, steps)."""
    traceable: bool
    """Whether ``why`` can be asked of its terms."""
    blocks: list[BlockRow]


class SectionRow(TypedDict):
    """A heading and its equations."""

    title: str
    equations: list[EquationRow]


class Run(TypedDict):
    """A term, or a part of one between which lines may break: what is coloured and clicked."""

    mathml: str
    term: str
    """By this is ``why`` asked; nothing where it cannot be. Runs of one term share it."""
    effect: Effect | Literal[""]
    links: list[int]
    """Whose mass or inertia brings it; 0 is the load."""
    names: list[str]
    """The symbols in it, by which they are looked up in ``Robot.symbols``."""
    gone: bool
    """Whether the other hypotheses take it away."""
    found: bool
    """Whether it has what was searched for."""


class Line(TypedDict):
    """A line of a block: runs side by side; ``nodes`` counts its MathML elements."""

    number: int
    nodes: int
    runs: list[Run]


class LinesQuestion(TypedDict):
    """``lines``: some lines of a block, counted from 0."""

    robot: Description
    form: Form
    style: NotRequired[Style]
    against: NotRequired[Description | None]
    room: NotRequired[float]
    equation: str
    block: str
    start: int
    count: int
    """At most 200."""
    search: NotRequired[str]


class Lines(TypedDict):
    """The lines, and how many the block has in all at this width."""

    equation: str
    block: str
    total: int
    lines: list[Line]


class Equations(TypedDict):
    """The structure of a form, with the first lines already."""

    robot: str
    form: Form
    method: str
    notation: str
    terms: int
    gone: int
    sections: list[SectionRow]
    first: list[Lines]
    seconds: float
    """What the derivation took; near 0 where it was kept."""


class SearchQuestion(TypedDict):
    """``search``: where factors stand together, typed (``dq1*m5``) or as printed (``q̇₁ M₅``)."""

    robot: Description
    form: Form
    style: NotRequired[Style]
    room: NotRequired[float]
    equation: NotRequired[str]
    """Nothing searches all equations of the form."""
    term: str


class SearchHit(TypedDict):
    """A line with something found, at most 500 of them."""

    equation: str
    block: str
    line: int


class Found(TypedDict):
    """How many terms have all the factors, by equation, and the lines with them."""

    count: int
    by_equation: dict[str, int]
    hits: list[SearchHit]


class SizesQuestion(TypedDict):
    """``sizes``: how many terms every entry has, for a map."""

    robot: Description


class Sizes(TypedDict):
    """Counts of terms, row by row."""

    tau: list[int]
    M: list[list[int]]
    C: list[list[int]]
    g: list[int]


class WhyQuestion(TypedDict):
    """``why``: where a term comes from; ``equation`` and ``term`` as in a run, or as printed."""

    robot: Description
    equation: str
    term: str
    notation: NotRequired[str]


class Station(TypedDict):
    """A step on a term's way, as an equation: a_C of link 5 along y equals …"""

    step: str
    link: int
    left: str
    right: str
    text: str


class OriginRow(TypedDict):
    """Terms that came one way."""

    mathml: str
    text: str
    effect: str
    says: str
    """The effect in a phrase."""
    link: int
    by: list[str]
    """MathML of the symbols that bring it."""
    outward: list[Station]
    inward: list[Station]
    arrives: Station | None


class WhyAnswer(TypedDict):
    """The terms that contain what was asked, each with its way; at most ten are told."""

    equation: str
    asked: str
    count: int
    total: int
    origins: list[OriginRow]


# numbers ----------------------------------------------------------------------------------------


class NumbersQuestion(TypedDict):
    """``numbers``: the closed form at a posture; a robot's own numbers fill in."""

    robot: Description
    values: dict[str, float]
    what: NotRequired[list[str]]
    """Any of tau, M, C, g, payload, friction, spring, K, U; all if left out."""


class Numbers(TypedDict):
    """The numbers by name; none where symbols have no value, which are ``missing``."""

    numbers: dict[str, Any]
    missing: list[str]


class WeighQuestion(TypedDict):
    """``weigh``: the terms of an equation by their size at a posture, the largest first."""

    robot: Description
    equation: str
    values: dict[str, float]
    count: NotRequired[int]
    notation: NotRequired[str]


class Weighed(TypedDict):
    """A term and what it is worth."""

    mathml: str
    text: str
    term: str
    effect: Effect
    links: list[int]
    value: float


class Weights(TypedDict):
    """The largest terms, the sum by effect and by link, and the whole."""

    terms: list[Weighed]
    by_effect: dict[str, float]
    by_link: dict[str, float]
    total: float


class ProgramQuestion(TypedDict):
    """``program``: the robot's functions as a JavaScript module, for a worker.

    Of functions q ↦ numbers, every array flat and row by row. Without names:
    inverse_dynamics, forward_dynamics, mass_matrix, gravity, forward_kinematics, jacobian, energy.
    """

    robot: Description
    functions: NotRequired[list[str]]


class ProgramFunction(TypedDict):
    """``name(k, ...inputs)`` gives a ``Float64Array``; ``k`` only where there are parameters."""

    name: str
    inputs: list[str]
    shape: list[int]
    says: str


class ProgramAnswer(TypedDict):
    """A module that exports the functions and, with parameters, ``setup(values)`` that makes k."""

    module: str
    parameters: list[str]
    functions: list[ProgramFunction]
    operations: dict[str, dict[str, int]]
    coordinates: list[Literal["R", "T"]]


# judging and proving ----------------------------------------------------------------------------


class CheckQuestion(TypedDict):
    """``check``: a text with equations against a robot; or a paper of the catalogue by name."""

    paper: NotRequired[str]
    robot: NotRequired[Description]
    text: NotRequired[str]
    format: NotRequired[str]
    """``tex``, ``md``, ``rst``, ``m``, ``py`` or ``c``; nothing lets the engine tell."""
    let: NotRequired[list[str]]
    """Lines of the dictionary said by hand: ``I_1 = Izz1 + m1*rx1^2``."""


class JudgedTerm(TypedDict):
    """A term of a judged equation; a right one has no mark."""

    mathml: str
    mark: Literal["", "wrong", "right"]
    hint: str


class JudgedEquation(TypedDict):
    """An equation that was wholly read; its terms as printed and as derived."""

    label: str
    target: str
    place: str
    right: bool
    verdict: str
    left: str
    terms: list[JudgedTerm]
    differences: int


class UnjudgedEquation(TypedDict):
    """An equation that was not judged, and why."""

    label: str
    reason: str
    source: str
    place: Place | None


class FindingRow(TypedDict):
    """A slip with all its places: printed and derived as MathML."""

    number: int
    kind: str
    says: str
    printed: str
    derived: str
    places: list[str]


class DictionaryRow(TypedDict):
    """What a symbol of the author's stands for; ``let`` is the line that says so."""

    symbol: str
    stands_for: str
    let: str
    why: str


class Judgement(TypedDict):
    """What checking found; ``summary`` is the sentence of the command line."""

    title: str
    robot: str
    summary: str
    equations: list[JudgedEquation]
    unjudged: list[UnjudgedEquation]
    findings: list[FindingRow]
    dictionary: list[DictionaryRow]
    questions: list[str]
    conventions: list[str]
    text: str
    """The text that was judged, where it is one."""


class VerifyQuestion(TypedDict):
    """``verify``: the certificate of a robot."""

    robot: Description


class ClaimRow(TypedDict):
    """An identity and whether it holds."""

    name: str
    holds: bool
    verdict: str
    detail: str


class CertificateAnswer(TypedDict):
    """The certificate."""

    robot: str
    holds: bool
    checks: list[ClaimRow]
    seconds: float


# taking along -----------------------------------------------------------------------------------


class TakeQuestion(TypedDict):
    """``take``: a file. ``what`` is one of ``catalogue.takes``."""

    robot: Description
    what: str
    form: NotRequired[Form]
    style: NotRequired[Style]
    equation: NotRequired[str]
    """One equation alone, for the clipboard: LaTeX, text, SymPy or code."""
    values: NotRequired[dict[str, float]]
    q: NotRequired[list[float]]


class Taken(TypedDict):
    """A file: its text, or its bytes in base 64 where it is none."""

    name: str
    media: str
    text: str
    base64: str


QUESTIONS: dict[str, tuple[type, type]] = {
    "catalogue": (CatalogueQuestion, Catalogue),
    "describe": (DescribeQuestion, Robot),
    "build": (BuildQuestion, Built),
    "cad": (CadQuestion, CadValuesAnswer),
    "scene": (SceneQuestion, Scene),
    "equations": (EquationsQuestion, Equations),
    "lines": (LinesQuestion, Lines),
    "search": (SearchQuestion, Found),
    "sizes": (SizesQuestion, Sizes),
    "why": (WhyQuestion, WhyAnswer),
    "numbers": (NumbersQuestion, Numbers),
    "weigh": (WeighQuestion, Weights),
    "program": (ProgramQuestion, ProgramAnswer),
    "check": (CheckQuestion, Judgement),
    "verify": (VerifyQuestion, CertificateAnswer),
    "take": (TakeQuestion, Taken),
}
"""Every question by its name: what is asked and what is answered."""
