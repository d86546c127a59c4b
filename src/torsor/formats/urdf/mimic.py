"""Followers in a URDF (``<mimic>``) as couplings of one coordinate."""

from __future__ import annotations

from fractions import Fraction

from torsor.algebra.formula import Formula, name, number, total
from torsor.errors import shown
from torsor.formats.urdf.elements import Elements, UrdfJoint

MOST_TURNS = 24
"""Whole multiples of a coordinate that a revolute joint may turn by."""


def leader_of(elements: Elements, joint: UrdfJoint) -> tuple[int, Fraction, Fraction]:
    """The joint that moves by itself at the end of followers: number, factor and offset."""
    numbers = {other.name: k for k, other in enumerate(elements.joints)}
    factor, offset, seen = Fraction(1), Fraction(0), [joint.name]
    at = joint
    while at.mimic is not None:
        mimic = at.mimic
        if mimic.joint not in numbers:
            raise at.node.error(f"it follows {shown(mimic.joint)}, and no joint is called so")
        offset += factor * mimic.offset
        factor *= mimic.multiplier
        if mimic.joint in seen:
            raise at.node.error(f"followers in a circle: {' → '.join((*seen, mimic.joint)[:9])}")
        seen.append(mimic.joint)
        at = elements.joints[numbers[mimic.joint]]
        if at.kind == "F":
            raise joint.node.error(f"it follows {shown(at.name)}, which is fixed")
    return numbers[at.name], factor, offset


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
        constant = number(offset - ratio * shift)
        if joints[i].kind == "R":
            constant = constant * name("rad")
        q = name(f"q{order.index(k) + 1}")
        found.append(total(number(ratio) * q, constant))
        if i == k and joints[i].mimic is not None:
            notes.append(
                f"{q} is the displacement of joint {shown(joints[i].name)}, the slower one, "
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
