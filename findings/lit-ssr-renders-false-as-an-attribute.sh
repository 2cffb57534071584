#!/usr/bin/env bash
# What: A property that is false becomes an attribute on the server, if Lit renders there: .disabled=${false} is rendered as
#       disabled="false", which disables the button, .hidden=${false} hides, and .checked=${false} checks. In the browser the
#       same bindings set the properties to false. ?disabled=${false} is right on the server, too.
# Versions: @lit-labs/ssr 4.1.0, lit 3.3.3, jsdom 29.1.1, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who renders pages of web components on a server: until the script has run, or without it, moves cannot be made.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @lit-labs/ssr@4.1.0 lit@3.3.3 jsdom@29.1.1 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { JSDOM } from "jsdom";
import { html } from "lit";

for (const name of ["@lit-labs/ssr", "lit"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const parse = (text) => new JSDOM(`<!doctype html><body>${text}</body>`).window.document.body;
const show = async (template) => (await collectResult(render(template))).replace(/<!--.*?-->/g, "");
const page = await show(html`<button .disabled=${false}>Move</button>
<p .hidden=${false}>Text</p>
<input type="checkbox" .checked=${false}>`);
console.log(page);
const [button, paragraph, input] = parse(page).children;
const seen = [button.disabled, paragraph.hidden, input.checked];
console.log("disabled, hidden, checked:", ...seen);
const boolean = await show(html`<button ?disabled=${false}>Move</button>`);
console.log(`with ?disabled: ${boolean}`);
const { disabled } = parse(boolean).firstElementChild;
process.exit(JSON.stringify([...seen, disabled]) === '[true,true,true,false]' ? 0 : 1);
JS
node test.mjs
