#!/usr/bin/env bash
# What: Vite's build, which minifies styles with Lightning CSS, moves "transition-behavior: allow-discrete" and
#       "font-kerning: none" before the shorthands transition and font, which reset them: they have no effect. With
#       esbuild as minifier the order is kept.
# Versions: vite 8.3.8, lightningcss 1.33.0, esbuild 0.28.2, Node 20, Linux x86-64.
# Date: 2026-11-28.
# Who: who animates dialogs that close, or sets details of a font behind "font": it works in the development
#      server, not in the build.

set -euo pipefail
for program in node npx; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund vite@8.3.8 lightningcss@1.33.0 esbuild@0.28.2 >npm.log 2>&1 ||
  { cat npm.log; exit 2; }
cat >a.css <<'CSS'
dialog { transition: display 0.3s, opacity 0.3s; transition-behavior: allow-discrete; }
.code { font: 1rem monospace; font-kerning: none; }
CSS
echo '<!doctype html><link rel="stylesheet" href="/a.css" />' >index.html
for package in vite lightningcss esbuild; do
  echo "$package $(node -p "require('$folder/node_modules/$package/package.json').version")"
done
cat a.css
for minifier in lightningcss esbuild; do
  echo "export default { build: { cssMinify: '$minifier' } };" >vite.config.mjs
  npx vite build --logLevel error --outDir "$minifier"
  echo "$minifier: $(cat "$minifier"/assets/*.css)"
done
echo 'export default {};' >vite.config.mjs
npx vite build --logLevel error --outDir default
cmp default/assets/*.css lightningcss/assets/*.css || exit 1
for pair in "transition-behavior:allow-discrete transition" "font-kerning:none font"; do
  grep -qE "\{${pair% *};${pair#* }:" lightningcss/assets/*.css || exit 1
  grep -qE "\{${pair#* }:[^}]*;${pair% *}\}" esbuild/assets/*.css || exit 1
done
