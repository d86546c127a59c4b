"""What a robot computes, function by function, as programs."""
