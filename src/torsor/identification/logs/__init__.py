"""Measured logs: files and arrays in, joint coordinates and forces in SI out, with what was found.

``reading`` is the way through: a source is opened (``files/``), its columns are chosen
(``columns``) by their contract names or a ``mapping``, turned to the joints (``joint_side``), and
looked at (``checks/``) before they are a ``Log``.
"""
