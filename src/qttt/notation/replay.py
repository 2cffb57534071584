"""Converts records to games and games to records (N28, N29)."""

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
from qttt.game.arguments import checked

from .errors import IllegalPositionInTextError, NotationError, TextLocation, UnwritableError, quote
from .positions import parse_position, resolve_token, token_of
from .record import Record, RecordNode

_BOARD_TERMINATIONS = (Termination.LINE, Termination.FULL, Termination.BLOCKED)


@checked
def from_record(record: Record) -> Node:
    """Play a record with all its variations and comments; return the last node of its main line.

    Tags and the result stay in the record: to write the game again, give them to ``to_record``.
    Errors have the position in the text.

    Raises:
        NotationError: Unknown rules, a duplicate variation, or a wrong number, ``~`` or result.
        IllegalMoveError: A move is not legal.
        IllegalPositionError: No game reaches the start position.
    """
    root = Node(_start(record))
    root.comment = record.comment
    nodes: dict[RecordNode | None, Node] = {None: root}
    played: set[tuple[Node, Move]] = set()
    for before, entry in record.walk():
        parent = nodes[before]
        move = _checked_move(entry, parent.position)
        if (parent, move) in played:
            raise entry.location.error(
                f"this position already has the move {entry}; continue after that one"
            )
        played.add((parent, move))
        # Not Node.play, which scans all children: a record can have very many.
        nodes[entry] = Node(parent.position.play(move), move, parent)
        nodes[entry].comment = entry.comment
        parent.children.append(nodes[entry])
    end, termination = root.end, record.tags.get("Termination")
    if message := _contradiction(end.position.outcome, record.result, termination):
        raise record.result_location.error(message)
    return end


@checked
def to_record(
    game: Node, tags: Mapping[str, str] | None = None, result: str | None = None
) -> Record:
    """Return the record of a whole game, of which ``game`` is any node: a tree with comments.

    ``tags`` are added to those that follow from the game: Rules, Result, and Position if it starts
    with marks. ``result`` is needed only after resignation or agreement, together with the tag
    Termination (N29).

    Raises:
        UnwritableError: ``result`` or the tag Termination contradicts the board.
    """
    root, tags = game.root, dict(tags or {})
    outcome = root.end.position.outcome
    result = result or (outcome.result if outcome else "*")
    if message := _contradiction(outcome, result, tags.get("Termination")):
        raise UnwritableError(message)
    tags |= {"Rules": str(root.position.rules), "Result": result}
    tags.pop("Position", None)
    if root.position.marks:
        tags["Position"] = str(root.position)
    record = Record(tags, root.comment, result=result)
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
    location = _tag_location(record, "Position")
    try:
        return parse_position(text, rules)
    except NotationError as error:
        raise location.error(f"in the tag Position: {error.message}") from error
    except IllegalPositionInTextError as error:
        message = f"in the tag Position: {error.message}"
        raise IllegalPositionInTextError(message, location) from error


def _rules(record: Record) -> Rules:
    try:
        return Rules.parse(record.tags.get("Rules", "goff"))
    except ValueError as error:
        raise _tag_location(record, "Rules").error(f"in the tag Rules: {error}") from error


def _tag_location(record: Record, name: str) -> TextLocation:
    return record.tag_locations.get(name, record.result_location)


def _checked_move(entry: RecordNode, before: Position) -> Move:
    expected = len(before.marks) + 1
    if entry.number not in (None, expected):
        raise entry.location.error(f"the next mark is number {expected}, not {entry.number}")
    return resolve_token(entry.token, before)


def _contradiction(outcome: Outcome | None, result: str, termination: str | None) -> str | None:
    """Return why ``result`` or ``termination`` contradicts the board's ``outcome``, or None."""
    if outcome:
        if result != outcome.result:
            return f"the result on the board is {outcome.result}, not {quote(result)}"
        if termination not in (None, outcome.termination):
            return (
                f"the game ended on the board ({outcome.termination}), not by {quote(termination)}"
            )
    elif termination in _BOARD_TERMINATIONS:
        return f"the game is not over, so the tag Termination cannot be {quote(termination)}"
    elif result != "*" and termination is None:
        return (
            f"the game is not over, so its result is *; if it ended {result} by resignation "
            "or agreement, add the tag Termination"
        )
    return None
