"""Build the notebooks with JupyterLite, where they run in a browser: ``make docs ARGS=lite``.

Each gets a first cell that installs qttt, from a wheel in the same folder. Pyodide, and packages
that qttt or a notebook needs, are loaded from the network.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat

from scripts.kernel import ROOT, KernelError
from scripts.release import pyodide_wheel
from scripts.web import WebError

NOTEBOOKS = ROOT / "docs" / "notebooks"
FOLDER = ROOT / "build" / "lite"
INSTALL = "%pip install -q qttt"


def main() -> None:
    """Build the site, which any web server can serve."""
    with TemporaryDirectory() as scratch:
        source, contents, wheels = (Path(scratch, name) for name in ("site", "notebooks", "wheels"))
        source.mkdir()
        add_install(contents)
        shutil.rmtree(FOLDER, ignore_errors=True)
        places = ("--lite-dir", source, "--contents", contents, "--output-dir", FOLDER)
        wheel = ("--piplite-wheels", pyodide_wheel(wheels))
        options = ("--apps", "lab", "--no-sourcemaps")
        command = (sys.executable, "-m", "jupyterlite_core", "build", *places, *wheel, *options)
        # It also writes a file into the current folder.
        subprocess.run(command, cwd=source, stdout=subprocess.DEVNULL, check=True)
    print(f"{FOLDER.relative_to(ROOT)}: serve it with python -m http.server")


def add_install(folder: Path) -> None:
    """Write the notebooks into a new folder, each with the cell that installs qttt."""
    folder.mkdir()
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        notebook.cells.insert(0, nbformat.v4.new_code_cell(INSTALL, id="install"))
        nbformat.write(notebook, folder / path.name)


if __name__ == "__main__":
    try:
        main()
    except (KernelError, WebError) as error:
        sys.exit(f"scripts/lite.py: {error}")
