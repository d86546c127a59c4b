"""The payload as a wrench at the tool: what the last link exerts on its load, in tool axes."""

from __future__ import annotations

from torsor.algebra.scalars.arithmetic import S
from torsor.algebra.scalars.scalars import Scalars
from torsor.mechanics.chain import Chain, body_of
from torsor.mechanics.kinematics import accelerated_base, poses, tool_motion
from torsor.mechanics.newton_euler import NO_LOAD, Wrench, external
from torsor.robot.robot import Robot
from torsor.spatial.vectors import ZERO, Vector


def tool_wrench(robot: Robot, chain: Chain[S], scalars: Scalars[S]) -> Wrench[S]:
    """The wrench of the robot's payload, whatever its kind."""
    payload = robot.payload
    if payload.kind == "wrench":
        entries = [scalars.value(e) for e in payload.wrench]
        given = Wrench(Vector(entries[:3]), Vector(entries[3:]))
        if payload.axes == "tool":
            return given
        to_tool = poses(chain)["tool"].R.T
        return given.rotate(to_tool)
    if payload.body is None:
        return NO_LOAD
    body = body_of(payload.body, scalars)
    if payload.kind == "weight":
        # The load hangs at the tool's origin and only its weight is felt.
        return Wrench(poses(chain)["tool"].R.T @ (-(body.m * chain.gravity)), ZERO)
    # A carried body is one more link, fixed to the tool: Newton and Euler at its mass centre.
    frame = tool_motion(chain, accelerated_base(chain))
    _, at_centre = external(len(chain.links) + 1, body, frame)
    return at_centre.shift(body.r_C)
