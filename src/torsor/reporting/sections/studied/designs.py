"""What varied and what was asked for: factors, constraints, objectives, in tables."""

from __future__ import annotations

from torsor.document.blocks import Block, Code, Paragraph, Table, Text
from torsor.document.sheets.rows import print_cell
from torsor.robot.meanings import UNKNOWN, meaning_of
from torsor.studies.designs.factors import DURATION, Factor
from torsor.studies.study_file import Study
from torsor.studies.studying import StudyResult
from torsor.studies.summary import list_bounds
from torsor.studies.words import cut, factor_unit, tell_bound, tell_count

MOST = 40
"""Rows of a table."""
LEVELS = 8
SAMPLINGS = {
    "grid": "every combination of their levels",
    "list": "in the combinations that the study lists",
    "csv": "in the combinations of a file",
    "sobol": "at Sobol' points",
    "latin-hypercube": "as a Latin hypercube",
    "random": "at random",
    "saltelli": "at Saltelli's points, for Sobol' indices",
}


def tell_designs(found: StudyResult) -> Text:
    """What was studied, in a few sentences."""
    study = found.described
    names = list(dict.fromkeys(structure.robot.name for structure in study.structures))
    of = names[0] if len(names) == 1 else f"{len(names)} robots"
    kind = study.sampling.kind
    seeded = f" (seed {study.sampling.seed})" if kind in ("sobol", "random", "saltelli") else ""
    told = (
        f"{tell_count(study, found.summary)}. They are of {of}, sampled {SAMPLINGS[kind]}{seeded}"
    )
    cycles = [s.cycle for s in study.structures if s.cycle]
    if cycles:
        told += f"; each was measured along a motion of {len(cycles[0].t):,} samples"
    return (f"{told}.",)


def factor_table(study: Study) -> Table:
    """Every factor with its meaning and its range or levels."""
    rows: list[tuple[Text, ...]] = []
    for factor in study.sampling.factors[:MOST]:
        meaning = meaning_of(study.structures[0].robot, factor.name)
        said = "" if meaning == UNKNOWN else meaning.phrase
        if factor.name == DURATION:
            said = "of the whole motion"
        if not said:
            relations = study.data["relations"]
            assert isinstance(relations, dict)
            said = "what relations ask for" if relations else ""
        rows.append(
            ((Code(factor.name),), (said,), (_levels(factor),), (factor_unit(study, factor.name),))
        )
    more = len(study.sampling.factors) - MOST
    caption = "What varies" + (f", and {more} more" if more > 0 else "")
    heads: tuple[Text, ...] = (("Factor",), ("Meaning",), ("From and to",), ("Unit",))
    return Table(caption, heads, tuple(rows), (0.15, 0.45, 0.3, 0.1))


def _levels(factor: Factor) -> str:
    if not factor.values:
        log = ", on a logarithmic scale" if factor.scale == "log" else ""
        return f"{factor.low:.5g} to {factor.high:.5g}{log}"
    shown = [cut(print_cell(level), 30) for level in factor.values[:LEVELS]]
    more = len(factor.values) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def constraint_blocks(found: StudyResult) -> list[Block]:
    """Each bound, and how many designs are beyond it."""
    bounds = list_bounds(found.described)
    if not bounds:
        return []
    sound = found.summary.designs - found.summary.failed
    rows: list[tuple[Text, ...]] = []
    for bound in bounds[:MOST]:
        count = found.summary.broken.get(bound.name, 0)
        share = f"{100 * count / sound:.1f} %" if sound else ""
        rows.append(((tell_bound(bound),), (f"{count:,}",), (share,)))
    heads: tuple[Text, ...] = (("Constraint",), ("Designs beyond it",), ("Share",))
    caption = "What the constraints rule out"
    return [Table(caption, heads, tuple(rows), (0.5, 0.3, 0.2), frozenset({1, 2}))]


def failure_blocks(found: StudyResult) -> list[Block]:
    """Why designs have no numbers."""
    if not found.summary.failed:
        return []
    rows: list[tuple[Text, ...]] = [
        ((f"{count:,}",), (reason,)) for reason, count in found.summary.reasons.most_common(10)
    ]
    heads: tuple[Text, ...] = (("Designs",), ("Why they have no numbers",))
    return [Table("What failed", heads, tuple(rows), (0.2, 0.8), frozenset({0}))]


def column_table(found: StudyResult) -> Table:
    """Every column over all designs."""
    rows: list[tuple[Text, ...]] = []
    for name, column in list(found.summary.columns.items())[:MOST]:
        numbers = [(print_cell(column.data[k]),) for k in ("min", "mean", "max")]
        rows.append(((Code(name),), (column.unit,), *numbers))
    more = len(found.summary.columns) - MOST
    caption = "All designs" + (f"; {more} further columns are in the parts" if more > 0 else "")
    heads: tuple[Text, ...] = (("Measured",), ("Unit",), ("Least",), ("Mean",), ("Greatest",))
    return Table(caption, heads, tuple(rows), (0.4, 0.15, 0.15, 0.15, 0.15), frozenset({2, 3, 4}))


def lead(text: str) -> Paragraph:
    """A sentence that stays with what follows."""
    return Paragraph((text,), True)
