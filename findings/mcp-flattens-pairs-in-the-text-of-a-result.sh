#!/usr/bin/env bash
# What: In the text that MCP's SDK for Python makes of a result, lists are flattened: the moves [[1, 2], [2, 5]] are
#       four texts, 1, 2, 2 and 5, as the moves [[1, 2, 2], [5]] would be, a board of rows has no rows, and of an empty
#       list there is no text at all. The structured content beside them is right, but is not what a model reads, if the
#       client hands it the texts. The protocol says that a tool with structured content should return its JSON as a
#       text, too; so it is within a dictionary.
# Versions: mcp 2.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who lets a model play: legal moves that are pairs of squares, loops, or rows of a board.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import asyncio
import json
import sys
from importlib.metadata import version

from mcp.server import MCPServer

print("mcp", version("mcp"))
server = MCPServer("moves")


@server.tool()
def pairs() -> list[tuple[int, int]]:
    return [(1, 2), (2, 5)]


@server.tool()
def lists() -> list[list[int]]:
    return [[1, 2, 2], [5]]


@server.tool()
def rows() -> list[list[str]]:
    return [["x1", ""], ["", "o2"]]


@server.tool()
def nothing() -> list[tuple[int, int]]:
    return []


@server.tool()
def dictionary() -> dict[str, list[tuple[int, int]]]:
    return {"moves": [(1, 2), (2, 5)]}


texts, structured = {}, {}
for tool in ("pairs", "lists", "rows", "nothing", "dictionary"):
    result = asyncio.run(server.call_tool(tool, {}))
    texts[tool] = [block.text for block in result.content]
    structured[tool] = result.structured_content
    print(f"{tool}: texts {texts[tool]}, structured content {result.structured_content}")
flat = texts["pairs"] == texts["lists"] == ["1", "2", "2", "5"] and texts["rows"] == ["x1", "", "", "o2"]
whole = [json.loads(text) for text in texts["dictionary"]] == [{"moves": [[1, 2], [2, 5]]}]
right = structured["pairs"] == {"result": [[1, 2], [2, 5]]} and structured["nothing"] == {"result": []}
sys.exit(not (flat and texts["nothing"] == [] and whole and right))
PY
