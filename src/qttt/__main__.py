"""``python -m qttt`` is the command ``qttt``."""

from qttt.cli import main

main()
