#!/usr/bin/env bash
# What: @messageformat/core writes "-1 points", "-1 βαθμοί" and "-1 punktów" where the message has a form for one, as
#       make-plural compares the number itself with 1. The rules of CLDR go by the absolute value, and Intl, intl-messageformat,
#       and messageformat of the same project write "-1 point", "-1 βαθμός" and "-1 punkt". -2 is right in all of them.
# Versions: @messageformat/core 3.4.1, make-plural 7.5.0, messageformat 4.0.0, intl-messageformat 12.1.5, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: translated games with scores below 0.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @messageformat/core@3.4.1 make-plural@7.5.0 messageformat@4.0.0 \
  intl-messageformat@12.1.5 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >format.mjs <<'JS'
import { readFileSync } from "node:fs";
import Core from "@messageformat/core";
import intl from "intl-messageformat";
import { MessageFormat } from "messageformat";

for (const name of ["@messageformat/core", "make-plural", "messageformat", "intl-messageformat"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const IntlMessageFormat = intl.IntlMessageFormat ?? intl.default ?? intl;
const FORMS = {
  en: { one: "point", other: "points" },
  el: { one: "βαθμός", other: "βαθμοί" },
  pl: { one: "punkt", few: "punkty", many: "punktów", other: "punktu" },
};
const NUMBERS = [1, -1, -2];
const format = (locale, n) => {
  const forms = Object.entries(FORMS[locale]);
  const message = `{n, plural, ${forms.map(([name, word]) => `${name} {# ${word}}`).join(" ")}}`;
  const variants = forms.map(([name, word]) => `${name === "other" ? "*" : name} {{{$n} ${word}}}`);
  const second = new MessageFormat(locale, `.input {$n :number}\n.match $n\n${variants.join("\n")}`, { bidiIsolation: "none" });
  return {
    core: new Core(locale).compile(message)({ n }),
    "intl-messageformat": new IntlMessageFormat(message, locale).format({ n }),
    messageformat: second.format({ n }),
    Intl: `${n} ${FORMS[locale][new Intl.PluralRules(locale).select(n)]}`,
  };
};
const differ = [];
for (const locale of Object.keys(FORMS))
  for (const n of NUMBERS) {
    const { core, ...others } = format(locale, n);
    if (new Set(Object.values(others)).size !== 1) process.exit(1);
    console.log(`${locale}, ${n}: "${core}" by @messageformat/core, "${others.Intl}" by the others`);
    if (core !== others.Intl) differ.push(core);
  }
const wanted = ["-1 points", "-1 βαθμοί", "-1 punktów"];
process.exit(JSON.stringify(differ) === JSON.stringify(wanted) ? 0 : 1);
JS
node format.mjs
