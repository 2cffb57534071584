#!/usr/bin/env bash
# What: An optional argument of a tool of the Model Context Protocol is required in smolagents: a call of its
#       tool-calling agent without it is refused, whether it has a default or not, as "required" of the schema is not
#       read. An argument that may be an integer or a text is a text, so integers are refused. Of a result with a text
#       and a picture only the text is left, with a logged warning, and a failed call gives its message as if it were
#       the result (structured_output=False, the default).
# Versions: smolagents 1.26.0, mcpadapt 0.1.19, mcp 1.30.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: authors of tools with defaults, such as the rules of a game, whose users' agents run on smolagents.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    smolagents==1.26.0 mcpadapt==0.1.19 mcp==1.30.0; } || exit 2
cd "$folder"
cat > server.py <<'PY'
import asyncio

import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

server = Server("boards")
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
PICTURE = types.ImageContent(type="image", data=DOT, mimeType="image/png")
ARGUMENTS = {
    "type": "object",
    "properties": {
        "moves": {"type": "string"},
        "rules": {"type": "string", "default": "goff"},
        "square": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
    },
    "required": ["moves"],
}


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [types.Tool(name="play", description="Play moves.", inputSchema=ARGUMENTS)]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> types.CallToolResult:
    text = types.TextContent(type="text", text=f"called with {sorted(arguments)}")
    fails = arguments["moves"] == "wrong"
    return types.CallToolResult(content=[text] if fails else [text, PICTURE], isError=fails)


async def main() -> None:
    async with stdio_server() as streams:
        await server.run(*streams, server.create_initialization_options())


asyncio.run(main())
PY
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

from mcp import StdioServerParameters
from smolagents import MCPClient
from smolagents.tools import validate_tool_arguments

for name in ("smolagents", "mcpadapt", "mcp"):
    print(name, version(name))

CALLS = {
    "required one only": {"moves": "12"},
    "without the square": {"moves": "12", "rules": "goff"},
    "integer": {"moves": "12", "rules": "goff", "square": 5},
    "text": {"moves": "12", "rules": "goff", "square": "5"},
}


def refusal(tool, arguments):
    """What the agent says of a call, before it is sent."""
    try:
        validate_tool_arguments(tool, arguments)
    except (TypeError, ValueError) as error:
        return str(error)


server = StdioServerParameters(command=sys.executable, args=["server.py"])
with MCPClient(server, structured_output=False) as (play,):
    said = {name: refusal(play, arguments) for name, arguments in CALLS.items()}
    for name, words in said.items():
        print(f"{name}: {words or 'accepted'}")
    sent, failed = play(moves="12"), play(moves="wrong")
    print(f"sent all the same: {sent!r}\nfailed: {failed!r}")
refused = [name for name, words in said.items() if words]
same = refused == ["required one only", "without the square", "integer"] and "rules" in said[refused[0]]
sys.exit(not (same and isinstance(sent, str) and failed == "called with ['moves']"))
PY
