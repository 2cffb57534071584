#!/usr/bin/env bash
# What: In happy-dom a listener that another one removes, or whose signal it aborts, is still called for the event
#       that is under way. The DOM standard (its "removed" flag) and jsdom do not call it any more.
# Versions: happy-dom 21.0.4, jsdom 29.1.1, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who tests pages where one listener ends the work of others, such as a game's end that removes its input.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund happy-dom@21.0.4 jsdom@29.1.1 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Window } from "happy-dom";
import { JSDOM } from "jsdom";

const calls = (window) => {
  const { body } = window.document;
  const log = [];
  const removed = () => log.push("removed");
  body.addEventListener("move", () => body.removeEventListener("move", removed));
  body.addEventListener("move", removed);
  body.dispatchEvent(new window.Event("move"));
  const end = new window.AbortController();
  body.addEventListener("end", () => end.abort());
  body.addEventListener("end", () => log.push("aborted"), { signal: end.signal });
  body.dispatchEvent(new window.Event("end"));
  return log.join(" ");
};
for (const name of ["happy-dom", "jsdom"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const happy = calls(new Window({ url: "http://localhost/" }));
const js = calls(new JSDOM("<!doctype html>").window);
console.log("listeners called after their removal, happy-dom:", happy);
console.log("listeners called after their removal, jsdom:    ", js || "none");
process.exit(happy === "removed aborted" && js === "" ? 0 : 1);
JS
node test.mjs
