#!/usr/bin/env bash
# What: A message of three forms, "no points | {n} point | {n} points", is not shown for 0.5 or 1.5 by vue-i18n: t()
#       raises "Unexpected return type in composer", since the number is taken for the place in the list. 2.5 is "2.5
#       points", and a message of two forms is "0.5 points" and "1.5 points". -1.5 raises, too, while -1 is "-1 point".
#       (Issue 620 of kazupon/vue-i18n, its forerunner, where all forms are shown at once, is open.)
# Versions: vue-i18n 11.4.18, vue 3.5.45, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who shows scores with draws in a page of Vue: the page works until the first player has half a point.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund vue-i18n@11.4.18 vue@3.5.45 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { createI18n } from "vue-i18n";

for (const name of ["vue-i18n", "vue"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const messages = { en: { two: "{n} point | {n} points", three: "no points | {n} point | {n} points" } };
const { t } = createI18n({ legacy: false, locale: "en", messages }).global;
const show = (key, score) => {
  try {
    return t(key, score);
  } catch (error) {
    return `error: ${error.message}`;
  }
};
const ERROR = "error: Unexpected return type in composer";
const WANTED = [
  [0, "0 points", "no points"],
  [0.5, "0.5 points", ERROR],
  [1, "1 point", "1 point"],
  [1.5, "1.5 points", ERROR],
  [2.5, "2.5 points", "2.5 points"],
  [-1, "-1 point", "-1 point"],
  [-1.5, "-1.5 points", ERROR],
];
let held = true;
for (const [score, two, three] of WANTED) {
  const seen = [show("two", score), show("three", score)];
  console.log(`${score}: "${seen[0]}" of two forms, "${seen[1]}" of three`);
  held = seen[0] === two && seen[1] === three && held;
}
process.exit(held ? 0 : 1);
JS
node test.mjs
