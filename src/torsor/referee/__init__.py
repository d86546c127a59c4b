"""Published equations against derived ones, term by term."""
