#!/usr/bin/env bash
# What: If two PDFs have a destination of the same name, as those of two documents from one Typst or LaTeX
#       template do, links of the second lead to the page of the first after pypdf has appended it. pikepdf renames
#       the destinations.
# Versions: pypdf 7.1.1, pikepdf 10.18.0, typst 0.15.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who joins sheets, chapters or reports: "see the answers" opens those of another test.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pypdf==7.1.1 pikepdf==10.18.0 typst==0.15.2; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version
from pathlib import Path

import pikepdf
import pypdf
import typst

for name in ("pypdf", "pikepdf", "typst"):
    print(name, version(name))
FILES = []
for name in ("first", "second"):
    FILES.append(f"{name}.pdf")
    text = f"#link(<answers>)[Answers]\n#pagebreak()\n= Answers <answers>\n{name}\n"
    Path(FILES[-1]).write_bytes(typst.compile(text.encode()))


def with_pypdf(files):
    writer = pypdf.PdfWriter()
    for file in files:
        writer.append(file)
    writer.write("pypdf.pdf")


def with_pikepdf(files):
    document = pikepdf.new()
    for file in files:
        document.add_pages_from(pikepdf.open(file))
    document.save("pikepdf.pdf")


def links(file):
    """Return the last word of the page to which each link leads, read by pypdf."""
    reader = pypdf.PdfReader(file)
    pages = []
    for page in reader.pages:
        for note in page.get("/Annots", ()):
            target = note.get_object().get("/Dest") or note.get_object()["/A"]["/D"]
            number = reader.get_destination_page_number(reader.named_destinations[target])
            pages.append(reader.pages[number].extract_text().split()[-1])
    return pages


seen = [links(file) for file in FILES]
print("before:", *seen)
for merge in (with_pypdf, with_pikepdf):
    merge(FILES)
    seen.append(links(merge.__name__.removeprefix("with_") + ".pdf"))
    print(merge.__name__, seen[-1])
sys.exit(seen != [["first"], ["second"], ["first", "first"], ["first", "second"]])
PY
