"""From printed mathematics to values."""
