"""What checking found, in words, as data and as a document."""

from torsor.referee.errata.document import document
from torsor.referee.errata.json_data import as_json
from torsor.referee.errata.words import MEANING, summary, verdict

__all__ = ["MEANING", "as_json", "document", "summary", "verdict"]
