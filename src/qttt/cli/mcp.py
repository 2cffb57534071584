"""``qttt mcp``: the Model Context Protocol on standard input and output."""

from .declared import command


@command(
    epilog="It speaks the Model Context Protocol; docs/agents.md describes its tools.",
)
def mcp() -> None:
    import asyncio

    from qttt.mcp import serve_tools

    asyncio.run(serve_tools())
