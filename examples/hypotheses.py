"""What a hypothesis costs: the same robot with and without principal axes of inertia."""

import torsor
from torsor.robot.hypotheses import assume

general = torsor.load("rttrr")
simple = assume(general, "principal_axes")

full, short = torsor.derive(general), torsor.derive(simple)
print("general:         ", full.terms)
print("principal axes:  ", short.terms)

lost = full.tau[3] - short.tau[3].to(full.ring)
print("lost in tau4:    ", lost)
