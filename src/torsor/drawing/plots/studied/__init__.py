"""The plots of a study, a file for each."""
