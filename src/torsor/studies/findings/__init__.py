"""What a whole study shows: designs that none is better than, and which factors matter."""
