"""The page in which a robot is turned, moved and played; its source is ``web/``."""
