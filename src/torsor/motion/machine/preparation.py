"""Drives, contacts and an arm's functions as records for the routines."""

from __future__ import annotations

from typing import Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.dynamics.contact import Contact as GivenContact
from torsor.motion.dynamics.contact import Contacts, Sampled
from torsor.motion.dynamics.controllers import (
    PD,
    ComputedTorque,
    NoTorques,
    TorqueSamples,
    TorqueSignals,
)
from torsor.motion.dynamics.controllers import Drive as GivenDrive
from torsor.motion.machine.forces import (
    COMPUTED_TORQUE,
    GRAVITY_PD,
    NO_TORQUES,
    SAMPLES,
    SIGNALS,
)
from torsor.motion.machine.records import Contact, Drive, Polynomials
from torsor.motion.machine.tapes import write_motion, write_values
from torsor.motion.trajectory.piecewise import Functions
from torsor.program.arm import Arm
from torsor.program.arm_functions import find_kernel
from torsor.program.jit.routines.language import Function
from torsor.program.jit.routines.loading import Records
from torsor.program.jit.writing.signature import single


def doubles(values: object) -> Array:
    """A copy of numbers, one after another."""
    return np.array(values, np.float64, order="C")


def make_function(records: Records, arm: Arm, name: str) -> Any:
    """One of an arm's functions as the routines call it."""
    kernel = find_kernel(arm.function(name))
    address = kernel.loaded.address(single(len(kernel.head["arguments"])).name)
    made = records.make(Function, address=address, constants=kernel.constants)
    made.kernel = kernel  # there as long as the record is
    return made


def make_drive(records: Records, drive: GivenDrive, n: int) -> Any:
    """What drives the joints; a controller's model is put in with each load."""
    made = records.make(Drive, n=n)
    kinds = {NoTorques: NO_TORQUES, TorqueSignals: SIGNALS, TorqueSamples: SAMPLES,
             PD: GRAVITY_PD, ComputedTorque: COMPUTED_TORQUE}  # fmt: skip
    records.put(made, "kind", kinds[type(drive)])
    if isinstance(drive, TorqueSignals):
        records.put(made, "tape", write_values(records, drive.signals))
    if isinstance(drive, TorqueSamples):
        records.fill(
            made, count=len(drive.times), held=int(drive.hold), times=doubles(drive.times),
            values=doubles(drive.values),
        )  # fmt: skip
    if isinstance(drive, PD):
        _fill_controller(records, made, drive, n)
    return made


def _fill_controller(records: Records, made: Any, drive: PD, n: int) -> None:
    for name, gain in (("kp", drive.kp), ("kd", drive.kd), ("limit", drive.limit)):
        if gain is not None:
            records.put(made, name, doubles(np.broadcast_to(gain, (n,))))
    records.fill(
        made, limited=int(drive.limit is not None), wanted=np.zeros(3 * n), asked=np.zeros(n)
    )
    motion = drive.motion
    if isinstance(motion, Functions):
        tape = write_motion(records, motion.signals)
        records.fill(made, by_tape=1, tape=tape, duration=motion.duration)
        return
    rates = doubles(motion.rates)
    polynomials = records.make(
        Polynomials, pieces=len(rates), knots=doubles(motion.knots), rates=rates, width=3 * n
    )
    records.put(made, "polynomials", polynomials)


def make_contacts(records: Records, contacts: Contacts) -> Any:
    """All wrenches at the tool, one after another."""
    return records.row([_make_contact(records, c, contacts.axes) for c in contacts.contacts])


def _make_contact(records: Records, contact: GivenContact, axes: str) -> Any:
    made = records.make(
        Contact, by_way=int(contact.variable == "s"), start=contact.start, stop=contact.stop
    )
    if contact.axes != axes:
        records.put(made, "turned", 1 if contact.axes == "tool" else -1)
    wrench = contact.wrench
    if isinstance(wrench, Sampled):
        # One place more, so that behind every place there is another.
        places = np.append(wrench.places, np.inf)
        values = np.concatenate((wrench.values, wrench.values[-1:]))
        records.fill(made, count=len(wrench.places), places=places, values=doubles(values))
    else:
        records.fill(made, by_tape=1, tape=write_values(records, wrench.signals))
    return made
