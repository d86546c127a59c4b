"""What a robot is: small immutable data, and the functions from robot to robot."""

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

__all__ = ["Frame", "Joint", "Link", "Payload", "Quaternion", "Robot", "Turn", "symbolic_link"]
