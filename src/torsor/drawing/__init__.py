"""Kinematic scheme, plots, animation.

>>> import torsor
>>> drawing = torsor.drawing.scheme("rttrr")
>>> drawing.save("rttrr.pdf")  # doctest: +SKIP
"""

from torsor.drawing.animation import Animation, animate
from torsor.drawing.drawing import Drawing
from torsor.drawing.plots.energy import energy_balance
from torsor.drawing.plots.load_points import LoadPoints, torque_speed, torque_speeds
from torsor.drawing.plots.plot import Plot
from torsor.drawing.plots.time_plots import time_panels, time_plot
from torsor.drawing.schematic.scheme import scheme
from torsor.drawing.thumbnail import thumbnail
from torsor.drawing.viewer.page import Viewer
from torsor.drawing.workspace_section import workspace

__all__ = [
    "Animation",
    "Drawing",
    "LoadPoints",
    "Plot",
    "Viewer",
    "animate",
    "energy_balance",
    "scheme",
    "thumbnail",
    "time_panels",
    "time_plot",
    "torque_speed",
    "torque_speeds",
    "workspace",
]
