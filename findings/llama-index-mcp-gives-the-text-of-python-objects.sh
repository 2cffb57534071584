#!/usr/bin/env bash
# What: A tool of the Model Context Protocol in LlamaIndex gives the model the text of a Python object: quotes and line
#       ends of a result are escaped and it is there twice, a picture is base64 text of thousands of tokens that no
#       model sees as a picture, and a failed call has is_error False.
# Versions: llama-index-tools-mcp 0.6.0, llama-index-core 0.14.25, mcp 2.3.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: authors of tools with pictures, texts of several lines or errors that models should correct, and who counts
#       failed calls.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    llama-index-tools-mcp==0.6.0 llama-index-core==0.14.25 mcp==2.3.0; } || exit 2
cd "$folder"
cat > server.py <<'PY'
import base64

from mcp.server.mcpserver import Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("boards")
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="


@server.tool()
def text() -> str:
    return "X | O\n--+--\nO | X"


@server.tool()
def picture() -> Image:
    return Image(data=base64.b64decode(DOT), format="png")


@server.tool()
def fail() -> str:
    raise ToolError("there is no board")


server.run()
PY
env/bin/python -W ignore - <<'PY'
import asyncio
import sys
from importlib.metadata import version

from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

for name in ("llama-index-tools-mcp", "llama-index-core", "mcp"):
    print(name, version(name))


async def call_all():
    spec = McpToolSpec(BasicMCPClient(sys.executable, args=["server.py"]))
    for tool in await spec.to_tool_list_async():
        result = await tool.acall()
        yield result
        kinds = ", ".join(type(block).__name__ for block in result.blocks)
        print(f"{tool.metadata.name}: is_error {result.is_error}, {kinds}\n    {result.content}")


async def main():
    return [result async for result in call_all()]


text, picture, fail = asyncio.run(main())
same = "X | O\\n--+--" in text.content and "data='iVBOR" in picture.content and "no board" in fail.content
sys.exit(not (same and not fail.is_error))
PY
