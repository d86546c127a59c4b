"""Logs in ROS bags: the messages ``sensor_msgs/JointState`` of one topic, through ``rosbags``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import MissingExtraError, TextError, TorsorError, shown, suggestion
from torsor.formats.load import place_of
from torsor.identification.logs.files.array_log import ArrayLog
from torsor.identification.logs.files.source import Header, RawLog, Rows

ENDINGS = (".mcap", ".db3", ".bag")
KIND = "sensor_msgs/msg/JointState"
FIELDS = {"q": "position", "dq": "velocity", "tau": "effort"}
LARGEST_BAG = 20_000_000_000
MOST_MESSAGES = 2_000_000
MOST_ORDERS = 1000
"""Ways in which the joints of a message may be named."""


@dataclass(frozen=True)
class BagLog(ArrayLog):
    """Joint states as columns q1 …, dq1 …, tau1 …, in the order of the robot's coordinates."""

    rows: Rows
    notes: tuple[str, ...]

    def read(self, names: Sequence[str]) -> RawLog:
        """The chosen columns."""
        return RawLog(self.rows, {name: self.columns[name] for name in names}, self.notes)


def is_bag(path: Path) -> bool:
    """Whether a path is a bag: by its ending, or a folder with a bag's metadata."""
    return path.suffix.lower() in ENDINGS or (path / "metadata.yaml").is_file()


def open_bag(path: Path, joints: Sequence[str], count: int, topic: str) -> BagLog:
    """Every joint state of a topic, by the names of these joints, or in order if they have none."""
    file = place_of(path)
    with _opened(path, file) as reader:
        states = _collect(file, reader, _topic(file, reader, topic), joints, count)
    notes = []
    stamps = states.stamps if all(states.stamps) else states.logged
    if stamps is states.logged:
        notes.append("its headers have no time stamps: the times are those of the recording")
    columns: dict[str, Array] = {"t": np.array([s - stamps[0] for s in stamps]) * 1e-9}
    for stem, field in FIELDS.items():
        block = np.array(states.fields[field])
        if not np.isnan(block).all():
            columns |= {f"{stem}{k}": block[:, k - 1] for k in range(1, count + 1)}
    if not states.named:
        here = ", ".join(states.names) or "without names"
        notes.append(f"its joints ({here}) are taken in the order of q1 … q{count}")
    lost = states.total - len(stamps)
    if lost:
        notes.append(f"{lost:,} of {states.total:,} messages are without positions of these joints")
    header = Header(file, dict.fromkeys(columns, ""))
    rows = Rows(file, np.array(states.numbers, dtype=np.intp), "message")
    return BagLog(header, columns, rows, tuple(notes))


@contextmanager
def _opened(path: Path, file: str) -> Iterator[Any]:
    try:
        from rosbags.highlevel import AnyReader
        from rosbags.typesys import Stores, get_typestore
    except ImportError:
        raise MissingExtraError(
            f"{file}: a ROS bag is read by rosbags; install it with pip install rosbags"
        ) from None
    try:
        size = sum(f.stat().st_size for f in ([path] if path.is_file() else path.iterdir()))
        if size > LARGEST_BAG:
            raise TextError(f"{file}: larger than {LARGEST_BAG // 1_000_000_000} GB, refused")
        store = get_typestore(Stores.ROS2_HUMBLE)
        with AnyReader([path], default_typestore=store) as reader:
            yield reader
    except TorsorError:
        raise
    except Exception as error:  # a damaged bag ends in any of a dozen ways
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise TextError(f"{file} cannot be read as a ROS bag: {shown(reason, 200)[1:-1]}") from None


def _topic(file: str, reader: Any, wanted: str) -> str:
    """The topic with joint states."""
    topics: list[str] = sorted({c.topic for c in reader.connections if c.msgtype == KIND})
    if wanted:
        if wanted not in topics:
            hint = suggestion(wanted, topics) or f"; there are {', '.join(topics) or 'none'}"
            raise TextError(f"{file}: no topic {shown(wanted)} of {KIND}{hint}")
        return wanted
    if not topics:
        kinds = ", ".join(sorted({c.msgtype for c in reader.connections})[:8]) or "no messages"
        raise TextError(f"{file}: no topic of {KIND}; it has {kinds}")
    if len(topics) > 1:
        raise TextError(
            f"{file}: joint states on {', '.join(topics)}; say which in a mapping: "
            f'topic = "{topics[0]}"'
        )
    return topics[0]


@dataclass
class _States:
    """What was gathered of the messages."""

    fields: dict[str, list[Any]]
    stamps: list[int]
    """Times of the headers in ns."""
    logged: list[int]
    """Times of the recording."""
    numbers: list[int]
    """Which messages they were."""
    names: tuple[str, ...] = ()
    named: bool = True
    total: int = 0


def _collect(file: str, reader: Any, topic: str, joints: Sequence[str], count: int) -> _States:
    found = _States({field: [] for field in FIELDS.values()}, [], [], [])
    orders: dict[tuple[str, ...], Any] = {}
    chosen = [c for c in reader.connections if c.topic == topic and c.msgtype == KIND]
    for connection, logged, content in reader.messages(connections=chosen):
        found.total += 1
        if found.total > MOST_MESSAGES:
            raise TextError(f"{file}: more than {MOST_MESSAGES:,} messages; cut it in parts")
        message = reader.deserialize(content, connection.msgtype)
        names = tuple(message.name)
        if names not in orders and len(orders) < MOST_ORDERS:
            orders[names] = _order(names, joints, count, len(message.position))
        order = orders.get(names)
        if order is None or len(message.position) <= max(order):
            continue
        stamp = message.header.stamp
        found.stamps.append(stamp.sec * 1_000_000_000 + stamp.nanosec)
        found.logged.append(int(logged))
        found.numbers.append(found.total)
        found.names, found.named = names, _matched(names, joints)
        for field, rows in found.fields.items():
            given: Any = getattr(message, field)
            rows.append(given[order] if len(given) > max(order) else np.full(count, np.nan))
    if not found.total:
        raise TextError(f"{file}: no message on {topic}")
    if not found.stamps:
        raise TextError(_mismatch(file, topic, list(orders), joints, count))
    return found


def _matched(names: Sequence[str], joints: Sequence[str]) -> bool:
    return bool(joints) and all(name and name in names for name in joints)


def _order(names: Sequence[str], joints: Sequence[str], count: int, length: int) -> Any:
    """Where each coordinate stands in a message, or nothing if it is not told."""
    if _matched(names, joints):
        return np.array([names.index(name) for name in joints])
    foreign = not any(name and name in names for name in joints)
    if foreign and length == count and len(names) in (0, count):
        return np.arange(count)
    return None


def _mismatch(
    file: str, topic: str, orders: Sequence[Sequence[str]], joints: Sequence[str], count: int
) -> str:
    here = ", ".join(max(orders, key=len)[:12]) or "no names"
    known = f" ({', '.join(joints)})" if any(joints) else ""
    return (
        f"{file}: {topic} has the joints {here}; expected those of the robot's {count} "
        f"coordinates{known}; a mapping may name them in order: joints = [..]"
    )
