"""``check``, ``errata``, ``verify``: published equations judged, and the certificate."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator

from torsor.document.blocks import Judged, Marked, Maths
from torsor.document.escaping import escape_html
from torsor.document.printing.mathml import MathmlPrinter
from torsor.document.printing.tokens import Piece
from torsor.document.writers import write
from torsor.equations.documents import speller
from torsor.errors import TextError, shown
from torsor.notation.glyph import component_of
from torsor.proof.certificate import VERDICTS, run
from torsor.referee.comparing.explanation import Difference
from torsor.referee.comparing.spelling import TermSpeller
from torsor.referee.equation import Checked, Entry
from torsor.referee.errata import MEANING, document, summary, verdict
from torsor.referee.errata.terms import judged_terms, mark_slips
from torsor.referee.errata.words import dots_in_words, is_found, tell_places
from torsor.referee.findings import Finding
from torsor.referee.paper import LARGEST, paper_names
from torsor.referee.paper_check import PaperCheck, check_paper
from torsor.studio.answers.doubting import doubt_of
from torsor.studio.answers.takes import ERRATA
from torsor.studio.kept import Kept
from torsor.studio.places import about
from torsor.studio.protocol.judging import (
    CertificateAnswer,
    CheckQuestion,
    ClaimRow,
    DictionaryRow,
    ErrataQuestion,
    FindingRow,
    JudgedEquation,
    JudgedTerm,
    Judgement,
    UnjudgedEquation,
    VerifyQuestion,
)
from torsor.studio.protocol.taking import Taken
from torsor.studio.sheets.sheet import TRACED
from torsor.studio.sheets.terms import typed

FORMATS = ("tex", "md", "rst", "m", "py", "c")
INDEXED = re.compile(r"(\w+)\[([0-9,]+)\](?:\.([xyz]))?\Z")
MOST_LINES = 200
SWAPPED = {
    ("cos(", "sin("): "a cosine where a sine belongs",
    ("sin(", "cos("): "a sine where a cosine belongs",
}
SAYS_ROBOT = "which robot is the text about? choose one, and ask again"


def answer_check(asked: CheckQuestion, kept: Kept) -> Judgement:
    """What checking found."""
    check = _checked(asked, kept)
    text = "" if asked.get("paper") else asked.get("text") or ""
    doubt = ""
    if text and (check.findings or check.unchecked):
        form = asked.get("format") or format_of(text)
        doubt = doubt_of(text, form, check.model.robot, [u.reason for u in check.unchecked])
    return _judgement(check, text, doubt)


def answer_errata(asked: ErrataQuestion, kept: Kept) -> Taken:
    """What checking found as a file, as ``torsor check`` writes it."""
    what = asked["what"]
    with about("what"):
        if what not in ERRATA or not ERRATA[what].is_here():
            raise TextError(f"what was found is taken as {', '.join(ERRATA)}, not {shown(what)}")
    take = ERRATA[what]
    check = _checked(asked["check"], kept)
    kept.tell(f"writing {take.says}", None)
    content: str | bytes
    if what == "pdf":
        from torsor.reporting.report_files import to_pdf

        content = to_pdf(document([check], "typst"))
    else:
        content = write(document([check], what), what)
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", check.model.robot.name).strip("-").lower() or "robot"
    if isinstance(content, bytes):
        return {"name": f"{stem}-checked{take.ending}", "media": take.media, "text": "",
                "base64": b64encode(content).decode()}  # fmt: skip
    return {"name": f"{stem}-checked{take.ending}", "media": take.media, "text": content,
            "base64": ""}  # fmt: skip


def _checked(asked: CheckQuestion, kept: Kept) -> PaperCheck:
    """The check that is asked for; the one made last where it is the same."""
    found: PaperCheck = kept.checks.get(asked, lambda: _check(asked, kept))
    return found


def _check(asked: CheckQuestion, kept: Kept) -> PaperCheck:
    name = asked.get("paper") or ""
    if name:
        with about("paper"):
            if name not in paper_names():
                known = ", ".join(paper_names())
                raise TextError(f"no paper is called {shown(name)}; there are {known}")
            kept.tell(f"judging {name}", None)
            return check_paper(name)
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
    said = [line for line in lines if line.strip()]
    with about("text", text):
        try:
            return check_text(text, f".{form}", robot, said)
        except TextError as error:
            if doubt := doubt_of(text, form, robot, [str(error)]):
                raise TextError(f"{error}. {doubt}") from None
            raise


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


def _judgement(check: PaperCheck, text: str, doubt: str) -> Judgement:
    teller = _Teller(check)
    return {
        "title": check.paper.title,
        "robot": check.model.robot.name,
        "summary": summary(check),
        "doubt": doubt,
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


def _swapped(difference: Difference) -> str:
    """That a sine stands where a cosine belongs, or the reverse, where that is the whole slip."""
    if difference.printed is None or difference.derived is None:
        return ""
    printed, derived = dict(difference.printed.powers), dict(difference.derived.powers)
    wrong = [name for name, power in printed.items() if derived.get(name) != power]
    right = [name for name, power in derived.items() if printed.get(name) != power]
    if len(wrong) != 1 or len(right) != 1 or wrong[0][3:] != right[0][3:]:
        return ""
    return SWAPPED.get((wrong[0][:4], right[0][:4]), "")


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
        at = finding.places[0]
        asked = d.derived is not None and at.target.partition("[")[0] in TRACED
        return {
            "number": number,
            "kind": finding.kind,
            "says": (_swapped(d) or MEANING[finding.kind]) + (f": {dots}" if dots else ""),
            "printed": self.piece(printed),
            "derived": self.piece(derived),
            "places": tell_places(finding.places),
            "at": {"line": at.line, "column": at.column or 1} if at.line else None,
            "target": at.target if asked else "",
            "term": typed(d.derived.powers) if d.derived and asked else "",
        }

    def piece(self, piece: Piece | None) -> str:
        """A term alone; nothing where there is none."""
        return self.printer.sum((piece,)) if piece else ""
