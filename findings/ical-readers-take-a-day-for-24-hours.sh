#!/usr/bin/env bash
# What: An event from 22:00 on the day before clocks are set back lasts one day, P1D, until 22:00, and 24 hours, PT24H,
#       until 21:00: in RFC 5545 (3.3.6) days are by the calendar, and hours exact. None of four readers has both
#       right: ical.js, icalendar and recurring-ical-events end both at 22:00, node-ical both at 21:00. When clocks are
#       set forward, it is the same with 23:00 instead of 21:00.
# Versions: ical.js 2.2.1, node-ical 0.26.1, icalendar 7.3.2, recurring-ical-events 3.8.2, Node 20, Python 3.11,
#       Linux x86-64.
# Date: 2026-11-29.
# Who: who gives pupils or players a day, or 24 hours, for a task or a game: the deadline is another one in each calendar.

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
const calendar = new ICAL.Component(ICAL.parse(text));
ICAL.TimezoneService.register(calendar.getFirstSubcomponent("vtimezone"));
const seen = { "ical.js": {}, "node-ical": {} };
for (const component of calendar.getAllSubcomponents("vevent")) {
  const event = new ICAL.Event(component);
  seen["ical.js"][event.uid] = event.endDate.toJSDate().toISOString().slice(0, 16);
}
for (const event of Object.values(ical.sync.parseICS(text)))
  if (event.type === "VEVENT") seen["node-ical"][event.uid] = event.end.toISOString().slice(0, 16);
console.log(JSON.stringify(seen));
JS
env/bin/python -W ignore - <<'PY'
import json
import subprocess
import sys
from datetime import UTC, date
from importlib.metadata import version
from pathlib import Path

import icalendar
import recurring_ical_events

for name in ("ical.js", "node-ical"):
    print(name, json.loads(Path(f"node_modules/{name}/package.json").read_text())["version"])
for name in ("icalendar", "recurring-ical-events"):
    print(name, version(name))
ZONE = """BEGIN:VTIMEZONE
TZID:Europe/Athens
BEGIN:STANDARD
DTSTART:19961027T040000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0300
TZOFFSETTO:+0200
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19810329T030000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0300
END:DAYLIGHT
END:VTIMEZONE
"""
EVENT = """BEGIN:VEVENT
UID:{day} {duration}
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Athens:{day}T220000
DURATION:{duration}
END:VEVENT
"""
DAYS = ("20261024", "20270327")  # the days before clocks are set back and forward in Athens
EVENTS = "".join(EVENT.format(day=day, duration=length) for day in DAYS for length in ("P1D", "PT24H"))
TEXT = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//a//b//\n{ZONE}{EVENTS}END:VCALENDAR\n".replace("\n", "\r\n")
Path("events.ics").write_bytes(TEXT.encode())
done = subprocess.run(["node", "read.mjs"], check=True, capture_output=True, text=True)
seen = json.loads(done.stdout)
calendar = icalendar.Calendar.from_ical(TEXT)
listed = recurring_ical_events.of(calendar).between(date(2026, 10, 1), date(2027, 5, 1))
for name, events in (("icalendar", calendar.events), ("recurring-ical-events", listed)):
    seen[name] = {str(event["UID"]): f"{event.end.astimezone(UTC):%Y-%m-%dT%H:%M}" for event in events}
RIGHT = dict(zip(seen["ical.js"], ("2026-10-25T20:00", "2026-10-25T19:00", "2027-03-28T19:00", "2027-03-28T20:00"), strict=True))
print("right:", *RIGHT.values())
for name, ends in seen.items():
    print(f"{name}:", *(f"{uid} until {end}," for uid, end in ends.items()))
days = [RIGHT[uid] if "P1D" in uid else RIGHT[uid.replace("PT24H", "P1D")] for uid in RIGHT]
hours = [RIGHT[uid] if "PT24H" in uid else RIGHT[uid.replace("P1D", "PT24H")] for uid in RIGHT]
ends = {name: [seen[name][uid] for uid in RIGHT] for name in seen}
sys.exit(ends != dict.fromkeys(ends, days) | {"node-ical": hours})
PY
