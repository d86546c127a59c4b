"""The document: assembles all of the above."""
