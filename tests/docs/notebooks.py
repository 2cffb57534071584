"""Run the notebooks of docs/notebooks and update their stored outputs.

python -m tests.docs.notebooks [NAME ...]
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jupyter_client.manager import AsyncKernelManager

# Jupyter's libraries are imported late: each test process imports this module, few run a notebook.

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "notebooks"
NAMES = ("tour", "physics", "parity", "learning")
MINUTES = 10
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
"""Metadata that does not depend on the machine."""


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.ipynb"


def fresh(name: str) -> str:
    """Run a notebook with this interpreter, and return its file.

    Raises ``CellExecutionError`` for the first cell that fails.
    """
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path_of(name), as_version=4)
    client = NotebookClient(
        notebook,
        km=kernel(),
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        timeout=60 * MINUTES,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(FOLDER)}},
    )
    client.execute(cleanup_kc=True)
    notebook.metadata = nbformat.from_dict(METADATA)
    text: str = nbformat.writes(notebook)
    return text + "\n"


def kernel() -> "AsyncKernelManager":
    """Return a Jupyter kernel of this interpreter, regardless of installed ones."""
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager

    own = KernelSpecManager(kernel_dirs=[])  # finds only ipykernel's own
    return AsyncKernelManager(kernel_name="python3", kernel_spec_manager=own)


def main(names: list[str]) -> None:
    for name in names or NAMES:
        path_of(name).write_text(fresh(name), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
