#!/usr/bin/env bash
# What: zeroconf announces a service whose name has a dot, "Room 1.2", under a name of two labels, "Room 1" and "2",
#       though by RFC 6763 (4.1.1) a name is one label with whatever dots it has, as zeroconf's own check of names says.
#       A program that takes the first label for the name sees "Room 1"; zeroconf itself joins the labels and sees what
#       was meant.
# Versions: zeroconf 0.154.0, dnspython 2.9.2, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: servers for a class room that are found by name: "Ann's board v1.2", or a host's name with its domain.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check zeroconf==0.154.0 dnspython==2.9.2; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import sys
from importlib.metadata import version

import dns.message
from zeroconf import DNSIncoming, DNSOutgoing, ServiceInfo
from zeroconf.const import _FLAGS_AA, _FLAGS_QR_RESPONSE

for name in ("zeroconf", "dnspython"):
    print(name, version(name))
TYPE = "_http._tcp.local."
seen = {}
for name in ("Room 12", "Room 1.2"):
    info = ServiceInfo(TYPE, f"{name}.{TYPE}", 8000, parsed_addresses=["127.0.0.1"], server="a.local.")
    message = DNSOutgoing(_FLAGS_QR_RESPONSE | _FLAGS_AA)
    message.add_answer_at_time(info.dns_pointer(), 0)
    (packet,) = message.packets()
    (answer,) = dns.message.from_wire(packet).answer
    labels = [label.decode() for label in answer[0].target.labels]
    (record,) = DNSIncoming(packet).answers()
    print(f"{name!r} is announced with the labels {labels}; zeroconf reads {record.alias!r}")
    seen[name] = labels[0], record.alias == info.name
sys.exit(seen != {"Room 12": ("Room 12", True), "Room 1.2": ("Room 1", True)})
PY
