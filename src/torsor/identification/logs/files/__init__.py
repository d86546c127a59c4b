"""Files and objects that hold logs: each is opened as a source of columns."""
