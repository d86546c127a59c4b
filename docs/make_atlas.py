"""The page ``atlas.md``: what structures there are, what is true of them, which robots they are.

``python -m docs.make_atlas`` writes it; each row is derived anew.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from torsor import Atlas, atlas, classify, library_names, load
from torsor.studies.atlas.words import count_structures

PAGE = Path(__file__).with_name("atlas.md")
MOST = 5
"""Joints up to which findings are told."""

FINDINGS = (
    ("Every joint gives the last link a motion of its own", "independent"),
    ("The mass matrix is diagonal", "diagonal"),
    ("The mass matrix is constant: no joint feels a velocity", "M_constant"),
    ("Some joint's acceleration is felt by no other joint", "decoupled != none"),
    ("Gravity along z acts on no joint", "gravity_z = none"),
    ("Gravity along z acts on two joints only, and all are independent",
     "count gravity_z = 2, independent"),
    ("Some joint feels no gravity, whatever its direction", "gravity_free != none"),
    ("The last link moves as a SCARA's: three translations, one rotation",
     "translations = 3, rotations = 1, independent"),
    ("The last link turns about any axis and no joint is idle", "rotations = 3, independent"),
    ("The last three axes may meet in a wrist", "wrist"),
    ("No length enters the dynamics", "lengths = 0"),
)  # fmt: skip
"""What is asked of all structures, as a sentence and as conditions."""
FEWEST = 6
"""Answers of so many structures at most are listed by name."""

HEAD = """\
# The atlas: every serial structure

A joint turns (R) or slides (T) along x, y or z: a chain of N joints is one of 6^N words, and with
general lengths, masses, mass centres, inertias and a general direction of gravity each word is a
robot. Torsor derives them all. A name of the atlas stands wherever a robot is asked for:

```sh
torsor derive atlas:RTTRR-zzyzy
torsor verify atlas:RRR-zyz
torsor atlas --joints 4 --quick --where 'freedoms = 4, rotations = 1' --sort terms
torsor atlas --joints 5 -o atlas-5 --page atlas-5.html
```

## What is one structure

Two words are one structure where one robot is the other in other words:

- **other axes of the base**: x, y and z may be renamed; the sense of an axis is free, its
  coordinate then has the other sign;
- **another zero of an angle**: with q + 90° for q, what follows the joint has its two other
  letters changed for one another;
- **other frames on the links**: a frame may be anywhere along the axis that it turns about and
  anywhere on a link that slides. So lengths along a slide, along an axis and before the first
  turning joint are no parameters, and a structure has only those that its dynamics can tell from
  zero.

A mirror image is the same structure with other lengths. The reversed chain is another one: its
base is what was the hand. Nor is the order of two slides free: the first one carries the second
one's body.

| joints | words | structures | of them with independent joints |
|---:|---:|---:|---:|
{counts}

The number follows by counting. Behind a joint either what follows may still be turned about one
axis, because the joint turns or because all slides behind the last turning joint are parallel to
it (*a* structures), or nothing is free (*e* structures). One joint: *a* = 2, *e* = 0. Where an
axis is free, the next one is parallel to it or at a right angle to it; else it has three
directions. A joint that turns frees its own axis, a slide at a right angle fixes everything: *a′*
= 3*a* + 3*e*, *e′* = *a* + 3*e*.

**That words are one is proven, not assumed**: each word, with a symbol for every entry of every
offset, is mapped to its structure, and the structure's driving forces under the mapping of
parameters are `==` the word's. **That structures are different is proven as well**: in M and g,
how often a sliding coordinate stands as a factor and up to which frequency an angle does is the
same under any mapping of parameters, any sign and any zero of the coordinates; no two structures
of up to five joints agree in that fingerprint. (Structures with their coordinates numbered
otherwise are not compared.)

Axes at other angles than right ones are twists: `atlas:RRT-twisted` has them as parameters alpha
and beta, for up to three joints (`torsor atlas --joints 3 --twisted`). With each of them 0 or 90°,
these structures are all those with right angles, which is proven too.

Gravity is a vector with three symbols, in the base's axes, and what acts on which joint is told
for each of the three.

## What is true of them

How many structures fulfil what the row says, `torsor atlas --joints N --quick --where '…'`:

| | conditions | {heads} |
|---|---|{lines}
{findings}

Named, where they are few:

{names}

The structure with the fewest terms among those whose joints are all independent: {shortest}.

Six joints were made once by hand, with `torsor atlas --joints 6 -o atlas-6` (18.6 minutes of CPU
time, 1.8 GB at most in each of two processes): 3,744 structures of 46,656 words, 569 of them with
independent joints. All 41,184 checks of their certificates hold, and no two have one fingerprint.
Fewest operations of inverse dynamics with six freedoms: `TTTRRR-zyxxzy` and `TTTRRR-zyxyzy` with
218, and `RRRRRR-zzzyzz` with 387 where all joints turn. None has a diagonal mass matrix; gravity
along z acts on no joint of 89. Their words were not proven one by one.

## The robots of the library and of the papers

`torsor classify ROBOT` finds the structure that a robot is, tells each parameter of the structure
in the robot's own symbols, and proves it. Of [the library](gallery.md):

| robot | structure | lengths that are not zero |
|---|---|---|
{robots}

`rv1a-paper`, which is given by bodies without a chain, is in no class.
"""


@cache
def structures(joints: int) -> Atlas:
    """All structures of so many joints, without proofs."""
    return atlas(joints, quick=True)


def count_row(joints: int) -> str:
    """A line of the table of counts."""
    independent = len(structures(joints).where("independent"))
    return f"| {joints} | {6**joints:,} | {count_structures(joints):,} | {independent:,} |"


def finding_counts(joints: int) -> list[int]:
    """How many structures fulfil each finding."""
    return [len(structures(joints).where(where)) for _, where in FINDINGS]


def name_lines(joints: int) -> list[str]:
    """The structures of findings that have few, for so many joints."""
    lines = []
    for sentence, where in FINDINGS:
        found = structures(joints).where(where).structures
        if joints > 1 and 0 < len(found) <= FEWEST:
            told = ", ".join(f"`{name}`" for name in found)
            lines.append(f"- {sentence[0].lower()}{sentence[1:]}, {joints} joints: {told}")
    return lines


def shortest(joints: int) -> str:
    """The structure with independent joints and the fewest terms."""
    first = structures(joints).where("independent").sorted_by("terms")[0]
    return f"`{first['structure']}` with {first['terms']} terms"


def robot_row(name: str) -> str:
    """A library robot, its structure and what its lengths are."""
    found = classify(name)
    assert found.proven
    lengths = {n: v for n, v in found.lengths.items() if v != 0}
    told = ", ".join(f"{n} = {v}" for n, v in lengths.items()) or "–"
    return f"| `{name}` | `{found.name}` | {told} |"


def write_page() -> str:
    """The whole page."""
    every = range(1, MOST + 1)
    counts = [finding_counts(joints) for joints in every]
    rows = [
        f"| {sentence} | `{where}` | {' | '.join(str(column[k]) for column in counts)} |"
        for k, (sentence, where) in enumerate(FINDINGS)
    ]
    serial = [name for name in library_names() if not load(name).bodies]
    return HEAD.format(
        counts="\n".join(map(count_row, every)),
        heads=" | ".join(map(str, every)),
        lines="---:|" * MOST,
        findings="\n".join(rows),
        names="\n".join(line for joints in every for line in name_lines(joints)),
        shortest="; ".join(f"{n} joints: {shortest(n)}" for n in every if n > 1),
        robots="\n".join(map(robot_row, serial)),
    )


if __name__ == "__main__":
    PAGE.write_text(write_page(), "utf-8")
