"""Messages about the state of the game."""

import re
from collections.abc import Iterator

from qttt.game import IllegalMoveError, Placement, Player, Position, mark_name
from qttt.notation.describe import describe
from qttt.notation.text import LEGEND, SIGNS, mark_text
from qttt.notation.view import Role, view
from qttt.play.events import Ended
from qttt.texts.phrases import phrases

from .controller import GameController
from .lists import landings
from .scene import groups, letter

MAX_EVENTS = 3
"""Maximum number of events shown; typed lists of moves have many."""

_CLAUSE = re.compile(r" \(R\d+\)")


def heading(controller: GameController) -> str:
    """Return whose turn it is, or the result, in a few words."""
    phrase = phrases()
    if controller.viewed:
        return phrase("status.earlier")
    outcome = controller.match.outcome
    if outcome:
        return _verdict(controller, outcome.winner)
    if controller.awaits_coin:
        return phrase("status.coin")
    mover, is_alone = controller.match.to_move, len(controller.people) == 1
    if not controller.awaits_person:
        return phrase("status.turn", player=f"{mover} ({_name(controller, mover)})")
    if controller.match.position.has_loop:
        return phrase("status.youChoose" if is_alone else "status.chooses", player=mover)
    return phrase("status.yours" if is_alone else "status.turn", player=mover)


def prompt(controller: GameController) -> str:
    """Return what can be done now, or how the game ended."""
    if controller.viewed:
        moves, end = len(controller.viewed.moves), len(controller.line) - 1
        return f"After {moves} of {end} moves. PgUp and PgDn step through them, Esc returns."
    position, outcome = controller.match.position, controller.match.outcome
    if outcome:
        return f"{describe(position, outcome)}."
    if position.has_loop:
        return _loop(controller, position)
    if not controller.awaits_person:
        return ""
    return _placement(controller, position)


def events(controller: GameController) -> str:
    """Describe the events since a person's last action."""
    texts = [str(event) for event in controller.events if not isinstance(event, Ended)]
    return " ".join(["…"] * (len(texts) > MAX_EVENTS) + texts[-MAX_EVENTS:])


def detail(controller: GameController) -> str:
    """Describe the square at the cursor and the other squares of its marks."""
    if controller.preview is not None and controller.is_choosing:
        position = controller.position
        where = landings(position, position.legal_moves[controller.preview])
        return f"Preview of {'ab'[controller.preview]}: {where}. Enter confirms, Esc cancels."
    if controller.is_choosing or controller.match.outcome or controller.cursor == controller.first:
        return ""
    position, square = controller.position, controller.cursor
    name = position.rules.board.name(square)
    parts = [f"{name}: {'; '.join(_contents(controller, square)) or 'empty'}"]
    if (group := groups(position).get(square)) is not None:
        parts[0] += f" · entanglement {letter(group)}"
    return " · ".join([*parts, *_closing(controller, square)])


def error_text(error: Exception) -> str:
    """Return the message for an error."""
    if isinstance(error, IllegalMoveError):
        text = f"{error.position.name(error.move)}: {error.reason}"
    else:
        text = str(getattr(error, "message", error))
    return _CLAUSE.sub("", text)


def legend(controller: GameController) -> str:
    """Return the legend of the signs after marks."""
    if controller.preview is not None:
        return ""
    if controller.position.has_loop:
        return "  ".join(f"{SIGNS[role]} {meaning}" for role, meaning in LEGEND.items())
    return "* landed  - vanished" if controller.shows_history else ""


def _verdict(controller: GameController, winner: Player | None) -> str:
    if winner is None:
        return "Nobody wins"
    seats = [controller.match.seats[player] for player in controller.people]
    if len(seats) != 1 or not seats[0].is_human:
        return f"{winner} wins: {_name(controller, winner)}"
    return "You win!" if winner in controller.people else "You lose"


def _name(controller: GameController, player: str | None) -> str:
    return controller.match.seats[Player(player)].name if player else ""


def _loop(controller: GameController, position: Position) -> str:
    name = position.rules.board.name
    closed = phrases()("status.closed", mark=mark_name(len(position.marks)))
    first, second = (name(move[0]) for move in position.legal_moves)
    if controller.awaits_coin:
        question = f"Does it land on {first} or on {second}?"
        return f"{closed} {question} Press Enter to toss the coin."
    if not controller.awaits_person:
        return closed
    return f"{closed} Where does it land? a: on {first}, b: on {second}."


def _placement(controller: GameController, position: Position) -> str:
    mark, board = mark_name(len(position.marks) + 1), position.rules.board
    is_first = len(position.marks) < 2 and len(controller.line) <= 3
    if controller.first is not None:
        first = board.name(controller.first)
        return f"{mark} is in {first}. Choose its second square, or {first} again or Esc to undo."
    if position.rules.is_quantum and len(position.open_squares) == 1:
        return f"{mark} goes in {board.name(position.open_squares[0])}, the last open square."
    number, plural = ("two", "s") if position.rules.is_quantum else ("a", "")
    keys = f"press {number} digit{plural}" if board.has_digit_names else "use the arrows and Enter"
    return f"Place {mark} in {number} square{plural}{f': {keys} or click' if is_first else ''}."


def _contents(controller: GameController, square: int) -> Iterator[str]:
    """Describe each mark of a square: its other square, or that it landed or vanished."""
    position = controller.position
    name = position.rules.board.name
    gone = []
    for mark, role in view(position, controller.node)[square].items():
        if role is Role.VANISHED:
            gone.append(mark_text(mark))
        elif role is Role.CLASSICAL:
            yield f"{mark_text(mark)}, landed" if position.rules.is_quantum else mark_text(mark)
        else:
            a, b = position.quantum[mark]
            yield f"{mark_text(mark)} also on {name(b if a == square else a)}"
    if gone:
        yield f"gone: {' '.join(gone)}"


def _closing(controller: GameController, square: int) -> Iterator[str]:
    """Warn if the second half of a placement would close a loop here."""
    if controller.first is None or square == controller.first:
        return
    move = Placement(controller.first, square)
    position = controller.match.position
    if position.illegal_reason(move) is None and position.play(move).has_loop:
        yield f"{mark_name(len(position.marks) + 1)} here closes a loop"
