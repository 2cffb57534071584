#!/usr/bin/env bash
# What: icalendar writes a time with an offset, as datetime.fromisoformat makes of 09:00+03:00, with a time zone
#       named "UTC+03:00" that nothing defines, also after add_missing_timezones. icalendar itself reads it as
#       09:00 without a zone: the event moves with whoever opens the calendar. UTC and zones by name are right.
# Versions: icalendar 7.3.2, recurring-ical-events 3.8.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: a teacher who writes the due dates of homework, as times with an offset, into a calendar for pupils: those in
#      another zone see another hour.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check icalendar==7.3.2 \
    recurring-ical-events==3.8.2; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from datetime import UTC, date, datetime
from importlib.metadata import version
from zoneinfo import ZoneInfo

import recurring_ical_events
from icalendar import Calendar, Event

for name in ("icalendar", "recurring-ical-events"):
    print(name, version(name))
DUE = datetime.fromisoformat("2026-10-19T09:00:00+03:00")
kept = []
for time in (DUE, DUE.astimezone(UTC), DUE.astimezone(ZoneInfo("Europe/Athens"))):
    calendar = Calendar.new(subcomponents=[Event.new(uid="due", start=time)])
    calendar.add_missing_timezones()
    text = calendar.to_ical()
    read = Calendar.from_ical(text)
    (listed,) = recurring_ical_events.of(read).at(date(2026, 10, 19))
    starts = [read.events[0].start, listed.start]
    print(next(line for line in text.decode().splitlines() if line.startswith("DTSTART") and "2026" in line))
    print(f"  time zones defined: {text.count(b'BEGIN:VTIMEZONE')}; written {time}, read", *map(str, starts))
    kept.append([start.tzinfo is not None and start == DUE for start in starts])
sys.exit(kept != [[False, False], [True, True], [True, True]])
PY
