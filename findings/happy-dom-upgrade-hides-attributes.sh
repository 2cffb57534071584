#!/usr/bin/env bash
# What: A custom element that is defined after its tag was parsed gets no calls for its attributes in happy-dom:
#       attributeChangedCallback is not called for those that are there, as HTML demands of an upgrade. One that was
#       created before the definition and is inserted after it has its connectedCallback called twice instead.
#       (Reported in part, with attributes that were lost altogether: capricorn86/happy-dom issue 570, of 2022.)
# Versions: happy-dom 21.0.4, jsdom 29.1.1, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who tests elements that pages load late, as by a module script, and that read attributes in the callback.

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
  const { document } = window;
  const log = { parsed: [], created: [] };
  document.body.innerHTML = '<game-board id="parsed" moves="12"></game-board>';
  const created = document.createElement("game-board");
  created.id = "created";
  created.setAttribute("moves", "12");
  class Board extends window.HTMLElement {
    static observedAttributes = ["moves"];
    attributeChangedCallback(name, _, value) {
      log[this.id].push(`${name}=${value}`);
    }
    connectedCallback() {
      log[this.id].push("connected");
    }
  }
  window.customElements.define("game-board", Board);
  document.body.append(created);
  return JSON.stringify(log);
};
for (const name of ["happy-dom", "jsdom"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const happy = calls(new Window({ url: "http://localhost/" }));
const js = calls(new JSDOM("<!doctype html>").window);
console.log("happy-dom calls:", happy);
console.log("jsdom calls:    ", js);
const asStandard = '{"parsed":["moves=12","connected"],"created":["moves=12","connected"]}';
const asSeen = '{"parsed":["connected"],"created":["connected","connected"]}';
process.exit(happy === asSeen && js === asStandard ? 0 : 1);
JS
node test.mjs
