#!/usr/bin/env bash
# What: If a tool's argument is "str | None", the SDK of the Model Context Protocol reads the text as JSON first:
#       "null" arrives as None, and a text that is a JSON list or object is refused as no string. Of
#       "str | list[str]" the text '["12"]' arrives as a list, and "null" is refused. Where the type is
#       str, all arrive as they were sent.
# Versions: mcp 2.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: authors of tools whose optional arguments take a position, a record or a document as text.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import asyncio
import sys
from importlib.metadata import version

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

print("mcp", version("mcp"))
server = MCPServer("texts")


@server.tool()
def plain(text: str) -> str:
    return repr(text)


@server.tool()
def optional(text: str | None = None) -> str:
    return repr(text)


@server.tool()
def several(text: str | list[str]) -> str:
    return repr(text)


def answer(tool, text):
    try:
        return asyncio.run(server.call_tool(tool, {"text": text})).structured_content["result"]
    except ToolError:
        return "refused"


found = {}
for tool in ("plain", "optional", "several"):
    for text in ("12", "null", '["12"]'):
        found[tool, text] = answer(tool, text)
        print(f"{tool}({text}): {found[tool, text]}")
expected = ["'12'", "'null'", "'[\"12\"]'", "'12'", "None", "refused", "'12'", "refused", "['12']"]
sys.exit(list(found.values()) != expected)
PY
