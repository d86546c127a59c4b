"""Independent truth for the tests; nothing here may import torsor."""
