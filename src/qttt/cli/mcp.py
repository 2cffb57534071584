"""``qttt mcp``: the Model Context Protocol on standard input and output."""

from .app import command_app

app = command_app()


@app.command(epilog="Its tools and resources are described in docs/agents.md.")
def mcp() -> None:
    """Offer rules, engine and drawings to language models, by the Model Context Protocol."""
    from qttt.mcp import create_server

    create_server().run()
