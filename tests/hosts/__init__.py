"""Programs that are not ours and load the library, its files or the element.

These tests are nightly: they install pinned packages into environments of their own.
"""
