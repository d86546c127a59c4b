"""From columns to parameters: weights, friction laws, deviations."""
