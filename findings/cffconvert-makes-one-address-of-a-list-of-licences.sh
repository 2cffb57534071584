#!/usr/bin/env bash
# What: Of a CITATION.cff with a list of licences, which the format allows and cffconvert validates, cffconvert makes the
#       address https://spdx.org/licenses/['MIT', 'CC-BY-4.0'] as the licence for CodeMeta and schema.org, which names no
#       licence, and a list as the one id for Zenodo. One licence as a text is right everywhere, and a list of one is wrong.
# Versions: cffconvert 2.0.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who deposits code and a data set of positions under two licences, and converts the citation for an archive.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check cffconvert==2.0.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import json
import sys
from importlib.metadata import version

from cffconvert import Citation

print("cffconvert", version("cffconvert"))
HEAD = """
cff-version: 1.2.0
message: Please cite it.
title: Positions
authors:
  - name: The authors
license: """
seen = []
for licences in ("MIT", "[MIT]", "[MIT, CC-BY-4.0]"):
    citation = Citation(HEAD + licences)
    citation.validate()
    codemeta, schema = (json.loads(text)["license"] for text in (citation.as_codemeta(), citation.as_schemaorg()))
    zenodo = json.loads(citation.as_zenodo())["license"]
    print(f"license: {licences}\n  CodeMeta   {codemeta}\n  schema.org {schema}\n  Zenodo     {zenodo}")
    seen.append((codemeta, schema, zenodo))
ADDRESS = "https://spdx.org/licenses/"
wanted = [
    (f"{ADDRESS}{name}", f"{ADDRESS}{name}", {"id": key})
    for name, key in (("MIT", "MIT"), ("['MIT']", ["MIT"]), ("['MIT', 'CC-BY-4.0']", ["MIT", "CC-BY-4.0"]))
]
sys.exit(seen != wanted)
PY
