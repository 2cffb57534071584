#!/usr/bin/env bash
# What: history.pushState() and replaceState() fire "hashchange" in happy-dom if the fragment changes. By the HTML
#       standard and in jsdom they fire nothing, so a page that waits for the event stands still.
# Versions: happy-dom 21.0.4, jsdom 29.1.1, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who tests an app with routes in the fragment, such as a position in a link: a page that waits for an event
#       that the standard does not fire passes its tests, or does its work twice in them.

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

const events = async (window) => {
  const log = [];
  const settled = () => new Promise((resolve) => window.setTimeout(resolve, 100));
  for (const name of ["popstate", "hashchange"]) window.addEventListener(name, () => log.push(name));
  window.history.pushState(null, "", "#moves=12");
  await settled();
  window.history.replaceState(null, "", "#moves=13");
  await settled();
  return `${window.location.hash} after ${log.join(", ") || "no event"}`;
};
for (const name of ["happy-dom", "jsdom"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const happy = await events(new Window({ url: "http://localhost/" }));
const js = await events(new JSDOM("<!doctype html>", { url: "http://localhost/" }).window);
console.log("pushState, then replaceState, in happy-dom:", happy);
console.log("pushState, then replaceState, in jsdom:    ", js);
const asSeen = "#moves=13 after hashchange, hashchange";
process.exit(happy === asSeen && js === "#moves=13 after no event" ? 0 : 1);
JS
node test.mjs
