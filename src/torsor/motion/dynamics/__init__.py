"""Forces along motions, and motions under forces."""
