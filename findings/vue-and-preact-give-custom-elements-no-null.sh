#!/usr/bin/env bash
# What: null for a property of a custom element arrives as 0 from Vue, if the property was a number, and as '' if it was a
#       text, and an empty text after true arrives as true. From Preact null always arrives as '', so that a list that becomes
#       null has no map(). React hands over what is given. (Vue's issue 14209 and Preact's 3276 are open.)
# Versions: vue 3.5.45, preact 11.2.0, react and react-dom 19.3.1, jsdom 29.1.1, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who puts a web component with properties, such as a board, into a page of Vue or Preact: no selected square is square 0.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund vue@3.5.45 preact@11.2.0 react@19.3.1 react-dom@19.3.1 jsdom@29.1.1 \
  >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html><body></body>");
const NAMES = ["document", "customElements", "HTMLElement", "Element", "Node", "SVGElement", "MathMLElement", "Text", "Event"];
for (const name of NAMES) globalThis[name] = window[name];
globalThis.window = window;
globalThis.navigator ??= window.navigator;
for (const name of ["vue", "preact", "react", "react-dom"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const { createElement, act } = await import("react");
const { createRoot } = await import("react-dom/client");
const preact = await import("preact");
const vue = await import("vue");

class Board extends window.HTMLElement {
  square = 3;
  player = "Ann";
  moves = [];
  note = true;
}
window.customElements.define("x-board", Board);
const BEFORE = { square: 4, player: "Bob", moves: [1], note: true };
const AFTER = { square: null, player: null, moves: null, note: "" };
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
const RENDERERS = {
  vue: () => (properties, root) => vue.render(vue.h("x-board", properties), root),
  preact: () => (properties, root) => preact.render(preact.h("x-board", properties), root),
  react: (root) => {
    const reactRoot = createRoot(root);
    return (properties) => act(() => reactRoot.render(createElement("x-board", properties)));
  },
};
const seen = {};
for (const [name, create] of Object.entries(RENDERERS)) {
  const root = document.createElement("div");
  document.body.append(root);
  const render = create(root);
  for (const properties of [BEFORE, AFTER]) await render(properties, root);
  const { square, player, moves, note } = root.firstElementChild;
  seen[name] = JSON.stringify({ square, player, moves, note });
  console.log(`${JSON.stringify(AFTER)} after ${JSON.stringify(BEFORE)} by ${name}: ${seen[name]}`);
}
const wanted = {
  vue: '{"square":0,"player":"","moves":null,"note":true}',
  preact: '{"square":"","player":"","moves":"","note":""}',
  react: '{"square":null,"player":null,"moves":null,"note":""}',
};
process.exit(JSON.stringify(seen) === JSON.stringify(wanted) ? 0 : 1);
JS
node test.mjs
