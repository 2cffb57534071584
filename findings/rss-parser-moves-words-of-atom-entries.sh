#!/usr/bin/env bash
# What: rss-parser moves the words of an entry whose content has the type xhtml, as Atom allows: in "X<sub>1</sub> lands
#       on <b>5</b>, not <b>2</b>" the text comes first and the elements after it, sorted by kind: "X lands on, not
#       1 5 2". A title of that type is an object, not a text. feedparser keeps the order.
# Versions: rss-parser 3.13.0, feedparser 6.0.14, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who shows posts on games, with subscripts or emphasis, from a blog with an Atom feed: the sentences are others.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check feedparser==6.0.14; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund rss-parser@3.13.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import Parser from "rss-parser";

const { items } = await new Parser().parseString(readFileSync("feed.xml", "utf8"));
console.log(JSON.stringify(items[0]));
JS
env/bin/python -W ignore - <<'PY'
import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import feedparser

print("rss-parser", json.loads(Path("node_modules/rss-parser/package.json").read_text())["version"])
print("feedparser", version("feedparser"))
SENTENCE = "X<sub>1</sub> lands on <b>5</b>, not <b>2</b>"
XHTML = '<div xmlns="http://www.w3.org/1999/xhtml">{}</div>'.format
FEED = f"""<feed xmlns="http://www.w3.org/2005/Atom"><title>Games</title><id>urn:a</id>
<updated>2026-11-29T10:00:00Z</updated>
<entry><title type="xhtml">{XHTML("<em>X</em> wins")}</title><id>urn:b</id><updated>2026-11-29T10:00:00Z</updated>
<content type="xhtml">{XHTML(f"<p>{SENTENCE}</p>")}</content></entry></feed>"""
Path("feed.xml").write_text(FEED)
done = subprocess.run(["node", "read.mjs"], check=True, capture_output=True, text=True)
by_js = json.loads(done.stdout)
(entry,) = feedparser.parse(FEED).entries


def words(markup):
    return re.sub(r"<[^>]*>", " ", markup).split()


texts = by_js["content"], entry.content[0].value
print(f"rss-parser: {texts[0]}\nfeedparser: {texts[1]}")
print("title in rss-parser:", by_js["title"], "in feedparser:", entry.title)
WANTED = words(SENTENCE)
is_moved = [words(text) != WANTED and sorted("".join(words(text))) == sorted("".join(WANTED)) for text in texts]
sys.exit((is_moved, type(by_js["title"]), words(entry.title)) != ([True, False], dict, ["X", "wins"]))
PY
