"""Sheets and exercises in Greek."""

from .words import GREEK

__all__ = ["GREEK"]
