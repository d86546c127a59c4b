"""What a log is asked before it is believed: each check refuses it, repairs it or tells of it."""
