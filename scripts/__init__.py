"""Build steps of `make` and of pip, and generators of source files."""
