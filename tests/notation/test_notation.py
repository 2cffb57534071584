"""Public names of the package."""

import subprocess
import sys

import qttt.notation

SCRIPT = """
import sys, qttt.notation
print(*sorted(set(sys.modules) & {"reedsolo", "hashlib", "qttt.notation.armour",
                                  "qttt.notation.svg", "qttt.notation.text"}))
"""


def test_the_package_imports_neither_pictures_nor_armour() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")


def test_every_public_name_exists() -> None:
    assert [name for name in qttt.notation.__all__ if not hasattr(qttt.notation, name)] == []
