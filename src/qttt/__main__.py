"""Runs the command ``qttt`` as ``python -m qttt``."""

from qttt.cli import main

if __name__ == "__main__":
    main()
