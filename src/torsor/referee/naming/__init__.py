"""What an author's symbols are by how they are written and used: coordinates, rates, indices."""
