"""What a motion keeps within: bounds, and what they bound."""
