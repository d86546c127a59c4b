"""Equations as the page shows them: structure at once, lines where they are looked at."""
