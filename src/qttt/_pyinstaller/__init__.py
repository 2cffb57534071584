"""Tells PyInstaller what a bundle needs besides what its analysis sees."""

from pathlib import Path


def hook_folders() -> list[str]:
    """Return the folders with hooks, as the entry point ``pyinstaller40`` asks."""
    return [str(Path(__file__).parent)]
