#!/usr/bin/env bash
# What: pybabel extract marks "50% of games" and "100% sure" as python-format, in Python and in JavaScript, as it takes the sign,
#       the space and the next letter for a placeholder, % o or % s. pybabel compile then reports the Greek translations
#       "το 50% των παιχνιδιών" and "100% σίγουρα" as incompatible, and exits with 1, also if the file states no-python-format.
#       "50% more" and "win 50%" are not marked. (Babel's issues 35 and 1268 are open.)
# Versions: Babel 2.19.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: translators of a game's statistics: a percentage before a word with a certain initial fails the build.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check babel==2.19.0; } || exit 2
cd "$folder"
cat >babel.cfg <<'CFG'
[python: **.py]
[javascript: **.js]
CFG
env/bin/python - <<'PY'
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from babel.messages.pofile import read_po, write_po

print("Babel", version("babel"))
TRANSLATIONS = {
    "50% of games": "το 50% των παιχνιδιών",
    "100% sure": "100% σίγουρα",
    "50% more": "50% περισσότερα",
    "win 50%": "κέρδισε το 50%",
}
PYBABEL = Path(sys.executable).with_name("pybabel")


def pybabel(*arguments):
    return subprocess.run([PYBABEL, *arguments], capture_output=True, text=True)


seen = {}
for ending in ("py", "js"):
    folder = Path(ending)
    folder.mkdir()
    (folder / f"page.{ending}").write_text("".join(f'_("{text}")\n' for text in TRANSLATIONS))
    pybabel("extract", "-F", "babel.cfg", "-o", f"{ending}.po", ending)
    with open(f"{ending}.po", "rb") as file:
        catalog = read_po(file, locale="el")
    marked = [text for text in TRANSLATIONS if "python-format" in catalog[text].flags]
    for text, translation in TRANSLATIONS.items():
        catalog[text].string = translation
    catalog.fuzzy = False
    with open(f"{ending}.po", "wb") as file:
        write_po(file, catalog)
    denied = Path(f"{ending}.po").read_text().replace("python-format", "no-python-format")
    Path(f"denied-{ending}.po").write_text(denied)
    print(f".{ending}: marked as python-format: {marked}")
    results = []
    for name in (ending, f"denied-{ending}"):
        done = pybabel("compile", "-i", f"{name}.po", "-o", f"{name}.mo")
        errors = [line.split(": ")[-1] for line in done.stderr.splitlines() if line.startswith("error")]
        print(f"compile of {name}.po exits with {done.returncode}, errors: {errors}")
        results.append((done.returncode, errors))
    seen[ending] = marked, results
wanted = ["50% of games", "100% sure"], [(1, ["placeholders are incompatible"] * 2)] * 2
sys.exit(seen != {"py": wanted, "js": wanted})
PY
