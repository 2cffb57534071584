"""Runs the command ``qttt`` as ``python -m qttt``."""

from qttt.cli import main

main()
