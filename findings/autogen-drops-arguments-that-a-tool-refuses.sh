#!/usr/bin/env bash
# What: AutoGen leaves out arguments that a tool of the Model Context Protocol does not have, although the tool's schema
#       forbids others: a call with "rulse" instead of "rules" is answered for the default rules, and neither the
#       server, which would refuse it, nor the model is told. A link gets a slash (format uri), 1 becomes 1.0
#       (number) and true becomes 1 (integer) on the way.
# Versions: autogen-ext 0.7.5, autogen-core 0.7.5, mcp 1.30.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: authors of tools with optional arguments, such as the rules of a game, who rely on strict arguments.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    "autogen-ext[mcp]==0.7.5" autogen-core==0.7.5 mcp==1.30.0; } || exit 2
cd "$folder"
cat > server.py <<'PY'
import asyncio
import json

import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

server = Server("boards")
ARGUMENTS = {
    "type": "object",
    "properties": {
        "square": {"type": "integer"},
        "rules": {"type": "string", "default": "goff"},
        "link": {"type": "string", "format": "uri"},
        "weight": {"type": "number"},
    },
    "required": ["square"],
    "additionalProperties": False,
}


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [types.Tool(name="play", description="Play.", inputSchema=ARGUMENTS)]


@server.call_tool()  # checks arguments against the schema
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    return [types.TextContent(type="text", text=json.dumps(arguments, sort_keys=True))]


async def main() -> None:
    async with stdio_server() as streams:
        await server.run(*streams, server.create_initialization_options())


asyncio.run(main())
PY
env/bin/python -W ignore - <<'PY'
import asyncio
import sys
from importlib.metadata import version

from autogen_core import CancellationToken
from autogen_ext.tools.mcp import StdioServerParams, mcp_server_tools
from mcp import ClientSession, StdioServerParameters, stdio_client

for name in ("autogen-ext", "autogen-core", "mcp"):
    print(name, version(name))

CALLS = [
    {"square": 5, "rulse": "krist"},
    {"square": 5, "link": "https://example.org?a"},
    {"square": 5, "weight": 1},
    {"square": True},
]
WHERE = {"command": sys.executable, "args": ["server.py"]}


async def directly(arguments):
    """The answer to a call of the protocol's own client."""
    async with stdio_client(StdioServerParameters(**WHERE)) as streams, ClientSession(*streams) as session:
        await session.initialize()
        result = await session.call_tool("play", arguments)
        return ("refused: " if result.isError else "") + result.content[0].text.splitlines()[0]


async def main():
    (play,) = await mcp_server_tools(StdioServerParams(**WHERE))
    answers = []
    for arguments in CALLS:
        result = await play.run_json(arguments, CancellationToken())
        answers.append((await directly(arguments), result[0].text))
        print(f"{arguments}\n    directly: {answers[-1][0]}\n    by AutoGen: {answers[-1][1]}")
    return answers


dropped, link, weight, flag = asyncio.run(main())
same = dropped[0].startswith("refused") and dropped[1] == '{"square": 5}'
same = same and "org?a" in link[0] and "org/?a" in link[1]
same = same and '"weight": 1}' in weight[0] and '"weight": 1.0}' in weight[1]
sys.exit(not (same and flag[0].startswith("refused") and flag[1] == '{"square": 1}'))
PY
