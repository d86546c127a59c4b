"""What the driving forces are linear in, as columns: links, friction, rotors."""
