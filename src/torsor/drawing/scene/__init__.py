"""One description of a robot in a posture, which every picture of it is written from."""
