"""What a robot is: small immutable data, and the functions from robot to robot."""

from torsor.robot.limits import Limits
from torsor.robot.robot import (
    Frame,
    Joint,
    Link,
    Payload,
    Quaternion,
    Robot,
    Turn,
    symbolic_link,
)

__all__ = [
    "Frame",
    "Joint",
    "Limits",
    "Link",
    "Payload",
    "Quaternion",
    "Robot",
    "Turn",
    "symbolic_link",
]
