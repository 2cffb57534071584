"""The book of the game: the experiments, tables and files that ``docs/book`` publishes.

``qttt book`` computes them. Each chapter is a module; its tables are CSV files in
``docs/book/data``, from which the pages are written.
"""

from .pages import update_pages
from .tables import Column, DataTable, Row, read_csv, write_csv

__all__ = ["Column", "DataTable", "Row", "read_csv", "update_pages", "write_csv"]
