"""Everything that people read, from ``qttt/content``: a folder for each language.

``content/README.md`` describes the files.
"""
