"""``check``, ``verify``: published equations judged term by term, and the certificate."""

from __future__ import annotations

import re
from collections.abc import Iterator

from torsor.document.blocks import Judged, Marked, Maths
from torsor.document.escaping import escape_html
from torsor.document.printing.mathml import MathmlPrinter
from torsor.document.printing.tokens import Piece
from torsor.equations.documents import speller
from torsor.errors import TextError, shown
from torsor.notation.glyph import component_of
from torsor.proof.certificate import VERDICTS, run
from torsor.referee.comparing.spelling import TermSpeller
from torsor.referee.equation import Checked, Entry
from torsor.referee.errata import MEANING, summary, verdict
from torsor.referee.errata.terms import judged_terms, mark_slips
from torsor.referee.errata.words import dots_in_words, is_found, tell_places
from torsor.referee.findings import Finding
from torsor.referee.paper import LARGEST, paper_names
from torsor.referee.paper_check import PaperCheck, check_paper
from torsor.studio.kept import Kept
from torsor.studio.places import about
from torsor.studio.protocol.judging import (
    CertificateAnswer,
    CheckQuestion,
    ClaimRow,
    DictionaryRow,
    FindingRow,
    JudgedEquation,
    JudgedTerm,
    Judgement,
    UnjudgedEquation,
    VerifyQuestion,
)

FORMATS = ("tex", "md", "rst", "m", "py", "c")
INDEXED = re.compile(r"(\w+)\[([0-9,]+)\](?:\.([xyz]))?\Z")
MOST_LINES = 200
SAYS_ROBOT = "which robot is the text about? choose one, and ask again"


def answer_check(asked: CheckQuestion, kept: Kept) -> Judgement:
    """What checking found."""
    name = asked.get("paper") or ""
    if name:
        with about("paper"):
            if name not in paper_names():
                known = ", ".join(paper_names())
                raise TextError(f"no paper is called {shown(name)}; there are {known}")
            kept.tell(f"judging {name}", None)
            return _judgement(check_paper(name), "")
    from torsor.referee.manuscript_check import check_text

    text, lines = asked.get("text") or "", asked.get("let") or []
    with about("text"):
        if not text.strip():
            raise TextError("there is no text yet; expected equations in LaTeX, Markdown or code")
        if len(text) > LARGEST:
            raise TextError(f"the text is larger than {LARGEST // 1000} kB, refused")
    with about("let"):
        if len(lines) > MOST_LINES:
            raise TextError(f"{len(lines)} lines of a dictionary; at most {MOST_LINES}")
    given = asked.get("robot")
    if given is None:
        with about("robot"):
            raise TextError(SAYS_ROBOT)
    robot = kept.reading(given).robot
    form = asked.get("format") or format_of(text)
    with about("format"):
        if form not in FORMATS:
            raise TextError(f"no format {shown(form)}; expected {', '.join(FORMATS)}")
    kept.tell("reading the equations and judging them", None)
    with about("text", text):
        said = [line for line in lines if line.strip()]
        return _judgement(check_text(text, f".{form}", robot, said), text)


def format_of(text: str) -> str:
    """What a text is written in, as far as one sees."""
    if re.search(r"^\s*(def |import |from \w+ import )|\bnp\.|\*\*", text, re.MULTILINE):
        return "py"
    if re.search(r"^\s*(#include|double |float |void |const double)", text, re.MULTILINE):
        return "c"
    if re.search(r"^\s*(function\b|syms\b|%)|\.\*|\.\^", text, re.MULTILINE) and "\\" not in text:
        return "m"
    if re.search(r"^\s*\.\. math::", text, re.MULTILINE):
        return "rst"
    if re.search(r"^#{1,6} |^```", text, re.MULTILINE):
        return "md"
    return "tex"


def answer_verify(asked: VerifyQuestion, kept: Kept) -> CertificateAnswer:
    """The certificate, each claim told as it is shown."""
    from time import perf_counter

    robot = kept.reading(asked["robot"]).robot
    start = perf_counter()
    rows: list[ClaimRow] = []
    kept.tell(f"proving {robot.title}", 0.0)
    for done, total, check in run(robot):
        if check is not None:
            word = VERDICTS[check.how] if check.holds else "FAILS"
            rows.append(
                {"name": check.name, "holds": check.holds, "verdict": word, "detail": check.detail}
            )
        kept.tell(check.name if check else "proving", done / total)
    return {
        "robot": robot.name,
        "holds": all(row["holds"] for row in rows),
        "checks": rows,
        "seconds": perf_counter() - start,
    }


def _judgement(check: PaperCheck, text: str) -> Judgement:
    teller = _Teller(check)
    return {
        "title": check.paper.title,
        "robot": check.model.robot.name,
        "summary": summary(check),
        "equations": [row for e in check.equations for row in teller.equation(e)],
        "unjudged": [
            _unjudged(u.label, u.reason, u.latex, u.place)
            for u in (check.unchecked if text else (*check.unread, *check.paper.unchecked))
        ],
        "findings": [
            teller.finding(number, finding) for number, finding in enumerate(check.findings, 1)
        ],
        "dictionary": _dictionary(check),
        "questions": [q.text for q in check.dictionary.questions] if check.dictionary else [],
        "conventions": [
            *check.conventions, *(check.dictionary.conventions if check.dictionary else ()),
        ],
        "text": text,
    }  # fmt: skip


def _unjudged(
    label: str, reason: str, source: str, place: tuple[int, int] | None
) -> UnjudgedEquation:
    at = None if place is None else {"line": place[0], "column": place[1]}
    return {"label": label, "reason": reason, "source": source, "place": at}  # type: ignore[typeddict-item]


def _dictionary(check: PaperCheck) -> list[DictionaryRow]:
    found = check.dictionary
    if found is None:
        return []
    rows: list[DictionaryRow] = []
    for author, own in found.coordinates:
        rows.append({"symbol": author, "stands_for": own, "let": f"{own} = {author}",
                     "why": "a coordinate"})  # fmt: skip
    for m in found.meanings:
        why = "declared" if m.declared else f"it stands in {m.terms} term{'s' * (m.terms != 1)}"
        rows.append({"symbol": m.symbol, "stands_for": m.meaning,
                     "let": f"{m.symbol} = {m.meaning}", "why": why})  # fmt: skip
    rows += [
        {"symbol": name, "stands_for": "0", "let": f"{name} = 0", "why": "the text never has it"}
        for name in found.left_out
    ]
    return rows


class _Teller:
    """Writes what was found of one paper as MathML."""

    def __init__(self, check: PaperCheck) -> None:
        self.check = check
        self.spell = TermSpeller(check.model, check.notation, check.unknown)
        self.printer = MathmlPrinter(check.notation.product)
        self.glyphs = speller(check.model, check.notation)

    def equation(self, checked: Checked) -> Iterator[JudgedEquation]:
        """An equation, a row for each component."""
        told = verdict(checked, is_found(self.check))
        for entry in checked.entries:
            wrong = len(entry.comparison.differences)
            # What casts doubt on an equation does so on each of its components.
            right = not wrong and (
                checked.right or (checked.differs and not checked.doubts and not checked.asked)
            )
            yield {
                "label": checked.label,
                "target": checked.target,
                "place": entry.place,
                "right": right,
                "verdict": told if wrong or checked.right or not checked.differs else "right",
                "left": self.left(checked.target, entry),
                "terms": [
                    self.term(term)
                    for term in judged_terms(entry, self.spell)
                    if isinstance(term, (Maths, Marked))
                ],
                "differences": wrong,
            }

    def left(self, target: str, entry: Entry) -> str:
        """The left-hand side as the notation prints it; nothing where it has no glyph."""
        found = INDEXED.fullmatch(target)
        if not found:
            return ""
        name, index, axis = found.groups()
        if name == "tau":
            return self.printer.glyph(self.glyphs.glyph(f"tau{index}"))
        glyph = self.check.notation.step(name, index.replace(",", ""))
        component = axis or (entry.place if entry.place in ("x", "y", "z") else "")
        return self.printer.glyph(component_of(glyph, component))

    def term(self, term: Judged) -> JudgedTerm:
        """A term, and what is wrong in it."""
        if isinstance(term, Maths):
            return {"mathml": self.maths(term), "mark": "", "hint": ""}
        assert isinstance(term, Marked)
        run = term.run
        inside = f"<mtext>{escape_html(run)}</mtext>" if isinstance(run, str) else self.maths(run)
        return {"mathml": inside, "mark": term.mark, "hint": term.hint}  # type: ignore[typeddict-item]

    def maths(self, run: Maths) -> str:
        """A small sum."""
        return self.printer.sum(run.pieces, run.first)

    def finding(self, number: int, finding: Finding) -> FindingRow:
        """A slip with its places."""
        d = finding.example
        printed, derived = mark_slips(d.printed, d.derived, self.spell)
        dots = dots_in_words(finding)
        return {
            "number": number,
            "kind": finding.kind,
            "says": MEANING[finding.kind] + (f": {dots}" if dots else ""),
            "printed": self.piece(printed),
            "derived": self.piece(derived),
            "places": tell_places(finding.places),
        }

    def piece(self, piece: Piece | None) -> str:
        """A term alone; nothing where there is none."""
        return self.printer.sum((piece,)) if piece else ""
