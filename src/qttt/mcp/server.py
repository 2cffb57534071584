"""The server: tools and resources, on the SDK's transports."""

import asyncio
import base64
from collections.abc import Callable
from typing import Literal

from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from qttt import __version__
from qttt.engine import UnsolvableError
from qttt.extras import MissingExtraError, requires_extra
from qttt.game import PRESETS, IllegalMoveError, IllegalPositionError, RulesError
from qttt.notation import NotationError
from qttt.notation.png import svg_png

from . import tools
from .tool import ArgumentError, Tool, text_result

_SQUARES = "Squares of a 3×3 board are 1 to 9, row by row; of other boards a1, b1 and so on."
ARGUMENTS = {
    "position": (
        "Where each mark is, such as 12/25/15 (X1 on squares 1 and 2, O2 on 2 and 5, X3 on 1 and"
        " 5), or the moves of a game from the empty board, such as 12 25 15; - is the empty board."
        f" {_SQUARES}"
    ),
    "moves": (
        "Moves separated by spaces. A placement names two squares, 12; a collapse is @ and the"
        f" square where the closing mark lands, @5. {_SQUARES}"
    ),
    "rules": "A preset, which the tool rules lists, with switches if wanted: krist rows=5 cols=5.",
    "language": "The language of the text.",
    "format": "A picture as PNG or SVG, or the board as text.",
    "dark": "Whether the picture is for a dark background.",
}
"""Models read these; some clients pass on no instructions of a server."""
INSTRUCTIONS = "Quantum tic-tac-toe with an exact engine."
PNG_WIDTH = 480
"""Width of PNG pictures in pixels."""
RULES_URI = "qttt://rules/"

Context = ServerRequestContext[object]
_REPORTED = (
    ArgumentError,
    IllegalMoveError,
    IllegalPositionError,
    MissingExtraError,
    NotationError,
    RulesError,
    UnsolvableError,
)


def draw(
    position: str = "-",
    rules: str = "goff",
    format: Literal["png", "svg", "text"] = "png",
    dark: bool = False,
) -> str | types.ImageContent:
    """Draw a position as a PNG or SVG picture, or as text."""
    if format == "text":
        return tools.board(position, rules)
    svg = tools.picture(position, rules, dark=dark)
    if format == "svg":
        return svg
    with requires_extra("mcp"):
        data = base64.b64encode(svg_png(svg, PNG_WIDTH)).decode()
    return types.ImageContent(data=data, mime_type="image/png")


_DESCRIPTIONS: dict[Callable[..., object], str] = {
    tools.rules: "Return the rules of the game in words, and the list of presets.",
    tools.legal_moves: "Return the legal moves in a position, each with what it does.",
    tools.play: "Play moves, separated by spaces, and return the new position.",
    tools.value: (
        "Return the exact value of a position and of every move, with the best play as proof."
    ),
    tools.explain: (
        "Explain a position in words: board, next decision, entanglements, odds and value."
    ),
    draw: "Draw a position as a PNG or SVG picture, or as text.",
}
TOOLS = {
    function.__name__: Tool(function, description, ARGUMENTS)
    for function, description in _DESCRIPTIONS.items()
}


def create_server() -> Server:
    """Return a server with six tools, and the rules of each preset as resources."""
    return Server(
        "qttt",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=_list_tools,
        on_call_tool=_call_tool,
        on_list_resources=_list_resources,
        on_read_resource=_read_resource,
    )


async def serve_tools() -> None:
    """Serve one client on standard input and output."""
    server = create_server()
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


async def _list_tools(_: Context, __: object) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[tool.listed for tool in TOOLS.values()])


async def _call_tool(_: Context, call: types.CallToolRequestParams) -> types.CallToolResult:
    """Call a tool in a thread; report what the model can correct as the tool's result."""
    if call.name not in TOOLS:
        return text_result(
            f"unknown tool {call.name!r}: choose from {', '.join(TOOLS)}", is_error=True
        )
    try:
        return await asyncio.to_thread(TOOLS[call.name].call, call.arguments or {})
    except _REPORTED as error:
        return text_result(str(error), is_error=True)


async def _list_resources(_: Context, __: object) -> types.ListResourcesResult:
    return types.ListResourcesResult(
        resources=[
            types.Resource(
                uri=f"{RULES_URI}{name}",
                name=f"rules-{name}",
                description=f"The rules of {name} in words",
                mime_type="text/plain",
            )
            for name in PRESETS
        ]
    )


async def _read_resource(
    _: Context, request: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    name = str(request.uri).removeprefix(RULES_URI)
    if name not in PRESETS:
        raise MCPError(types.INVALID_PARAMS, f"unknown resource {request.uri}: list the resources")
    text = tools.rules(name).text
    contents = types.TextResourceContents(uri=request.uri, mime_type="text/plain", text=text)
    return types.ReadResourceResult(contents=[contents])
