#!/usr/bin/env bash
# What: In a question {TRUE#first#second} of Moodle's GIFT format, the first text is for pupils who answer wrongly, here
#       "false". gift-pegjs gives it as trueFeedback, for those who answer "true": they read why they are wrong. In
#       {FALSE#first#second} it is right. pygiftparser and Moodle (question/format/gift/format.php) go by wrong and right.
# Versions: gift-pegjs 1.0.2, pygiftparser 1.1, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: teachers who write true-or-false questions about the rules in GIFT, and import them into Moodle and elsewhere.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pygiftparser==1.1; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund gift-pegjs@1.0.2 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >questions.json <<'JSON'
["X1 lands on 1 or 2. {TRUE#For the wrong.#For the right.}", "X1 lands on 5. {FALSE#For the wrong.#For the right.}"]
JSON
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import gift from "gift-pegjs";

const seen = JSON.parse(readFileSync("questions.json")).map((text) => {
  const [question] = gift.parse(text);
  const [right, wrong] = question.isTrue ? ["true", "false"] : ["false", "true"];
  return [question[`${right}Feedback`].text, question[`${wrong}Feedback`].text];
});
console.log(JSON.stringify(seen));
JS
node read.mjs >gift-pegjs.json
env/bin/python - <<'PY'
import io
import json
import sys
from importlib.metadata import version
from pathlib import Path

from pygiftparser import parser

print("gift-pegjs", json.loads(Path("node_modules/gift-pegjs/package.json").read_text())["version"])
print("pygiftparser", version("pygiftparser"))
questions = json.loads(Path("questions.json").read_text())
by_pegjs = json.loads(Path("gift-pegjs.json").read_text())
by_python = []
for text in questions:
    (question,) = parser.parseFile(io.StringIO(text))
    by_python.append([question.answers.feedbackCorrect, question.answers.feedbackWrong])
for text, one, other in zip(questions, by_pegjs, by_python, strict=True):
    print(text)
    print("  gift-pegjs:   a right answer gets", repr(one[0]), "a wrong one", repr(one[1]))
    print("  pygiftparser: a right answer gets", repr(other[0]), "a wrong one", repr(other[1]))
WANTED = ["For the right.", "For the wrong."]
sys.exit((by_pegjs, by_python) != ([WANTED[::-1], WANTED], [WANTED, WANTED]))
PY
