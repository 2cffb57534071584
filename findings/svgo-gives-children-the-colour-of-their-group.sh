#!/usr/bin/env bash
# What: SVGO moves the style or the class of a group to its only child, where it beats the child's own
#       attributes: a blue path in <g style="fill:red"> becomes red, and an outline with fill="none" is
#       filled. Two opacities of 1/2, one inside the other, become one.
# Versions: svgo 4.1.0, @resvg/resvg-js 2.6.2, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who optimizes pictures whose groups have classes, for example for a dark theme: wrong colours, and
#      shapes that cover what is below them.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund svgo@4.1.0 @resvg/resvg-js@2.6.2 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import { optimize } from "svgo";

/** Red, green, blue and alpha of the pixel in the middle. */
const middle = (svg) => new Resvg(svg).render().pixels.slice(220, 224).join(" ");
const picture = (content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${content}</svg>`;
const SHAPE = 'd="M0 0h10v10H0z"/></g>';
const PICTURES = {
  [`<g style="fill:red"><path fill="blue" ${SHAPE}`]: "0 0 255 255, 255 0 0 255",
  [`<style>.a{fill:red}</style><g class="a"><path fill="blue" ${SHAPE}`]: "0 0 255 255, 255 0 0 255",
  [`<style>.a{fill:red}</style><g class="a"><path fill="none" stroke="blue" ${SHAPE}`]:
    "0 0 0 0, 255 0 0 255",
  [`<g style="opacity:.5"><path opacity=".5" ${SHAPE}`]: "0 0 0 64, 0 0 0 128",
};
for (const name of ["svgo", "@resvg/resvg-js"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
let held = true;
for (const [content, wanted] of Object.entries(PICTURES)) {
  const before = picture(content);
  const after = optimize(before).data;
  const seen = `${middle(before)}, ${middle(after)}`;
  console.log(`${before}\n${after}\n  pixels: ${seen}`);
  held &&= seen === wanted;
}
const dark = '<style>@media (prefers-color-scheme:dark){.a{fill:red}}</style>';
const { data } = optimize(picture(`${dark}<g class="a"><path fill="none" ${SHAPE}<path d="M0 0h1v1z"/>`));
console.log(`in the dark\n${data}`);
held &&= /<path( fill="none"| d="[^"]*"| class="a"){3}\/>/.test(data);
process.exit(held ? 0 : 1);
JS
node test.mjs
