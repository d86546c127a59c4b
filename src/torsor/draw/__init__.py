"""Kinematic scheme, plots, animation.

>>> import torsor.draw
>>> drawing = torsor.draw.scheme("rttrr")
>>> drawing.save("rttrr.pdf")  # doctest: +SKIP
"""

from torsor.draw.animate import Animation, animate
from torsor.draw.drawing import Drawing
from torsor.draw.energy import energy_balance
from torsor.draw.load_points import LoadPoints, torque_speed, torque_speeds
from torsor.draw.plots import Plot, time_panels, time_plot
from torsor.draw.scheme import scheme
from torsor.draw.workspace import workspace

__all__ = [
    "Animation",
    "Drawing",
    "LoadPoints",
    "Plot",
    "animate",
    "energy_balance",
    "scheme",
    "time_panels",
    "time_plot",
    "torque_speed",
    "torque_speeds",
    "workspace",
]
