#!/usr/bin/env bash
# What: fluent.runtime rounds to the number of digits that a message asks for at least: of { NUMBER($n,
#       minimumSignificantDigits: 2) } it makes 120 of 123.456, and 1,200 of 1234. @fluent/bundle, which reads the same
#       file in JavaScript, writes 123.456 and 1,234, as Intl.NumberFormat does, whose names the options have.
# Versions: fluent.runtime 0.4.0, @fluent/bundle 0.19.1, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: translated apps whose server in Python and pages share messages: one number is written in two ways.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check fluent.runtime==0.4.0; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund @fluent/bundle@0.19.1 >npm.log 2>&1 || { cat npm.log; exit 2; }
echo 'score = { NUMBER($n, minimumSignificantDigits: 2) }' >messages.ftl
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import { FluentBundle, FluentResource } from "@fluent/bundle";

const bundle = new FluentBundle("en-US", { useIsolating: false });
bundle.addResource(new FluentResource(readFileSync("messages.ftl", "utf8")));
const { value } = bundle.getMessage("score");
console.log(JSON.stringify([123.456, 1234, 5].map((n) => bundle.formatPattern(value, { n }))));
JS
env/bin/python -W ignore - <<'PY'
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

print("fluent.runtime", version("fluent.runtime"))
print("@fluent/bundle", json.loads(Path("node_modules/@fluent/bundle/package.json").read_text())["version"])
bundle = FluentBundle(["en-US"], use_isolating=False)
bundle.add_resource(FluentResource(Path("messages.ftl").read_text()))
by_js = json.loads(subprocess.run(["node", "read.mjs"], check=True, capture_output=True, text=True).stdout)
pattern = bundle.get_message("score").value
by_python = [bundle.format_pattern(pattern, {"n": n})[0] for n in (123.456, 1234, 5)]
print(f"123.456, 1234 and 5 with two significant digits at least: fluent.runtime {by_python}, @fluent/bundle {by_js}")
sys.exit((by_python, by_js) != (["120", "1,200", "5.0"], ["123.456", "1,234", "5.0"]))
PY
