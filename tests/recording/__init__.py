"""What users see, recorded: it changes only in a commit that says why."""
