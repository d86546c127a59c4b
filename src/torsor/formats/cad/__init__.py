"""Mass properties as CAD programs print them."""
