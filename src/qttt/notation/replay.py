"""Where records meet the rules: a record is played on a board, a game is put down (N28, N29)."""

from collections.abc import Mapping

from qttt.game import (
    Move,
    Node,
    Outcome,
    Placement,
    Position,
    Rules,
    Termination,
)

from .errors import IllegalPositionInTextError, NotationError, Spot, UnwritableError, quoted
from .positions import parse_position, resolve, token_of
from .record import Record, RecordNode

ROSTER = ("Event", "Site", "Date", "Round", "X", "O", "Rules", "Position", "Result", "Termination")
"""The order in which known tags are written; others follow (N28)."""

_ON_THE_BOARD = (Termination.LINE, Termination.FULL, Termination.BLOCKED)


def replay(record: Record) -> Node:
    """The root of the game that a record tells, with all its variations and comments.

    Raises ``NotationError`` for rules that do not exist and for whatever the record states
    wrongly (a number, a ``~``, its result), ``IllegalMoveError`` for a move that is not legal,
    ``IllegalPositionError`` for a start that no game reaches. All of them say where.
    """
    root = Node(_start(record))
    root.comment = record.comment
    nodes: dict[RecordNode | None, Node] = {None: root}
    played: set[tuple[Node, Move]] = set()
    for before, entry in record.walk():
        parent = nodes[before]
        move = _checked(entry, parent.position)
        if (parent, move) in played:
            raise entry.spot.error(f"{entry} is there already; go on after it instead")
        played.add((parent, move))
        # Not Node.play, which looks through all children: a record may have very many.
        nodes[entry] = Node(parent.position.play(move), move, parent)
        nodes[entry].comment = entry.comment
        parent.children.append(nodes[entry])
    end = [root, *root.main_line][-1].position
    if why := _contradiction(end.outcome, record.result, record.tags.get("Termination")):
        raise record.result_spot.error(why)
    return root


def to_record(
    root: Node, tags: Mapping[str, str] | None = None, result: str | None = None
) -> Record:
    """The record of the game below ``root``, with variations and comments.

    ``tags`` are added to those that follow from the game: Rules, Result, and Position if the
    root has marks. ``result`` is needed only where the board does not force one (N29): after
    resignation or agreement, together with the tag Termination. Raises ``UnwritableError`` if it
    contradicts the board.
    """
    tags = dict(tags or {})
    outcome = [root, *root.main_line][-1].position.outcome
    result = result or (outcome.result if outcome else "*")
    if why := _contradiction(outcome, result, tags.get("Termination")):
        raise UnwritableError(why)
    tags |= {"Rules": str(root.position.rules), "Result": result}
    tags.pop("Position", None)
    if root.position.marks:
        tags["Position"] = str(root.position)
    order = {name: place for place, name in enumerate(ROSTER)}
    names = sorted(tags, key=lambda name: order.get(name, len(order)))
    record = Record({name: tags[name] for name in names}, root.comment, result=result)
    record.children = _entries(root)
    return record


def _entries(root: Node) -> list[RecordNode]:
    entries: dict[Node, list[RecordNode]] = {root: []}
    for node in root.walk():
        if node is not root and node.move is not None and node.parent is not None:
            is_placement = isinstance(node.move, Placement)
            entry = RecordNode(
                token_of(node.move, node.parent.position),
                len(node.position.marks) if is_placement else None,
                node.comment,
            )
            entries[node.parent].append(entry)
            entries[node] = entry.children
    return entries[root]


def _start(record: Record) -> Position:
    rules = _rules(record)
    text = record.tags.get("Position", "-")
    spot = _tag_spot(record, "Position")
    try:
        return parse_position(text, rules)
    except NotationError as error:
        raise spot.error(f"in the tag Position: {error.message}") from error
    except IllegalPositionInTextError as error:
        message = f"in the tag Position: {error.message}"
        raise IllegalPositionInTextError(message, spot) from error


def _rules(record: Record) -> Rules:
    try:
        return Rules.parse(record.tags.get("Rules", "goff"))
    except ValueError as error:
        raise _tag_spot(record, "Rules").error(f"in the tag Rules: {error}") from error


def _tag_spot(record: Record, name: str) -> Spot:
    return record.tag_spots.get(name, record.result_spot)


def _checked(entry: RecordNode, before: Position) -> Move:
    """The legal move of an entry, whose number is right if it has one."""
    due = len(before.marks) + 1
    if entry.number not in (None, due):
        raise entry.spot.error(f"the next mark is number {due}, not {entry.number}")
    return resolve(entry.token, before)


def _contradiction(outcome: Outcome | None, result: str, termination: str | None) -> str | None:
    """Why a game cannot end so: ``outcome`` is what the board says at its last move."""
    if outcome:
        if result != outcome.result:
            return f"the result is {outcome.result} on the board, not {quoted(result)}"
        if termination not in (None, outcome.termination):
            return f"the board ended the game ({outcome.termination}), not {quoted(termination)}"
    elif termination in _ON_THE_BOARD:
        return f"the game goes on, so the tag Termination cannot say {quoted(termination)}"
    elif result != "*" and termination is None:
        return (
            f"the game goes on, so its result is *; if it ended with {result} by resignation "
            "or agreement, the tag Termination must say so"
        )
    return None
