#!/usr/bin/env bash
# What: The two schedulers of Open Spaced Repetition, fsrs for Python and ts-fsrs, plan other days for the same reviews
#       with the same parameters: fsrs counts days of 24 hours between two reviews, ts-fsrs midnights in UTC. Of reviews
#       at 20:00 and 8:00, or ten minutes apart at midnight, the next is after 2 days by fsrs and after 7 by ts-fsrs; in
#       California midnight in UTC is in the afternoon.
# Versions: fsrs 6.3.2, ts-fsrs 5.4.2, Node 20, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who plans drills of positions on a server in Python and in the page, or moves learners from one to the other.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check fsrs==6.3.2; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund ts-fsrs@5.4.2 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >plan.mjs <<'JS'
import { createEmptyCard, fsrs, Rating } from "ts-fsrs";

const { parameters, histories } = JSON.parse(process.argv[2]);
const scheduler = fsrs({ w: parameters, enable_fuzz: false, learning_steps: [], relearning_steps: [] });
const plans = {};
for (const [name, times] of Object.entries(histories)) {
  let card = createEmptyCard(new Date(times[0]));
  for (const time of times) ({ card } = scheduler.next(card, new Date(time), Rating.Good));
  plans[name] = (card.due - card.last_review) / 86_400_000;
}
console.log(JSON.stringify(plans));
JS
env/bin/python -W ignore - <<'PY'
import json
import subprocess
import sys
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from fsrs import Card, Rating, Scheduler

print("fsrs", version("fsrs"))
print("ts-fsrs", json.loads(Path("node_modules/ts-fsrs/package.json").read_text())["version"])
HISTORIES = {
    "24 hours": ("2026-10-01T08:00:00+00:00", "2026-10-02T08:00:00+00:00"),
    "12 hours of a night": ("2026-10-01T20:00:00+00:00", "2026-10-02T08:00:00+00:00"),
    "10 minutes at midnight": ("2026-10-01T23:55:00+00:00", "2026-10-02T00:05:00+00:00"),
}
scheduler = Scheduler(enable_fuzzing=False, learning_steps=(), relearning_steps=())
call = json.dumps({"parameters": scheduler.parameters, "histories": HISTORIES})
by_js = json.loads(subprocess.run(["node", "plan.mjs", call], check=True, capture_output=True, text=True).stdout)
by_python = {}
for name, times in HISTORIES.items():
    card = Card(due=datetime.fromisoformat(times[0]))
    for time in times:
        card, _ = scheduler.review_card(card, Rating.Good, datetime.fromisoformat(time))
    by_python[name] = (card.due - card.last_review).days
    print(f"two reviews within {name}: the next after {by_python[name]} days by fsrs, {by_js[name]} by ts-fsrs")
sys.exit((list(by_python.values()), list(by_js.values())) != ([7, 2, 2], [7, 7, 7]))
PY
