"""The ways in and out of a robot: ``load`` tells formats apart, their names begin the files'."""
