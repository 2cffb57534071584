#!/usr/bin/env bash
# What: `npm publish` takes a path with one slash, such as dist/pkg-1.0.0.tgz, for the GitHub
#       repository dist/pkg-1.0.0.tgz, although the file exists, and calls `git ls-remote`. With
#       ./dist/pkg-1.0.0.tgz it publishes the file.
# Versions: npm 11.19.1, Node 20.20.
# Date: 2026-11-28.
# Who: release workflows that publish an archive which an earlier job built.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund npm@11.19.1 >&2 || exit 2
npm() { node_modules/.bin/npm "$@"; }

mkdir pkg dist bin
echo '{"name": "pkg", "version": "1.0.0"}' >pkg/package.json
npm pack ./pkg --silent --pack-destination dist >/dev/null
# Stands for git, so that nothing leaves this machine.
printf '#!/bin/sh\necho "git $*" >>%s/git.log\nexit 1\n' "$folder" >bin/git
chmod +x bin/git
export PATH="$folder/bin:$PATH" npm_config_registry=http://127.0.0.1:9 npm_config_fetch_retries=0

echo "node $(node --version), npm $(npm --version)"
changed=0
for path in dist/*.tgz ./dist/*.tgz; do
  if npm publish "$path" --dry-run >out.log 2>&1; then result=published; else result=failed; fi
  echo "npm publish $path --dry-run: $result$(sed 's/^/, after: /' git.log 2>/dev/null | head -1)"
  case $path in
    ./*) [ $result = published ] || changed=1 ;;
    *) { [ $result = failed ] && grep -q "ls-remote .*github.com/dist/pkg-1.0.0.tgz" git.log; } || changed=1 ;;
  esac
  rm -f git.log
done
exit $changed
