"""A board for notebooks: play in a cell, read and set the position in Python.

It is an `anywidget <https://anywidget.dev>`_ around the element ``<qttt-board>``, for Jupyter,
JupyterLite, VS Code, Colab and marimo.
"""

from qttt.extras import requires_extra

with requires_extra("notebook"):
    from .board_widget import BoardWidget, BundleMissingError

__all__ = ["BoardWidget", "BundleMissingError"]
