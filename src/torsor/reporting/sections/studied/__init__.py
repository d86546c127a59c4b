"""What a study found, told in a report and on its page."""
