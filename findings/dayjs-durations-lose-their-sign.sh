#!/usr/bin/env bash
# What: A duration with a minus, "-PT1M30S", is 90 seconds in Day.js, and so is what its own toISOString() writes for
#       -90 seconds. A comma for the point, which ISO 8601 allows, makes 0 of 1.5 seconds. Luxon reads all of them.
#       Nothing is reported.
# Versions: dayjs 1.11.23, luxon 3.7.2, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who stores or sends the difference of two clocks, or a time control, as a duration: a player behind is ahead.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund dayjs@1.11.23 luxon@3.7.2 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import dayjs from "dayjs";
import duration from "dayjs/plugin/duration.js";
import { Duration } from "luxon";

dayjs.extend(duration);
for (const name of ["dayjs", "luxon"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const written = dayjs.duration(-90, "seconds").toISOString();
console.log(`-90 seconds are written as ${written}`);
const seen = ["PT1M30S", written, "PT1.5S", "PT1,5S"].map((text) => {
  const seconds = [dayjs.duration(text).asSeconds(), Duration.fromISO(text).as("seconds")];
  console.log(`${text}: ${seconds[0]} seconds in Day.js, ${seconds[1]} in Luxon`);
  return seconds;
});
const wanted = [[90, 90], [90, -90], [1.5, 1.5], [0, 1.5]];
process.exit(written === "-PT1M30S" && JSON.stringify(seen) === JSON.stringify(wanted) ? 0 : 1);
JS
node test.mjs
