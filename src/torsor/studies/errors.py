"""What is wrong with a study, in a sentence."""

from torsor.errors import TorsorError


class StudyError(TorsorError, ValueError):
    """A study that cannot be carried out: where, and what was expected there."""
