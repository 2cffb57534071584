#!/usr/bin/env bash
# What: @dsnp/parquetjs reads numbers from 2^31 of uint32 columns, and from 2^63 of uint64 columns, as negative ones:
#       4294967295 is -1, though the file and the schema of the reader say UINT_32. It does not write them: the largest
#       number that its UINT_32 takes is 2147483647. hyparquet reads the same file rightly.
# Versions: @dsnp/parquetjs 1.8.8 (the last for Node 20), hyparquet 1.33.0, pyarrow 26.0.1, Node 20, Python 3.11,
#       Linux x86-64.
# Date: 2026-11-29.
# Who: who looks up positions by unsigned keys or hashes in Node: half of them have other keys.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check pyarrow==26.0.1; } || exit 2
cd "$folder"
npm install --silent --no-audit --no-fund @dsnp/parquetjs@1.8.8 hyparquet@1.33.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
env/bin/python - <<'PY'
import pyarrow as pa
from pyarrow import parquet

print("pyarrow", pa.__version__)
narrow, wide = pa.array([5, 2**31, 2**32 - 1], pa.uint32()), pa.array([5, 2**63, 2**64 - 1], pa.uint64())
parquet.write_table(pa.table({"u32": narrow, "u64": wide}), "keys.parquet")
print("pyarrow reads  ", parquet.read_table("keys.parquet").to_pydict())
PY
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import parquetjs from "@dsnp/parquetjs";
import { parquetReadObjects } from "hyparquet";

for (const name of ["@dsnp/parquetjs", "hyparquet"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const show = (name, rows) => {
  const text = rows.map(({ u32, u64 }) => `${u32} ${u64}`).join(", ");
  console.log(`${name} reads ${text}`);
  return text;
};
const reader = await parquetjs.ParquetReader.openFile("keys.parquet");
const types = ["u32", "u64"].map((name) => reader.getSchema().fields[name].originalType).join();
const cursor = reader.getCursor();
const rows = [];
for (let row = await cursor.next(); row; row = await cursor.next()) rows.push(row);
await reader.close();
console.log("types in parquetjs:", types);
const seen = show("parquetjs", rows);
const bytes = readFileSync("keys.parquet");
const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const right = show("hyparquet", await parquetReadObjects({ file }));
const write = async (value) => {
  const schema = new parquetjs.ParquetSchema({ key: { type: "UINT_32" } });
  const writer = await parquetjs.ParquetWriter.openFile(schema, "written.parquet");
  try {
    await writer.appendRow({ key: value });
    await writer.close();
  } catch (error) {
    return error.name;
  }
  return "written";
};
const written = [await write(2 ** 31 - 1), await write(2 ** 31)].join();
console.log("2147483647 and 2147483648 as UINT_32:", written);
const held =
  types === "UINT_32,UINT_64" &&
  seen === "5 5, -2147483648 -9223372036854775808, -1 -1" &&
  right === "5 5, 2147483648 9223372036854775808, 4294967295 18446744073709551615" &&
  written === "written,RangeError";
process.exit(held ? 0 : 1);
JS
node test.mjs
