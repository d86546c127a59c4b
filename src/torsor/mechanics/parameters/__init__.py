"""The parameters that the model is linear in: regressor, regrouping, base parameters."""
