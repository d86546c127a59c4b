"""Kinematic scheme, plots, animation.

>>> import torsor.draw
>>> drawing = torsor.draw.scheme("rttrr")
>>> drawing.save("rttrr.pdf")  # doctest: +SKIP
"""

from torsor.draw.animate import Animation, animate
from torsor.draw.drawing import Drawing
from torsor.draw.plots import Plot, energy_balance, time_panels, time_plot, torque_speed
from torsor.draw.scheme import scheme
from torsor.draw.workspace import workspace

__all__ = [
    "Animation",
    "Drawing",
    "Plot",
    "animate",
    "energy_balance",
    "scheme",
    "time_panels",
    "time_plot",
    "torque_speed",
    "workspace",
]
