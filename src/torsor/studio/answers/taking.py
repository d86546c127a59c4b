"""``take``: files to take along."""

from __future__ import annotations

import io
import re
import zipfile
from base64 import b64encode
from collections.abc import Callable

from torsor.document.blocks import Display, Document, Part, Typesetting
from torsor.document.writers import write
from torsor.equations.documents import Style, Writer
from torsor.equations.expression import text_equation
from torsor.equations.sections import STATEMENTS, document
from torsor.errors import TorsorError, UnknownNameError, shown, suggestion
from torsor.robot.robot import Robot
from torsor.studio.answers.equations import sheet_of
from torsor.studio.answers.takes import EQUATIONS, TAKES, Take
from torsor.studio.kept import Kept
from torsor.studio.places import about
from torsor.studio.protocol.taking import Taken, TakeQuestion
from torsor.studio.reading import notation_for, numbers_of
from torsor.studio.sheets.sheet import Sheet, scalars
from torsor.studio.sheets.terms import names_in

WIDE = 100
"""Characters in a line of text."""

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The date of files in an archive, so that the same robot gives the same archive."""


def answer_take(asked: TakeQuestion, kept: Kept) -> Taken:
    """A file: its text, or its bytes."""
    what = asked["what"]
    with about("what"):
        if what not in TAKES:
            raise UnknownNameError(f"nothing to take is called {shown(what)}"
                                   f"{suggestion(what, TAKES)}")  # fmt: skip
        take = TAKES[what]
        if not take.is_here():
            raise TorsorError(f"{take.says}: this engine cannot make it")
        if asked.get("equation") and what not in EQUATIONS:
            raise TorsorError(f"an equation alone is taken as {', '.join(EQUATIONS)}")
    robot = kept.reading(asked["robot"]).robot
    kept.tell(f"making {take.says}", None)
    content = MAKERS[take.maker](asked, kept, robot)
    text = content if isinstance(content, str) else ""
    data = b64encode(content).decode() if isinstance(content, bytes) else ""
    return {"name": _file_name(robot, what, take), "media": take.media, "text": text,
            "base64": data}  # fmt: skip


def _file_name(robot: Robot, what: str, take: Take) -> str:
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", robot.name).strip("-").lower() or "robot"
    if take.maker == "code":
        stem += f"-{what}"
    return stem + take.ending


def _toml(asked: TakeQuestion, kept: Kept, robot: Robot) -> str:
    from torsor.formats.toml.writer import write_toml

    return write_toml(robot)


def _export(asked: TakeQuestion, kept: Kept, robot: Robot) -> str:
    from torsor.formats.export import export

    values = {**numbers_of(robot, asked["robot"]), **_values(asked, robot)}
    with about("values"):
        return str(export(robot, asked["what"], values))


def _values(asked: TakeQuestion, robot: Robot) -> dict[str, float]:
    """The values given, those of the motion left out."""
    from torsor.robot.symbols import motion

    moving = set(motion(robot))
    return {n: v for n, v in (asked.get("values") or {}).items() if n not in moving}


def _equations(asked: TakeQuestion, kept: Kept, robot: Robot) -> str:
    """The equations of a form as a document, or one of them alone."""
    sheet = sheet_of(kept, {**asked, "form": asked.get("form") or "tau"})
    writer = sheet.writer
    if name := asked.get("equation"):
        return _alone(sheet, name, asked["what"])
    made = document(sheet.model, writer.style, sheet.form)
    if asked["what"] != "latex":
        return write(made, asked["what"])
    if not asked.get("bare"):
        return write(made, "latex", standalone=True)
    return _bare(write(made, "latex", standalone=False))


def _bare(latex: str) -> str:
    """LaTeX without its comments."""
    return "\n".join(line for line in latex.splitlines() if not line.startswith("%")) + "\n"


def _alone(sheet: Sheet, name: str, format: str) -> str:
    if name not in sheet.by_id:
        with about("equation"):
            raise UnknownNameError(f"there is no equation {shown(name)} in this form")
    equation = sheet.by_id[name]
    pieces = tuple(term.piece for block in equation.blocks for term in block.terms)
    hand = sheet.writer.style.notation
    if format == "text":
        return text_equation(equation.left, pieces, hand, WIDE) + "\n"
    blocks = (Display(0, (Part((equation.left,), pieces),)),)
    typesetting = Typesetting(hand.product, hand.ascii)
    alone = Document(equation.text, blocks, typesetting=typesetting)
    if format != "latex":
        return write(alone, format)
    return _bare(write(alone, format, standalone=False))


def _sympy(asked: TakeQuestion, kept: Kept, robot: Robot) -> str:
    """Python that SymPy reads: the symbols, and every equation in normal form."""
    model = kept.model(asked["robot"])
    form = asked.get("form") or "tau"
    if form not in STATEMENTS:
        raise UnknownNameError(f"no form {shown(form)}; expected {', '.join(STATEMENTS)}")
    hand = notation_for(robot, "plain")
    only = asked.get("equation") or ""
    lines: list[str] = []
    names: dict[str, None] = {}
    signed = False
    for group in STATEMENTS[form](Writer(model, Style(hand))).values():
        for left, target, value in scalars(group):
            name = target or left.base
            if only and name != only:
                continue
            names.update(dict.fromkeys(names_in(value.names())))
            signed = signed or any(n.startswith("sign(") for n in value.names())
            text = str(value).replace("^", "**")
            lines.append(f"{re.sub(r'[^A-Za-z0-9]+', '_', name).strip('_')} = {text}")
    if only and not lines:
        with about("equation"):
            raise UnknownNameError(f"there is no equation {shown(only)} in this form")
    head = [f"from sympy import Rational, {'sign, ' * signed}cos, sin, sqrt, symbols", ""]
    spelled = list(names)
    for start in range(0, len(spelled), 12):
        row = spelled[start : start + 12]
        head.append(f"{', '.join(row)} = symbols({' '.join(row)!r})")
    body = "\n".join(lines)
    return "\n".join([*head, "", _rational(body)]) + "\n"


def _rational(text: str) -> str:
    """Divisions by whole numbers exactly: 3*m1/2 as it stands is exact, as m1 is a symbol."""
    return re.sub(r"(?<![\w.)\]*/])(\d+)/(\d+)(?![\w*])", r"Rational(\1, \2)", text)


def _code(asked: TakeQuestion, kept: Kept, robot: Robot) -> bytes:
    """Source files in a language, as an archive."""
    from torsor.program.targets import write_code

    built_in = {n: str(v) for n, v in numbers_of(robot, asked["robot"]).items()}
    files = write_code(robot, asked["what"], built_in)
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), text.encode(), zipfile.ZIP_DEFLATED)
    return found.getvalue()


def _picture(asked: TakeQuestion, kept: Kept, robot: Robot) -> str:
    from torsor.drawing.schematic.scheme import scheme

    hand = notation_for(robot, (asked.get("style") or {}).get("notation"))
    with about("values"):
        posture = _posture(asked, robot)
        return scheme(robot, posture=posture, values=_values(asked, robot) or None,
                      notation=hand).svg  # fmt: skip


def _posture(asked: TakeQuestion, robot: Robot) -> dict[str, float] | None:
    q = asked.get("q")
    if not q:
        return None
    if len(q) != robot.dof:
        raise TorsorError(f"q has {len(q)} entries, expected {robot.dof}")
    return {f"q{k}": value for k, value in enumerate(q, 1)}


def _viewer(asked: TakeQuestion, kept: Kept, robot: Robot) -> str:
    from torsor.drawing.viewer.page import viewer_of

    with about("values"):
        return viewer_of(robot, _values(asked, robot) or None, _posture(asked, robot)).html


def _report(asked: TakeQuestion, kept: Kept, robot: Robot) -> str | bytes:
    from torsor.document.writers.html import to_html
    from torsor.reporting.report import report
    from torsor.reporting.report_files import to_pdf

    style = asked.get("style") or {}
    made = report(
        robot,
        notation=notation_for(robot, style.get("notation")).name,
        shorter=style.get("shorter") or (),
        values={n: str(v) for n, v in numbers_of(robot, asked["robot"]).items()},
    )
    return to_pdf(made) if asked["what"] == "report" else to_html(made)


MAKERS: dict[str, Callable[[TakeQuestion, Kept, Robot], str | bytes]] = {
    "toml": _toml,
    "export": _export,
    "equations": _equations,
    "sympy": _sympy,
    "code": _code,
    "picture": _picture,
    "viewer": _viewer,
    "report": _report,
}
