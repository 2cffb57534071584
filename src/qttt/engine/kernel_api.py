"""Declarations of the kernel. Generated from kernel/qttt.h by scripts/bindings.py."""

from ctypes import Structure, c_float, c_int16, c_int32, c_int64, c_int8, c_size_t, c_uint16, c_uint32, c_uint64, c_uint8, c_void_p
from enum import IntEnum, IntFlag

MAX_SQUARES = 64
COLLAPSE = 255
NUMBER_BYTES = 1

RULES_BYTES = 9
LARGE_SQUARES = 256
MAX_MOVES = 2016
MAX_LINES = 256
SOLVER_SQUARES = 9
WIDE_SQUARES = 12
SOLVER_MOVES = 66
SOLVER_LINE = 32
CLASSICAL_SQUARES = 16
TABLE_LEVELS = 8
TABLE_SYMBOLS = 256
WORTHS = 9
UNITS_PER_POINT = 32
SEARCH_UNITS_PER_POINT = 131072
SEARCH_LINE = 64
MAX_SIMULATIONS = 2147483647
MIN_VISITS = 16
MARGIN_PERCENT = 10
SPAN = 2
GOFF_SPAN = 3
MATCH_SPAN = 4


class Error(IntEnum):
    """Negative results."""

    BAD_RULES = -1
    BAD_POSITION = -2
    TOO_LARGE = -3
    BAD_MEMORY = -4
    BAD_TABLE = -5
    BAD_EVALUATOR = -6
    ILLEGAL = -10


class IllegalMoveCode(IntEnum):
    """Why a move is illegal, in the order in which it is checked."""

    OFF_BOARD = 0
    GAME_OVER = 1
    LOOP_PENDING = 2
    NO_LOOP = 3
    NOT_ON_LOOP = 4
    NOT_OPEN = 5
    ONE_SQUARE = 6
    TWO_SQUARES = 7
    PAIR_LOOP = 8


class TerminationCode(IntEnum):
    """Why a game is over."""

    LINE = 0
    FULL = 1
    BLOCKED = 2


class Decider(IntEnum):
    """Who decides the next ply; NONE if the game is over."""

    X = 0
    O = 1
    CHANCE = 2
    NONE = 3


class QtttLine(Structure):
    """A line of one player, or a krist."""

    _fields_ = (
        ("squares", c_uint64),  # bit s: square s
        ("player", c_int32),  # QTTT_X or QTTT_O
        ("time", c_int32),  # its largest subscript
    )


class QtttOutcome(Structure):
    """The result of a game."""

    _fields_ = (
        ("x", c_int32),  # half points
        ("o", c_int32),
        ("termination", c_int32),  # QtttTerminationCode
        ("lines", c_int32),  # length of `line`: lines, or krists under krist scoring
        ("line", QtttLine * 256),
    )


class QtttSurvey(Structure):
    """What follows from the rules in a position, besides the legal moves."""

    _fields_ = (
        # score of the current board; termination -1 if the game is not over
        ("outcome", QtttOutcome),
        ("loop", c_uint64),  # bit n - 1: mark n is on the pending loop; 0: no loop
        ("stems", c_uint64),  # bit n - 1: mark n is a stem
        ("decider", c_int32),  # QtttDecider
        ("closing", c_int32),  # the mark that closed the loop; 0: no loop
        # for each mark, the first mark of its entanglement; 0: the mark is classical
        ("entanglement", c_uint8 * 64),
    )


class QtttOdds(Structure):
    """Where a mark lands."""

    _fields_ = (
        ("square", c_uint8 * 2),  # where the mark can land, the smaller first; equal if certain
        # probabilities share / of, in lowest terms; the second is 0 if certain
        ("share", c_uint8 * 2),
        ("of", c_uint8),
    )


class QtttEnsemble(Structure):
    """The realities of a position."""

    _fields_ = (
        # of realities, greatest for trees of 3: less than 2^34 on 64 squares; UINT64_MAX for all numbers that do not fit
        ("count", c_uint64),
        ("odds", QtttOdds * 64),  # of each mark; all realities are equally likely
    )


class QtttMoveValue(Structure):
    """The value of a move, or of a position."""

    _fields_ = (
        ("move", c_uint8 * 2),
        ("exact", c_uint8),  # 0: `value` is only a bound, the worst case for the decider
        ("plies", c_uint8),  # to the end under best play, including this move; 0: not counted
        ("value", c_int32),  # points of X minus points of O, in units of 1/32
    )


class QtttAnalysis(Structure):
    """Results of a solver."""

    _fields_ = (
        ("nodes", c_uint64),
        ("value", c_int32),  # as in QtttMoveValue; of the outcome if the game is over
        ("exact", c_int32),
        ("moves", c_int32),  # length of `move`, in the order of qttt_legal
        ("line_length", c_int32),
        ("move", QtttMoveValue * 66),
        ("line", c_uint8 * 2 * 32),  # the principal variation
    )


class SolveDepth(IntEnum):
    """How much a solver computes.

        VALUE      the value of the position only
        VALUES     and of every move, and the principal variation
        DISTANCES  and the number of plies to the end
        BEST       which moves keep the value; values of the others are bounds, which saves most of
                   the time if few moves are best. Everything is exact if a coin decides.
        QUICKEST   the same, and which of those win soonest or lose latest
    """

    VALUE = 0
    VALUES = 1
    DISTANCES = 2
    BEST = 3
    QUICKEST = 4


class QtttTableHeader(Structure):
    """The start of a tablebase file (tablebase.c). All numbers are little-endian."""

    _fields_ = (
        ("magic", c_uint8 * 8),  # "QTTTtab2"
        ("rules", c_uint8 * 9),
        ("marks", c_uint8),  # greatest number of marks, bits in a cell
        ("bits", c_uint8),
        ("zeros", c_uint8 * 5),
        ("bytes", c_uint64),  # of the whole file
        ("cells", c_uint32),  # cells in all, and in a segment: a power of two
        ("segment", c_uint32),
        ("seed", c_uint64),
        ("count", c_uint32 * 8),  # positions of 0, 1, 2 ... marks
        ("score", c_int16 * 256 * 8),  # by marks and symbol
        ("digest", c_uint8 * 32),  # BLAKE2b-256 of everything else
    )

CODES = 8
PATTERNS = 8704
GROUPS = 256
COUNTS = 64
ENTRIES = 9088
WIDTH = 16


class QtttEvaluator(Structure):
    """A file of learned weights. Numbers are little-endian; fixed-point ones have the scale in
    parentheses.
    """

    _fields_ = (
        ("magic", c_uint8 * 8),  # "QTTTevl1"
        ("bytes", c_uint64),  # of the whole file
        ("positions", c_uint64),  # in its training
        ("rules", c_uint8 * 9),  # in its training; it fits these rules on boards of any size
        ("zeros", c_uint8 * 7),
        ("digest", c_uint8 * 32),  # BLAKE2b-256 of everything else
        ("bias", c_int16 * 16),  # of the sums of entries (1,024)
        ("layer", c_int16 * 16 * 16),  # to unit k from sum j (1,024)
        ("layer_bias", c_int16 * 16),
        ("last", c_int16 * 16),  # from unit k to the value (1,024)
        ("last_bias", c_int16),
        ("padding", c_int16 * 7),
        ("entry", c_int8 * 16 * 9088),  # (64)
        ("merit", c_int8 * 4 * 8704),  # of a half on the n-th square of a pattern (16)
        # of a mark on two: 01 02 03 12 13 23; of three: 01 02 12 (16)
        ("joint", c_int8 * 6 * 8704),
        # of a mark on squares with these codes; 1: it closes a loop (16)
        ("codes", c_int8 * 64 * 2),
        ("loop", c_int8 * 8 * 16),  # of a loop: squares of the entanglement, distance (16)
        ("join", c_int8 * 8 * 8),  # of other marks: sizes of both entanglements (16)
    )


class QtttEvaluation(Structure):
    """The evaluation of a position."""

    _fields_ = (
        ("value", c_int32),  # expected points of X minus points of O, in units of 1/131,072
        ("moves", c_int32),  # length of `prior`, in the order of qttt_legal
        ("prior", c_float * 2016),  # probabilities of the moves
    )


class Feature(IntFlag):
    """Extensions of plain UCT; each can be disabled, to measure its effect."""

    MOVE_PRIORS = 1
    AMAF = 2
    PROOFS = 4
    ENDGAME_SOLVER = 8
    TRANSPOSITIONS = 16
    GUIDED_PLAYOUTS = 32
    CHANCE_MEANS = 64
    ALL_FEATURES = 127


class QtttCandidate(Structure):
    """Estimate of a move."""

    _fields_ = (
        ("move", c_uint8 * 2),
        ("proven", c_uint8),  # 1: the value is exact
        ("reserved", c_uint8),
        ("value", c_int32),  # expected points of X minus points of O, in units of 1/131,072
        ("visits", c_uint32),  # simulations through this move
    )


class QtttReport(Structure):
    """Results of a tree search."""

    _fields_ = (
        ("simulations", c_uint64),
        ("nodes", c_uint64),  # made; those made twice, by several threads at once, count twice
        ("value", c_int32),  # as in QtttCandidate
        ("proven", c_int32),
        ("full", c_int32),  # 1: memory is full; the search continues, but the tree cannot grow
        ("best", c_int32),  # index of the best move; -1 if the game is over or a coin decides
        ("moves", c_int32),  # length of `candidate`, in the order of qttt_legal
        ("line_length", c_int32),
        ("line", c_uint8 * 2 * 64),  # the principal variation, up to the first coin
        ("candidate", QtttCandidate * 2016),
    )


class QtttLevel(Structure):
    """Parameters of a classical level."""

    _fields_ = (
        ("cutoff_nodes", c_uint64),  # the cut-off takes effect after N nodes; 0: by the clock
        ("max_nodes", c_uint64),  # the search ends after N nodes; 0: by the clock
        ("weight", c_int32 * 3),  # of a line of one player that lacks 1, 2, 3 marks; +-1000 at most
        ("depth", c_int32),  # plies; 0: no limit
        ("cutoff_depth", c_int32),  # plies below the current node after the cut-off, 1 or more
    )


class QtttChoice(Structure):
    """The move of a classical level, with statistics."""

    _fields_ = (
        ("nodes", c_uint64),  # generated, including the root
        ("max_cutoffs", c_uint64),
        ("min_cutoffs", c_uint64),
        ("depth", c_int32),  # greatest depth reached, in plies from the root
        ("cutoff", c_int32),  # 1: the cut-off took effect
        ("stopped", c_int32),  # 1: the search was stopped early
        ("best", c_int32),  # the square to play, the first of equal ones
        ("value", c_int32),  # of that move; static evaluation if no move was finished
        ("moves", c_int32),  # number of legal moves, in their order, that have a value
        ("move_value", c_int32 * 64),  # for X; bounds only, after the best move
    )


class QtttWide(Structure):
    """A number of 96 bits."""

    _fields_ = (
        ("high", c_uint64),  # high * 2^48 + low, where low < 2^48
        ("low", c_uint64),
    )


class QtttGameCounts(Structure):
    """Numbers of complete games."""

    _fields_ = (
        ("games", c_uint64 * 3),  # complete games won by X, won by O, drawn
        ("weight", QtttWide * 3),  # their probabilities in random play, in units of the sum
        ("lead", QtttWide * 2),  # mean lead of X, O in half points when winning, in the same units
    )


class Idea(IntFlag):
    """Ideas of qttt_solve; each can be disabled, to measure its effect."""

    LOOPS_FIRST = 1
    HISTORY = 2
    HISTORY_BY_MARKS = 4
    HISTORY_START = 8
    HISTORY_LOSSES = 16
    SYMMETRIES = 32
    LABELS = 64
    HOPELESS_TREES = 128
    BOUNDS = 256
    ALL_IDEAS = 511


class Criterion(IntEnum):
    """Which moves a textbook search tries first; squares of 3x3 are corners, sides or the centre."""

    LOOPS = 0
    CENTRE = 1
    CORNERS = 2
    SIDES = 3

CRITERIA = 4
MARK_COUNTS = 10


class QtttTextbook(Structure):
    """A textbook search."""

    _fields_ = (
        ("max_nodes", c_uint64),  # the search stops after N nodes; 0: no limit
        ("prunes", c_int32),  # 1: alpha-beta; 0: minimax
        ("criteria", c_int32),  # length of `criterion`
        ("criterion", c_uint8 * 4),  # QtttCriterion, the most important first
    )


class QtttTextbookResult(Structure):
    """Statistics of a textbook search, by number of marks. A pending loop has its closing mark."""

    _fields_ = (
        ("nodes", c_uint64 * 10),  # positions entered
        ("expanded", c_uint64 * 10),  # of those, neither finished nor found in the table
        ("legal", c_uint64 * 10),  # legal moves of those
        ("searched", c_uint64 * 10),  # moves searched
        ("value", c_int32),  # half points of X minus those of O
        ("stopped", c_int32),  # 1: stopped early, and the value is undefined
    )

NO_PLACE = 255
EXTRA_PLANES = 3


class QtttArrays(Structure):
    """Addresses of the arrays of a batch."""

    _fields_ = (
        ("places", c_void_p),  # squares x 2 each: as above; QTTT_NO_PLACE twice for future marks
        # (squares + 3) x squares each, 0 or 1. Planes: squares of each mark; where the closing mark can land; classical marks; 1 everywhere if X decides next
        ("observations", c_void_p),
        ("legal", c_void_p),  # actions each: 0 or 1
        ("players", c_void_p),  # 1 each: QtttDecider
        ("done", c_void_p),  # 1 each: 1 if the game is over, by the last step or before
        # 2 each: for X, O; the lead in points if the last step ended the game, otherwise 0
        ("rewards", c_void_p),
    )


class BatchOption(IntFlag):
    """Options of a batch."""

    AUTO_RESET = 1
    ASK_CHANCE = 2


class QtttAnatomy(Structure):
    """What the moves of a settled position are worth."""

    _fields_ = (
        ("score", c_int16),  # of the player to place (solver.h)
        ("legal", c_uint8),  # number of moves
        ("keeping", c_uint8),  # of those, the moves that keep the value
        ("lost", c_int16),  # by all moves together, in half points
    )

EXAMPLE_MOVES = 64


class QtttParameters(Structure):
    """The parameters of an evaluator in training; fields as in QtttEvaluator."""

    _fields_ = (
        ("bias", c_float * 16),
        ("layer", c_float * 16 * 16),
        ("layer_bias", c_float * 16),
        ("last", c_float * 16),
        ("last_bias", c_float),
        ("entry", c_float * 16 * 9088),
        ("merit", c_float * 4 * 8704),
        ("joint", c_float * 6 * 8704),
        ("codes", c_float * 64 * 2),
        ("loop", c_float * 8 * 16),
        ("join", c_float * 8 * 8),
    )


class QtttSight(Structure):
    """What the judge sees of a settled position (judge.h); closed squares are trees of their own."""

    _fields_ = (
        ("inputs", c_int32),
        ("input", c_uint16 * 64),  # indices of entries that are not patterns
        ("code", c_uint8 * 64),
        ("root", c_uint8 * 64),
        ("size", c_uint8 * 64),
    )


class QtttTraining(Structure):
    """A training that can be saved and continued as it is."""

    _fields_ = (
        ("weight", QtttParameters),
        ("squares", QtttParameters),  # sums of squared gradients
        ("positions", c_uint64),  # examples learned
    )


class QtttExample(Structure):
    """What a search knows of a settled position."""

    _fields_ = (
        ("places", c_uint8 * 2 * 64),
        ("marks", c_int32),
        ("value", c_float),  # for X, as a share of the greatest lead
        ("moves", c_int32),  # length of `move`; 0: no prior is learned
        ("move", c_uint8 * 2 * 64),  # the most visited ones
        ("visits", c_uint32 * 64),
    )


class QtttLoss(Structure):
    """Means over examples, before they are learned."""

    _fields_ = (
        ("value_error", c_float),  # squared, in units of the greatest lead
        # share of the `ranked` ones whose most visited move has the greatest prior
        ("best_found", c_float),
        ("ranked", c_int64),  # examples with moves
    )

FUNCTIONS = {
    "qttt_legal": (c_int32, [c_void_p, c_void_p, c_int32, c_void_p]),
    "qttt_play": (c_int32, [c_void_p, c_void_p, c_int32, c_int32, c_int32, c_void_p]),
    "qttt_outcome": (c_int32, [c_void_p, c_void_p, c_int32, c_void_p]),
    "qttt_survey": (c_int32, [c_void_p, c_void_p, c_int32, c_void_p]),
    "qttt_ensemble": (c_int32, [c_void_p, c_void_p, c_int32, c_void_p]),
    "qttt_realities": (c_int32, [c_void_p, c_void_p, c_int32, c_uint64, c_int32, c_void_p]),
    "qttt_interface": (c_uint32, []),
    "qttt_perft": (c_int64, [c_void_p, c_void_p, c_int32, c_int32, c_void_p]),
    "qttt_playouts": (c_int64, [c_void_p, c_void_p, c_int32, c_void_p, c_int64, c_void_p, c_void_p]),
    "qttt_solver_bytes": (c_size_t, [c_size_t]),
    "qttt_solver_init": (c_int32, [c_void_p, c_size_t, c_void_p]),
    "qttt_solver_init_wide": (c_int32, [c_void_p, c_size_t, c_void_p]),
    "qttt_solve": (c_int32, [c_void_p, c_void_p, c_int32, c_uint64, c_void_p, c_int32, c_void_p]),
    "qttt_solver_attach": (c_int32, [c_void_p, c_void_p, c_size_t]),
    "qttt_probe": (c_int32, [c_void_p, c_void_p, c_int32, c_void_p]),
    "qttt_evaluate": (c_int32, [c_void_p, c_void_p, c_int32, c_void_p, c_size_t, c_void_p]),
    "qttt_search_init": (c_int32, [c_void_p, c_size_t, c_int32, c_void_p, c_void_p, c_int32, c_uint32, c_void_p, c_size_t]),
    "qttt_search_run": (c_int32, [c_void_p, c_uint64, c_uint64, c_void_p]),
    "qttt_search_report": (c_int32, [c_void_p, c_void_p]),
    "qttt_table_expand": (c_int64, [c_void_p, c_void_p, c_int64, c_void_p, c_int32]),
    "qttt_table_gather": (c_int64, [c_void_p, c_int32]),
    "qttt_table_score": (c_int32, [c_void_p, c_void_p, c_int64, c_void_p]),
    "qttt_table_rank": (c_int32, [c_void_p, c_int64, c_void_p, c_void_p]),
    "qttt_table_fill": (c_int32, [c_void_p, c_void_p, c_int64, c_uint64, c_uint32, c_uint32, c_void_p, c_void_p]),
    "qttt_classical_solve": (c_int32, [c_void_p, c_void_p, c_int32, c_uint64, c_void_p, c_int32, c_void_p, c_uint64, c_void_p]),
    "qttt_classical_choose": (c_int32, [c_void_p, c_void_p, c_int32, c_void_p, c_void_p, c_void_p]),
    "qttt_enumerate": (c_int32, [c_void_p, c_void_p, c_int32, c_void_p, c_size_t, c_void_p, c_void_p]),
    "qttt_solver_restrict": (c_int32, [c_void_p, c_uint32]),
    "qttt_textbook": (c_int32, [c_void_p, c_void_p, c_int32, c_void_p, c_void_p, c_void_p]),
    "qttt_batch_bytes": (c_size_t, [c_int64]),
    "qttt_batch_init": (c_int32, [c_void_p, c_size_t, c_void_p, c_int64, c_void_p, c_int32, c_uint64, c_uint64]),
    "qttt_batch_reset": (c_int32, [c_void_p, c_int64, c_int64, c_void_p, c_uint64]),
    "qttt_batch_check": (c_int64, [c_void_p, c_void_p, c_int64, c_int64]),
    "qttt_batch_step": (c_int64, [c_void_p, c_void_p, c_int64, c_int64]),
    "qttt_batch_sample": (c_int32, [c_void_p, c_void_p, c_int64, c_int64]),
    "qttt_batch_act": (c_int32, [c_void_p, c_int32]),
    "qttt_batch_load": (c_int32, [c_void_p, c_int64, c_void_p, c_int32, c_void_p]),
    "qttt_batch_streams": (c_int32, [c_void_p, c_int64, c_void_p]),
    "qttt_batch_copy": (c_int32, [c_void_p, c_int64, c_void_p, c_int64]),
    "qttt_probe_many": (c_int64, [c_void_p, c_void_p, c_int64, c_void_p, c_void_p, c_void_p]),
    "qttt_solve_many": (c_int64, [c_void_p, c_void_p, c_int64, c_void_p, c_void_p, c_void_p, c_void_p]),
    "qttt_table_places": (c_int32, [c_void_p, c_void_p, c_int64, c_void_p]),
    "qttt_table_anatomy": (c_int32, [c_void_p, c_void_p, c_int64, c_void_p, c_void_p]),
    "qttt_see": (c_int32, [c_void_p, c_void_p, c_int32, c_void_p]),
    "qttt_training_init": (c_int32, [c_void_p, c_uint64]),
    "qttt_train": (c_int32, [c_void_p, c_void_p, c_void_p, c_int64, c_float, c_uint64, c_void_p]),
    "qttt_training_write": (c_int32, [c_void_p, c_void_p, c_void_p]),
    "qttt_search_examples": (c_int64, [c_void_p, c_uint64, c_uint32, c_int64, c_void_p]),
}

INTERFACE = 0x904d74b4
