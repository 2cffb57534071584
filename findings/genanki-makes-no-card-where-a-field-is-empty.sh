#!/usr/bin/env bash
# What: genanki makes no card of a template whose front side uses a field only with a filter, {{text:Question}}, if any
#       field of the note is empty, even one that the template does not mention. It does not know filters, and then
#       takes all fields for required. There is no message; the note is imported without the card, and Anki, asked
#       to make the same note itself, makes both cards. Of {{Question}} both make one.
# Versions: genanki 0.13.1, anki 26.9.3, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: teachers who make flash cards of positions and lessons by a program, with an optional hint or source: cards without
#      it are missing.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check genanki==0.13.1 anki==26.9.3; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import genanki
from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

for name in ("genanki", "anki"):
    print(name, version(name))
FIELDS = ("Question", "Answer", "Hint")
FRONTS = ("{{Question}}", "{{text:Question}}")
NOTES = (["Who chooses?", "The other player", "loop"], ["Who begins?", "X", ""])
model = genanki.Model(
    1607392319,
    "game",
    fields=[{"name": name} for name in FIELDS],
    templates=[{"name": front, "qfmt": front, "afmt": "{{Answer}}"} for front in FRONTS],
)
deck = genanki.Deck(2059400110, "game")
for fields in NOTES:
    deck.add_note(genanki.Note(model=model, fields=fields))
genanki.Package(deck).write_to_file("game.apkg")
collection = Collection("collection.anki2")
request = ImportAnkiPackageRequest(package_path="game.apkg", options=ImportAnkiPackageOptions())
collection.import_anki_package(request)
seen = []
for key in sorted(collection.find_notes("")):
    note = collection.get_note(key)
    seen.append(("imported", note.fields[2], len(note.cards())))
kind = collection.models.by_name("game")
for fields in NOTES:
    note = collection.new_note(kind)
    note.fields = list(fields)
    collection.add_note(note, collection.decks.id("other"))
    seen.append(("made by Anki", note.fields[2], len(note.cards())))
collection.close()
for origin, hint, count in seen:
    print(f"{origin}, hint {hint!r}: {count} of 2 cards")
wanted = [("imported", "loop", 2), ("imported", "", 1), ("made by Anki", "loop", 2), ("made by Anki", "", 2)]
sys.exit(seen != wanted)
PY
