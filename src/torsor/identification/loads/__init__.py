"""Tools and loads: what is carried, from logs with it and without."""
