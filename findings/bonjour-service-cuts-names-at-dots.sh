#!/usr/bin/env bash
# What: bonjour-service finds a service whose name has a dot under the part before it, and takes the rest for the type:
#       of "Room 1.2" of the type http over TCP, which is one label by RFC 6763 (4.1.1), it makes the name "Room 1", the
#       type "2" and the protocol "http". There is no message; only its field fqdn has the name as announced.
# Versions: bonjour-service 1.4.4, dns-packet 5.6.1, Node 20, Linux x86-64.
# Date: 2026-11-29.
# Who: who looks for servers in a class room by name: "Ann's board v1.2", or a host's name with its domain.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund bonjour-service@1.4.4 dns-packet@5.6.1 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.cjs <<'JS'
const { EventEmitter } = require("node:events");
const { readFileSync } = require("node:fs");
const { Browser } = require("bonjour-service");
const packet = require("dns-packet");

for (const name of ["bonjour-service", "dns-packet"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const label = (text) => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
const encode = (labels) => Buffer.concat([...labels.map(label), Buffer.from([0])]);
const TYPE = ["_http", "_tcp", "local"];
const record = (name, type, data) => {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(120, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([encode(name), head, data]);
};
const announce = (name) => {
  const instance = [name, ...TYPE];
  const port = Buffer.from([0, 0, 0, 0, 31, 64]);
  const records = [
    record(TYPE, 12, encode(instance)),
    record(instance, 33, Buffer.concat([port, encode(["board", "local"])])),
    record(instance, 16, label("path=/")),
    record(["board", "local"], 1, Buffer.from([127, 0, 0, 1])),
  ];
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0x8400, 2);
  head.writeUInt16BE(records.length, 6);
  return packet.decode(Buffer.concat([head, ...records]));
};
const seen = [];
for (const name of ["Room 12", "Room 1.2"]) {
  const network = Object.assign(new EventEmitter(), { query: () => {} });
  const browser = new Browser(network, { type: "http" });
  network.emit("response", announce(name), { address: "127.0.0.1" });
  const found = browser.services.map(({ name, type, protocol }) => [name, type, protocol]);
  console.log(`${name} of http over tcp: name, type, protocol ${JSON.stringify(found)}`);
  seen.push(...found);
  browser.stop();
}
const wanted = [["Room 12", "http", "tcp"], ["Room 1", "2", "http"]];
process.exit(JSON.stringify(seen) === JSON.stringify(wanted) ? 0 : 1);
JS
node test.cjs
