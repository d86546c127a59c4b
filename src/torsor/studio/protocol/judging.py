"""Published equations judged, and the certificate."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from torsor.studio.protocol.description import Description
from torsor.studio.protocol.messages import Place


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
    at: Place | None
    """Where it first stands in the text."""
    target: str
    term: str
    """The derived term and the driving force or entry that has it, as ``why`` is asked; empty where
    there is none."""


class DictionaryRow(TypedDict):
    """What a symbol of the author's stands for; ``let`` is the line that says so."""

    symbol: str
    stands_for: str
    let: str
    why: str


class Judgement(TypedDict):
    """What checking found; ``summary`` is the sentence of the command line.

    ``doubt`` says why the text is probably about another robot; it is empty where it fits.
    """

    title: str
    robot: str
    summary: str
    doubt: str
    equations: list[JudgedEquation]
    unjudged: list[UnjudgedEquation]
    findings: list[FindingRow]
    dictionary: list[DictionaryRow]
    questions: list[str]
    conventions: list[str]
    text: str
    """The text that was judged, where it is one."""


class ErrataQuestion(TypedDict):
    """``errata``: what ``check`` finds, as a file; ``what`` is one of ``catalogue.errata``."""

    check: CheckQuestion
    what: str


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
