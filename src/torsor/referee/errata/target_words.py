"""What a target is called in print: ``tau[2]`` is the driving force of joint 2."""

from __future__ import annotations

from torsor.referee.targets import TARGET

WORDS = {
    "tau": "driving force {i}",
    "omega": "angular velocity of link {i}",
    "epsilon": "angular acceleration of link {i}",
    "v": "velocity of frame {i}",
    "a": "acceleration of frame {i}",
    "v_C": "velocity of mass centre {i}",
    "a_C": "acceleration of mass centre {i}",
    "F": "force that moves link {i}",
    "N": "moment that turns link {i}",
    "f": "force in joint {i}",
    "n": "moment in joint {i}",
    "M": "mass matrix",
    "C": "Coriolis matrix",
    "g": "gravity vector",
    "K": "kinetic energy",
    "U": "potential energy",
    "K_v": "kinetic energy of translation",
    "K_w": "kinetic energy of rotation",
    "L": "Lagrangian",
    "p": "momentum {i}",
    "dp": "rate of momentum {i}",
    "L_q": "slope of the Lagrangian along coordinate {i}",
    "position": "position of mass centre {i}",
    "velocity": "velocity of mass centre {i}",
    "J_v": "Jacobian of mass centre {i}",
    "J_w": "Jacobian of the rotation of link {i}",
}
OF_BODIES = frozenset({"K", "U", "K_v", "K_w"})


def target_in_words(target: str) -> str:
    """What an equation speaks of, in words; a target of another kind as it stands."""
    found = TARGET.match(target)
    words = WORDS.get(found[1]) if found else None
    if found is None or words is None:
        return target
    name, i, j, axis = found.groups()
    if "{i}" in words:
        told = words.format(i=i) if i else words.replace(" {i}", "")
    elif i and name in OF_BODIES:
        told = f"{words} of link {i}"
    else:
        told = f"{words}, entry {i}" + (f",{j}" if j else "") if i else words
    return f"{told}, component {axis}" if axis else told
