#!/usr/bin/env bash
# What: A column that a Croissant file declares as sc:Text is read as numbers first by mlcroissant: 12 becomes b'12.0' if
#       another row is empty, 012 becomes b'12', and an identifier of 17 digits changes. In columns with a text in them
#       the same values are right.
# Versions: mlcroissant 1.1.1, pandas 3.1.1, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who publishes a table with a description in Croissant, as Hugging Face, Kaggle and OpenML do: moves of two digits,
#      codes and identifiers.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check mlcroissant==1.1.1 pandas==3.1.1; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import hashlib
import json
import sys
from importlib.metadata import version
from pathlib import Path

import mlcroissant
from absl import logging

logging.set_verbosity("error")
for name in ("mlcroissant", "pandas"):
    print(name, version(name))


def read(*values):
    """Return the values of a CSV column of these texts, which is declared as text."""
    table = "game,move\n" + "".join(f"{game},{value}\n" for game, value in enumerate(values))
    Path("games.csv").write_text(table)
    source = {"fileObject": {"@id": "games.csv"}, "extract": {"column": "move"}}
    field = {"@type": "cr:Field", "@id": "games/move", "name": "move", "dataType": "sc:Text", "source": source}
    description = {
        "@context": {
            "@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/",
            "cr": "http://mlcommons.org/croissant/", "dct": "http://purl.org/dc/terms/",
            "conformsTo": "dct:conformsTo", "recordSet": "cr:recordSet", "field": "cr:field", "source": "cr:source",
            "dataType": {"@id": "cr:dataType", "@type": "@vocab"}, "fileObject": "cr:fileObject",
            "extract": "cr:extract", "column": "cr:column",
        },
        "@type": "sc:Dataset", "name": "games", "conformsTo": "http://mlcommons.org/croissant/1.0",
        "distribution": [{
            "@type": "cr:FileObject", "@id": "games.csv", "name": "games.csv", "contentUrl": "games.csv",
            "encodingFormat": "text/csv", "sha256": hashlib.sha256(table.encode()).hexdigest(),
        }],
        "recordSet": [{"@type": "cr:RecordSet", "@id": "games", "name": "games", "field": [field]}],
    }
    Path("croissant.json").write_text(json.dumps(description))
    found = [record["games/move"] for record in mlcroissant.Dataset(jsonld="croissant.json").records("games")]
    print(f"texts in the file {values}: {found}")
    return found


wide = "12345678901234567"
found = [read("12", "13"), read("12", ""), read("012", "13"), read(wide, ""), read("012", "@1", wide)]
sys.exit(found != [[b"12", b"13"], [b"12.0", None], [b"12", b"13"], [b"1.2345678901234568e+16", None],
                   [b"012", b"@1", wide.encode()]])
PY
