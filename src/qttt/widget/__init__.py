"""A board for notebooks: play in a cell, read and set the position in Python.

It is an anywidget (https://anywidget.dev) around the element ``<qttt-board>``, for JupyterLab,
JupyterLite, marimo and other programs that show such widgets.
"""

from qttt.extras import requires_extra

with requires_extra("notebook"):
    from .board_widget import BoardWidget, BundleMissingError

__all__ = ["BoardWidget", "BundleMissingError"]
