#!/usr/bin/env bash
# What: node-gettext ignores Plural-Forms, the rule of plurals that a file of translations states, and goes by its own
#       list, in which languages have no countries: in Brazil, where 0 and 1 are singular, it writes "0 partidas", and
#       of a Hebrew file with three forms it uses the dual for all but 1. Python's gettext goes by the file. Nothing is
#       reported.
# Versions: node-gettext 3.0.1, gettext-parser 10.0.0, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who translates an app with gettext for a server in Python and pages in JavaScript: one count has two plurals.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund node-gettext@3.0.1 gettext-parser@10.0.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >read.mjs <<'JS'
import { readFileSync, writeFileSync } from "node:fs";
import { mo, po } from "gettext-parser";
import Gettext from "node-gettext";

const seen = {};
for (const locale of process.argv.slice(2)) {
  const table = po.parse(readFileSync(`${locale}.po`));
  writeFileSync(`${locale}.mo`, mo.compile(table));
  const translator = new Gettext();
  translator.addTranslations(locale, "messages", table);
  translator.setLocale(locale);
  seen[locale] = [0, 1, 2, 5].map((count) => translator.ngettext("game", "games", count));
}
console.log(JSON.stringify(seen));
JS
python3 - <<'PY'
import gettext
import json
import subprocess
import sys
from pathlib import Path

for name in ("node-gettext", "gettext-parser"):
    print(name, json.loads(Path(f"node_modules/{name}/package.json").read_text())["version"])
FILES = {
    "pt_BR": ("nplurals=2; plural=(n > 1);", ["partida", "partidas"]),
    "he": ("nplurals=3; plural=(n == 1 ? 0 : n == 2 ? 1 : 2);", ["משחק", "שני משחקים", "משחקים"]),
}
for locale, (rule, forms) in FILES.items():
    header = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {rule}\\n"\n'
    lines = [f'msgstr[{index}] "{form}"' for index, form in enumerate(forms)]
    Path(f"{locale}.po").write_text("\n".join([header, 'msgid "game"', 'msgid_plural "games"', *lines, ""]), "utf-8")
done = subprocess.run(["node", "read.mjs", *FILES], check=True, stdout=subprocess.PIPE, text=True)
seen = {}
for locale, by_js in json.loads(done.stdout).items():
    with open(f"{locale}.mo", "rb") as file:
        table = gettext.GNUTranslations(file)
    by_python = [table.ngettext("game", "games", count) for count in (0, 1, 2, 5)]
    forms = FILES[locale][1]
    seen[locale] = [[forms.index(text) for text in texts] for texts in (by_js, by_python)]
    print(f"{locale}: the forms of 0, 1, 2, 5 are {seen[locale][0]} by node-gettext, {seen[locale][1]} by Python")
sys.exit(seen != {"pt_BR": [[1, 0, 1, 1], [0, 0, 1, 1]], "he": [[1, 0, 1, 1], [2, 0, 1, 2]]})
PY
