#!/usr/bin/env bash
# What: A quotation mark in a PGN tag has a backslash by the standard (8.1.1, 7), "Ann \"Q\" B". Of four tools only
#       pgn-parser reads this: python-chess keeps the backslashes, cm-pgn cuts the name at the first mark without an
#       error, and chess.js cannot read the game. python-chess and chess.js write the name without backslashes, which
#       is no PGN: python-chess reads only this form right, and chess.js cannot read its own file either.
# Versions: chess.js 1.4.0, cm-pgn 5.0.0, @mliebelt/pgn-parser 1.4.19, chess (python-chess) 1.11.2, Node 20, Python 3.11,
#       Linux x86-64.
# Date: 2026-11-29.
# Who: who exchanges tag pairs of games with names that players choose, such as nicknames in quotation marks.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund chess.js@1.4.0 cm-pgn@5.0.0 @mliebelt/pgn-parser@1.4.19 >npm.log 2>&1 ||
  { cat npm.log; exit 2; }
cat >standard.pgn <<'PGN'
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann \"Q\" B"]
[Black "?"]
[Result "*"]

1. e4 *
PGN
env/bin/python - <<'PY'
import sys
from importlib.metadata import version
from io import StringIO
from pathlib import Path

import chess.pgn

print("chess", version("chess"))
with Path("standard.pgn").open() as file:
    read = chess.pgn.read_headers(file)["White"]
print("read by python-chess:", read)
game = chess.pgn.Game()
game.headers["White"] = 'Ann "Q" B'
game.add_main_variation(chess.Move.from_uci("e2e4"))
written = next(line for line in str(game).splitlines() if line.startswith("[White "))
print("written by python-chess:", written)
again = chess.pgn.read_headers(StringIO(str(game)))["White"]
print("read again by python-chess:", again)
expected = (r'Ann \"Q\" B', '[White "Ann "Q" B"]', 'Ann "Q" B')
sys.exit((read, written, again) != expected)
PY
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Chess } from "chess.js";
import { Pgn } from "cm-pgn/src/Pgn.js";

const { parse } = createRequire(import.meta.url)("@mliebelt/pgn-parser");
for (const name of ["chess.js", "cm-pgn", "@mliebelt/pgn-parser"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const NAME = 'Ann "Q" B';
const board = new Chess();
board.setHeader("White", NAME);
board.move("e4");
const READERS = {
  "chess.js": (text) => {
    const other = new Chess();
    other.loadPgn(text);
    return other.getHeaders().White;
  },
  "cm-pgn": (text) => new Pgn(text).header.tags.White,
  "pgn-parser": (text) => parse(text, { startRule: "game" }).tags.White,
};
const FILES = { "the standard": readFileSync("standard.pgn", "utf8"), "chess.js": board.pgn() };
const seen = [];
for (const [writer, text] of Object.entries(FILES)) {
  console.log(`written as by ${writer}:`, text.match(/\[White .*/)[0]);
  for (const [reader, read] of Object.entries(READERS)) {
    let found;
    try {
      found = read(text);
    } catch {
      found = "an error";
    }
    console.log(`  read by ${reader}:`, found);
    seen.push(found);
  }
}
const wanted = ["an error", "Ann \\", NAME, "an error", "Ann ", "an error"];
process.exit(JSON.stringify(seen) === JSON.stringify(wanted) ? 0 : 1);
JS
node read.mjs
