"""What the routines work on: a phase of a motion, its drive, its contacts, its integration.

Every field is a number or a place; ``preparation`` fills them. Rooms for what is computed on the
way are among them: a routine asks for no memory.
"""

from __future__ import annotations

from torsor.program.jit.routines.language import Floats, Function, Integers, Record


class Tape(Record):
    """Functions of one variable as a list of operations on registers; the first one has it."""

    length: int
    steps: Integers
    """Of each: which operation, the registers of its operands, that of its result."""
    registers: Floats
    results: Integers
    count: int


class Polynomials(Record):
    """A motion piece by piece, with its first and second derivatives beside it."""

    pieces: int
    knots: Floats
    rates: Floats
    """Coefficients (pieces, 6, width)."""
    width: int


class Drive(Record):
    """What drives the joints; see ``drives`` for the kinds."""

    kind: int
    n: int
    tape: Tape
    """The forces, or the motion that a controller follows, as functions of time."""
    duration: float
    """Of those functions."""
    polynomials: Polynomials
    by_tape: int
    count: int
    """Samples of the forces."""
    held: int
    times: Floats
    values: Floats
    model: Function
    kp: Floats
    kd: Floats
    limited: int
    limit: Floats
    wanted: Floats
    """Room for position, velocity and acceleration that are wanted."""
    asked: Floats
    """Room for the acceleration that computed torque asks for."""


class Contact(Record):
    """A wrench at the tool, by functions or a table, of time or of the tool's way."""

    by_way: int
    start: float
    stop: float
    by_tape: int
    tape: Tape
    count: int
    places: Floats
    values: Floats
    turned: int
    """1 from the tool's axes to the base's, −1 back, 0 as it is."""


class Phase(Record):
    """Equations of motion in which nothing jumps, and their integration."""

    n: int
    size: int
    """Entries of the state that have an error: 2 n, and the tool's way if it matters."""
    width: int
    """With the works of drives, friction and tool, which follow."""
    begin: float
    end: float
    """The times that the equations see."""
    by_way: int
    nearest_way: float
    farthest_way: float
    drive: Drive
    forward: Function
    matrix: Function
    bias: Function
    jacobian: Function
    kinematics: Function
    contacts: int
    contact: Contact
    tool_axes: int
    works: int
    smoothing: float
    smoothed: Floats
    rubbed: int
    friction: Floats
    """Dry friction of what slips."""
    viscous: int
    viscosity: Floats
    held: int
    free_count: int
    free: Integers
    """Coordinates that no friction and no stop holds."""
    # what the equations give, and rooms
    tau: Floats
    acting: Floats
    ddq: Floats
    wrench: Floats
    part: Floats
    M: Floats
    force: Floats
    reduced: Floats
    rest: Floats
    J: Floats
    T: Floats
    twist: Floats
    # integration
    t: float
    t_old: float
    y: Floats
    y_old: Floats
    y_new: Floats
    stage: Floats
    tried: float
    """The time of the state that ``stage`` has."""
    K: Floats
    """The rates of all stages."""
    F: Floats
    """The interpolant's terms."""
    step: float
    """What the next one is tried with."""
    bound: float
    longest: float
    rtol: float
    atol: float
    steps: int
    evaluations: int
    # samples
    samples: Floats
    sample_count: int
    next: int
    rows: Floats
    row_width: int
    load: float
    brought: float
    lost: float
    # guards
    guards: int
    pulled: int
    """Whether any guard is of a force that holds."""
    watched: Integers
    """Entries of the state; from ``size`` on those of the holding forces."""
    bounds: Floats
    signs: Floats
    small: Floats
