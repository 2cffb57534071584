"""The server: tools and resources, registered with the SDK."""

from collections.abc import Callable
from functools import wraps
from typing import Literal, ParamSpec, TypeVar

from mcp.server.mcpserver import Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resources import TextResource

from qttt import __version__
from qttt.engine import UnsolvableError
from qttt.extras import MissingExtraError, requires_extra
from qttt.game import PRESETS, IllegalMoveError, IllegalPositionError, RulesError
from qttt.notation import NotationError
from qttt.notation.png import svg_png

from . import tools

INSTRUCTIONS = """Quantum tic-tac-toe with an exact engine. A position is a text: where each mark
is, such as 12/25/15 (X1 on squares 1 and 2, O2 on 2 and 5, X3 on 1 and 5), or the moves of a game
from the empty board, such as 12 25 15. A placement names two squares, a collapse is @ and a square.
The squares of a 3×3 board are 1 to 9, row by row; of other boards a1, b1 and so on."""
PNG_WIDTH = 480
"""Width of PNG pictures in pixels."""

P = ParamSpec("P")
R = TypeVar("R")
_REPORTED = (
    IllegalMoveError,
    IllegalPositionError,
    MissingExtraError,
    NotationError,
    RulesError,
    UnsolvableError,
)


def create_server() -> MCPServer:
    """Return a server with six tools, and the rules of each preset as resources."""
    server = MCPServer("qttt", instructions=INSTRUCTIONS, version=__version__, log_level="ERROR")
    for tool in (tools.rules, tools.legal_moves, tools.play, tools.value, tools.explain):
        server.add_tool(_reported(tool), structured_output=True)
    server.add_tool(_reported(draw), structured_output=False)
    for name in PRESETS:
        server.add_resource(
            TextResource(
                uri=f"qttt://rules/{name}",
                name=f"rules-{name}",
                description=f"The rules of {name} in words",
                mime_type="text/plain",
                text=tools.rules(name).text,
            )
        )
    return server


def draw(
    position: str = "-",
    rules: str = "goff",
    format: Literal["png", "svg", "text"] = "png",
    dark: bool = False,
) -> str | Image:
    """Draw a position as a PNG or SVG picture, or as text."""
    if format == "text":
        return tools.board(position, rules)
    svg = tools.picture(position, rules, dark=dark)
    if format == "svg":
        return svg
    with requires_extra("mcp"):
        return Image(data=svg_png(svg, PNG_WIDTH), format="png")


def _reported(tool: Callable[P, R]) -> Callable[P, R]:
    """Report invalid arguments and missing packages to the client."""

    @wraps(tool)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return tool(*args, **kwargs)
        except _REPORTED as error:
            raise ToolError(str(error)) from error

    return call
