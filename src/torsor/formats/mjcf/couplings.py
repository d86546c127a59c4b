"""Equality constraints between two joints (``<equality><joint>``) as couplings of coordinates."""

from __future__ import annotations

from fractions import Fraction

from torsor.algebra.formula import Formula
from torsor.errors import RobotError, shown
from torsor.formats.couplings import displacement, follow
from torsor.formats.mjcf.compiler import Compiled
from torsor.formats.mjcf.constraints import active, way_out
from torsor.formats.mjcf.exact_numbers import exact
from torsor.formats.mjcf.tree import Tree

Rule = tuple[int, Fraction, Fraction]
"""The joint that is followed, the ratio, and the offset."""


def displacements(source: Compiled, tree: Tree, told: list[str]) -> list[Formula | None]:
    """What each joint moves by; nothing anywhere if no constraint couples two of them."""
    rules = _rules(source, tree)
    if not rules:
        return [None] * len(tree.joints)
    leaders = [i for i in range(1, len(tree.joints) + 1) if i not in rules]
    found: list[Formula | None] = []
    for i, joint in enumerate(tree.joints, 1):
        (*before, leader), ratio, offset = follow(i, rules, Fraction(1))
        if leader in before:
            raise source.refused("EQUALITY", 0, "the joints follow one another in a circle")
        found.append(displacement(joint.kind, ratio, leaders.index(leader) + 1, offset))
        if i in rules:
            told.append(f"joint {shown(joint.name)} is coupled: it moves by {found[-1]}")
    return found


def _rules(source: Compiled, tree: Tree) -> dict[int, Rule]:
    """q₁ − ref₁ = a₀ + a₁ (q₂ − ref₂) for each active constraint, by the link that follows."""
    model = source.model
    rules: dict[int, Rule] = {}
    for e in range(model.neq):
        if not active(model, e):
            continue
        first, second = int(model.eq_obj1id[e]), int(model.eq_obj2id[e])
        if first not in tree.link and second not in tree.link:
            continue  # both are held still
        shift, ratio, *higher = (exact(c) for c in model.eq_data[e][:5])
        if second < 0:
            raise _refused(source, e, "a joint held still is not read; weld its body")
        if any(higher) or not ratio:
            raise _refused(source, e, "expected a polynomial of degree one between the two joints")
        if first not in tree.link or second not in tree.link:
            raise _refused(source, e, "it couples a joint that is not kept; expected another tip")
        follower = tree.link[first]
        if follower in rules:
            named = shown(tree.joints[follower - 1].name)
            raise _refused(source, e, f"joint {named} follows another joint already")
        starts = [exact(model.qpos0[model.jnt_qposadr[j]]) for j in (first, second)]
        rules[follower] = (tree.link[second], ratio, starts[0] + shift - ratio * starts[1])
    return rules


def _refused(source: Compiled, e: int, sentence: str) -> RobotError:
    """The error that names a constraint, and how to do without it."""
    return source.refused("EQUALITY", e, f"{sentence}; {way_out([source.name('EQUALITY', e)])}")
