"""Followers in a URDF (``<mimic>``) as couplings of one coordinate."""

from __future__ import annotations

from fractions import Fraction

from torsor.algebra.formula import Formula
from torsor.errors import shown
from torsor.formats.couplings import displacement, follow
from torsor.formats.urdf.elements import Elements, UrdfJoint

MOST_TURNS = 24
"""Whole multiples of a coordinate that a revolute joint may turn by."""


def leader_of(elements: Elements, joint: UrdfJoint) -> tuple[int, Fraction, Fraction]:
    """The joint that moves by itself at the end of followers: number, factor and offset."""
    numbers = {other.name: k for k, other in enumerate(elements.joints)}
    rules = {
        other.name: (mimic.joint, mimic.multiplier, mimic.offset)
        for other in elements.joints
        if (mimic := other.mimic) is not None
    }
    (*before, leader), factor, offset = follow(joint.name, rules, Fraction(1))
    if before and (leader in before or leader not in numbers):
        last = elements.joints[numbers[before[-1]]].node
        if leader in before:
            raise last.error(f"followers in a circle: {' → '.join((*before, leader)[:9])}")
        raise last.error(f"it follows {shown(leader)}, and no joint is called so")
    if before and elements.joints[numbers[leader]].kind == "F":
        raise joint.node.error(f"it follows {shown(leader)}, which is fixed")
    return numbers[leader], factor, offset


def displacements(elements: Elements, moving: list[int], notes: list[str]) -> list[Formula | None]:
    """What each moving joint turns or slides by; nothing anywhere if none follows another."""
    joints = [elements.joints[k] for k in moving]
    if all(joint.mimic is None for joint in joints):
        return [None] * len(joints)
    led = [leader_of(elements, joint) for joint in joints]
    groups: dict[int, list[int]] = {}
    for i, (leader, _, _) in enumerate(led):
        groups.setdefault(leader, []).append(i)
    for leader, members in groups.items():
        if leader not in moving:
            follower = joints[members[0]]
            raise follower.node.error(
                f"it follows {shown(elements.joints[leader].name)}, which is not kept; "
                "expected the rest to be kept, or another tip"
            )
    chosen = {leader: _coordinate(led, joints, m) for leader, m in groups.items()}
    order = sorted(chosen.values())
    found: list[Formula | None] = []
    for i, (leader, factor, offset) in enumerate(led):
        k = chosen[leader]
        _, own, shift = led[k]
        ratio = factor / own
        q = order.index(k) + 1
        found.append(displacement(joints[i].kind, ratio, q, offset - ratio * shift))
        if i == k and joints[i].mimic is not None:
            notes.append(
                f"q{q} is the displacement of joint {shown(joints[i].name)}, the slower one, "
                f"which {shown(elements.joints[leader].name)} is led by"
            )
        elif i != k:
            notes.append(f"joint {shown(joints[i].name)} is coupled: it moves by {found[-1]}")
    return found


def _coordinate(
    led: list[tuple[int, Fraction, Fraction]],
    joints: list[UrdfJoint],
    members: list[int],
) -> int:
    """The member whose own displacement is the coordinate: the leader, or a slower joint."""
    leader = next(i for i in members if joints[i].mimic is None)
    for k in (leader, *members):
        ratios = [led[i][1] / led[k][1] for i in members if joints[i].kind == "R"]
        if all(r.denominator == 1 and abs(r) <= MOST_TURNS for r in ratios):
            return k
    follower = next(i for i in members if i != leader)
    raise joints[follower].node.error(
        f"it turns by {float(led[follower][1]):g} times {shown(joints[leader].name)}; "
        "the exact model needs whole multiples of one joint's angle"
    )
