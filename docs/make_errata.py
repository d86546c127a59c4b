"""The page ``errata.md``: what it is, how to read it, and what ``torsor check --all`` finds.

``python -m docs.make_errata`` writes it, and the chart on its top.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from docs.charts import shares

from torsor.document import write
from torsor.referee.errata import document
from torsor.referee.errata.slips_in_words import NUMERALS
from torsor.referee.errata.words import MEANING, count_kinds
from torsor.referee.paper import paper_names
from torsor.referee.paper_check import PaperCheck, check_paper

PAGE = Path(__file__).with_name("errata.md")
CHART = Path(__file__).parent / "pictures" / "errata.svg"
HEAD = """\
# Errata of five papers

Five published derivations of robot dynamics, read equation by equation as they are printed and
compared, exactly, with the derived model. **{right} of {total} equations are right as printed.**
{unread} could not be read with certainty and is not judged; in the others every wrong term is
listed beside the term that is meant.

![How many equations of each paper are right as printed](pictures/errata.svg)

| Robot | Right | Wrong terms | Mostly | Paper |
|:--|--:|--:|:--|:--|
{contents}

`torsor check NAME` prints one of these chapters, `torsor check --all` all of them; with `--format
latex`, `typst` or `html` the printed equations stand there whole, wrong terms marked. How to have a
text of your own checked: [check a paper](check.md), [check a
manuscript](how-to/check-a-manuscript.md).

## How to read it

![Two printed equations of the paper on RTTRR](pictures/slips.svg)

*Two equations as that paper prints them. Red: printed and wrong. Blue, in brackets: the term that
is meant, what differs underlined.*

Each chapter begins with a table. **Target** is what the equation gives: `tau[2]` is the driving
force of joint 2, `a_C[3]` the acceleration of mass centre 3, `M[1,2]` an entry of the mass matrix.
**Printed** and **Derived** count terms, **Agree** those that are the same in both.

**Right** means that both sides were wholly read and are equal as polynomials, whatever their form:
factored, reordered, with other abbreviations. Nothing is called right that was not read to the end;
it stands under *Not checked*, with the reason.

In the other rows each printed term is paired with the derived one that it most likely stands for,
so that the whole explanation is as short as possible ([how](explanation/misprints.md)):

| Verdict | What is wrong | How often |
|:--|:--|--:|
{verdicts}

Robots and notations are the papers' own, and where a paper measures otherwise (another sense of
gravity, another sign), that is said and not counted. Some texts were at hand as scans only, which
is noted at the chapter's end: there an error may be the scanner's.
"""


def page(checks: list[PaperCheck]) -> str:
    """The whole page."""
    found = [_kinds(check) for check in checks]
    verdicts = sum(found, Counter[str]())
    head = HEAD.format(
        right=sum(_right(check) for check in checks),
        total=sum(_total(check) for check in checks),
        unread=NUMERALS[sum(len(check.unread) for check in checks)].capitalize(),
        contents="\n".join(map(contents_row, checks, found)),
        verdicts="\n".join(f"| {k} | {MEANING[k]} | {n} |" for k, n in verdicts.most_common()),
    )
    return "\n".join([head, *map(chapter, checks)])


def contents_row(check: PaperCheck, kinds: Counter[str]) -> str:
    """A paper in the table of contents."""
    mostly = ", ".join(kind for kind, _ in kinds.most_common(2))
    right = f"{_right(check)}\u00a0of\u00a0{_total(check)}"
    name = short_name(check)
    link = f"[{name}](#{name.lower()})"
    return f"| {link} | {right} | {kinds.total()} | {mostly} | {check.paper.title} |"


def chapter(check: PaperCheck) -> str:
    """What the command writes of a paper, one level lower, under the robot's name."""
    title, _, rest = write(document([check], "markdown"), "markdown").partition("\n")
    lower = re.sub(r"^(##+ )", r"#\1", rest, flags=re.M)
    return f"## {short_name(check)}\n\n**{title.removeprefix('# ')}**\n{lower}"


def chart(checks: list[PaperCheck]) -> str:
    """How much of each paper is right, as bars."""
    rows = [
        (short_name(c), _right(c), _total(c), f"{_right(c)} of {_total(c)} right") for c in checks
    ]
    return shares("Equations that are right as printed", rows)


def short_name(check: PaperCheck) -> str:
    """The paper's robot, which names its chapter."""
    return check.paper.name.upper()


def _kinds(check: PaperCheck) -> Counter[str]:
    return sum((count_kinds(e) for e in check.equations), Counter[str]())


def _right(check: PaperCheck) -> int:
    return sum(e.right for e in check.equations)


def _total(check: PaperCheck) -> int:
    return len(check.equations) + len(check.unread)


def main() -> None:
    """Write the page and its chart."""
    checks = [check_paper(name) for name in paper_names()]
    PAGE.write_text(page(checks), "utf-8")
    CHART.write_text(chart(checks), "utf-8")
    print(f"wrote {PAGE.name}, {CHART.name}")


if __name__ == "__main__":
    main()
