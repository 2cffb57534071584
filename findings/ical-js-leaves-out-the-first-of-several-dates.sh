#!/usr/bin/env bash
# What: An event of three dates without a rule, DTSTART and two RDATEs, has two dates in ical.js, which leaves out the
#       first, and one in node-ical, which knows only the first. Neither reports anything. By RFC 5545 (3.8.5.2)
#       the start and the dates make one set, as recurring-ical-events lists it.
# Versions: ical.js 2.2.1, node-ical 0.26.1, icalendar 7.3.2, recurring-ical-events 3.8.2, Node 20, Python 3.11,
#       Linux x86-64.
# Date: 2026-11-29.
# Who: who plans the lessons or the rounds of a tournament as one event with several dates.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check icalendar==7.3.2 \
    recurring-ical-events==3.8.2; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund ical.js@2.2.1 node-ical@0.26.1 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import ical from "node-ical";

const text = readFileSync("events.ics", "utf8");
const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
const event = new ICAL.Event(component);
const days = [];
const dates = event.iterator();
for (let date = dates.next(); date && days.length < 9; date = dates.next()) days.push(date.toString());
const [other] = Object.values(ical.sync.parseICS(text)).filter(({ type }) => type === "VEVENT");
const range = { from: new Date("2026-10-01"), to: new Date("2026-12-01") };
const instances = ical.expandRecurringEvent(other, range);
console.log(
  JSON.stringify({
    "ical.js": days.map((day) => day.slice(8, 10)),
    "node-ical": instances.map(({ start }) => start.toISOString().slice(8, 10)),
  }),
);
JS
env/bin/python -W ignore - <<'PY'
import json
import subprocess
import sys
from datetime import date
from importlib.metadata import version
from pathlib import Path

import icalendar
import recurring_ical_events

for name in ("ical.js", "node-ical"):
    print(name, json.loads(Path(f"node_modules/{name}/package.json").read_text())["version"])
for name in ("icalendar", "recurring-ical-events"):
    print(name, version(name))
TEXT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//a//b//
BEGIN:VEVENT
UID:lessons
DTSTAMP:20260101T000000Z
DTSTART:20261019T090000Z
DTEND:20261019T100000Z
RDATE:20261021T090000Z
RDATE:20261023T090000Z
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")
Path("events.ics").write_bytes(TEXT.encode())
done = subprocess.run(["node", "read.mjs"], check=True, capture_output=True, text=True)
seen = json.loads(done.stdout)
listed = recurring_ical_events.of(icalendar.Calendar.from_ical(TEXT)).between(date(2026, 10, 1), date(2026, 12, 1))
seen["recurring-ical-events"] = [f"{event.start:%d}" for event in listed]
for name, days in seen.items():
    print(f"{name}: days", *days)
sys.exit(seen != {"ical.js": ["21", "23"], "node-ical": ["19"], "recurring-ical-events": ["19", "21", "23"]})
PY
