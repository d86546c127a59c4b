"""What an author's symbols stand for: conventions of a robot, and its symbols matched by shape."""
