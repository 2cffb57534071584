#!/usr/bin/env bash
# What: The client of version 1 of the MCP SDK for TypeScript checks a tool's output by JSON Schema draft 7, also if the
#       schema names 2020-12, MCP's default since 2025-11-25: prefixItems is ignored, and "items": false forbids every
#       item. So the pair (1, 2) is refused if its schema is what Zod's z.toJSONSchema makes of a tuple, and ("a", "b")
#       is taken if the schema has no items. Ajv for 2020-12, Zod, and the client of version 2 of the SDK say the
#       contrary. No message of version 1 names the dialect.
# Versions: @modelcontextprotocol/sdk 1.32.2, @modelcontextprotocol/client 2.4.0, zod 4.6.7, ajv 8.20.0, Node 20, Linux
#       x86-64.
# Date: 2026-11-29.
# Who: servers of a game whose tools return pairs of squares: right moves fail at clients of that SDK, and wrong ones
#      pass.

set -euo pipefail
for program in node npm; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0 \
  zod@4.6.7 ajv@8.20.0 >npm.log 2>&1 || { cat npm.log; exit 2; }
cat >test.mjs <<'JS'
import { readFileSync } from "node:fs";
import * as second from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import Ajv2020 from "ajv/dist/2020.js";
import * as z from "zod";

for (const name of ["@modelcontextprotocol/sdk", "@modelcontextprotocol/client", "zod", "ajv"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const square = z.int().min(1).max(9);
const game = z.object({ move: z.tuple([square, square]) });
const closed = z.toJSONSchema(game);
const open = structuredClone(closed);
delete open.properties.move.items;
console.log(`the pair by Zod: ${JSON.stringify(closed.properties.move)}`);
console.log(`without items: ${JSON.stringify(open.properties.move)}`);

const messages = { 1: [], 2: [] };
const CLIENTS = { 1: { Client, InMemoryTransport }, 2: second };

/** Whether the client of a version takes the result of a tool. */
const takes = async (version, outputSchema, structuredContent) => {
  const server = new Server({ name: "game", version: "1" }, { capabilities: { tools: {} } });
  const inputSchema = { type: "object" };
  const tools = [{ name: "best_move", inputSchema, outputSchema }];
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, () => ({
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
  }));
  const client = new CLIENTS[version].Client({ name: "player", version: "1" });
  const [near, far] = CLIENTS[version].InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  await client.listTools();
  try {
    await client.callTool({ name: "best_move", arguments: {} });
    return true;
  } catch (error) {
    messages[version].push(error.message);
    console.log(`  version ${version}: ${error.message}`);
    return false;
  } finally {
    await client.close();
  }
};
const CASES = [
  ["by Zod", closed, [1, 2], true, false],
  ["without items", open, [1, 2], true, true],
  ["without items", open, ["a", "b"], false, true],
  ["without items", open, [1], false, false],
];
let held = true;
for (const [title, outputSchema, move, right, wanted] of CASES) {
  const byAjv = new Ajv2020().compile(outputSchema)({ move });
  const byZod = game.safeParse({ move }).success;
  const [first, later] = [await takes(1, outputSchema, { move }), await takes(2, outputSchema, { move })];
  const answers = `${byAjv} by Ajv for 2020-12, ${byZod} by Zod`;
  console.log(`${title}, ${JSON.stringify(move)}: ${answers}, ${first} by version 1, ${later} by version 2`);
  held = byAjv === right && byZod === right && later === right && first === wanted && held;
}
const named = messages[1].some((message) => /draft|2020|\$schema/i.test(message));
process.exit(held && !named && closed.$schema.includes("2020-12") ? 0 : 1);
JS
node test.mjs
