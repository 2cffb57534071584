#!/usr/bin/env bash
# What: A click inside a shadow root has the inner element as its target outside of it, too, in happy-dom: the DOM
#       standard and jsdom name the host there. composedPath() lists what a closed root hides.
# Versions: happy-dom 21.0.4, jsdom 29.1.1, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who tests pages that hold elements with a shadow root: a test passes with event.target.closest("button"),
#       or fails with event.target === element, against the standard.

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

const click = ({ document }) => {
  const host = document.createElement("div");
  document.body.append(host);
  const root = host.attachShadow({ mode: "closed" });
  root.innerHTML = "<button></button>";
  let seen = "";
  document.body.addEventListener("click", (event) => {
    seen = `${event.target.localName} of ${event.composedPath().length}`;
  });
  root.firstChild.click();
  return seen;
};
for (const name of ["happy-dom", "jsdom"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const happy = click(new Window({ url: "http://localhost/" }));
const js = click(new JSDOM("<!doctype html>").window);
console.log("target of a click in a div's closed root, seen by the body, and length of its path");
console.log("happy-dom:", happy);
console.log("jsdom:    ", js);
process.exit(happy === "button of 7" && js === "div of 5" ? 0 : 1);
JS
node test.mjs
