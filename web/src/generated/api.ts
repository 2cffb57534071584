/** Declarations of the kernel. Generated from kernel/qttt.h by scripts/bindings.py. All numbers are little-endian; pointers are numbers. */

export const MAX_SQUARES = 64;
export const COLLAPSE = 255;
export const NUMBER_BYTES = 1;

export const RULES_BYTES = 9;
export const LARGE_SQUARES = 256;
export const MAX_MOVES = 2016;
export const MAX_LINES = 256;
export const SOLVER_SQUARES = 9;
export const WIDE_SQUARES = 12;
export const SOLVER_MOVES = 66;
export const SOLVER_LINE = 32;
export const CLASSICAL_SQUARES = 16;
export const TABLE_LEVELS = 8;
export const TABLE_SYMBOLS = 256;
export const WORTHS = 9;
export const UNITS_PER_POINT = 32;
export const SEARCH_UNITS_PER_POINT = 131072;
export const SEARCH_LINE = 64;
export const MAX_SIMULATIONS = 2147483647;
export const MIN_VISITS = 16;
export const MARGIN_PERCENT = 10;
export const SPAN = 2;
export const GOFF_SPAN = 3;
export const MATCH_SPAN = 4;

/** Negative results. */
export const ERRORS = { BAD_RULES: -1, BAD_POSITION: -2, TOO_LARGE: -3, BAD_MEMORY: -4, BAD_TABLE: -5, BAD_EVALUATOR: -6, ILLEGAL: -10 } as const;

/** Why a move is illegal, in the order in which it is checked. */
export const ILLEGAL_MOVE_CODES = ["off-board", "game-over", "loop-pending", "no-loop", "not-on-loop", "not-open", "one-square", "two-squares", "pair-loop"] as const;

/** Why a game is over. */
export const TERMINATION_CODES = ["line", "full", "blocked"] as const;

/** Who decides the next ply; NONE if the game is over. */
export const DECIDERS = ["X", "O", "chance", "none"] as const;

/** The value of a move, or of a position. */
export const MOVE_VALUE = { move: 0, exact: 2, plies: 3, value: 4, BYTES: 8 } as const;

/** Results of a solver. */
export const ANALYSIS = { nodes: 0, value: 8, exact: 12, moves: 16, line_length: 20, move: 24, line: 552, BYTES: 616 } as const;

/**
 * How much a solver computes.
 *
 *     VALUE      the value of the position only
 *     VALUES     and of every move, and the principal variation
 *     DISTANCES  and the number of plies to the end
 *     BEST       which moves keep the value; values of the others are bounds, which saves most of
 *                the time if few moves are best. Everything is exact if a coin decides.
 *     QUICKEST   the same, and which of those win soonest or lose latest
 */
export const SOLVE_DEPTHS = ["value", "values", "distances", "best", "quickest"] as const;

/** The start of a tablebase file (tablebase.c). All numbers are little-endian. */
export const TABLE_HEADER = { magic: 0, rules: 8, marks: 17, bits: 18, zeros: 19, bytes: 24, cells: 32, segment: 36, seed: 40, count: 48, score: 80, digest: 4176, BYTES: 4208 } as const;

export const CODES = 8;
export const PATTERNS = 8704;
export const GROUPS = 256;
export const COUNTS = 64;
export const ENTRIES = 9088;
export const WIDTH = 16;

/**
 * A file of learned weights. Numbers are little-endian; fixed-point ones have the scale in
 * parentheses.
 */
export const EVALUATOR = { magic: 0, bytes: 8, positions: 16, rules: 24, zeros: 33, digest: 40, bias: 72, layer: 104, layer_bias: 616, last: 648, last_bias: 680, padding: 682, entry: 696, merit: 146104, joint: 180920, codes: 233144, loop: 233272, join: 233400, BYTES: 233464 } as const;

/** The evaluation of a position. */
export const EVALUATION = { value: 0, moves: 4, prior: 8, BYTES: 8072 } as const;

/** Extensions of plain UCT; each can be disabled, to measure its effect. */
export const FEATURES = { MOVE_PRIORS: 1, AMAF: 2, PROOFS: 4, ENDGAME_SOLVER: 8, TRANSPOSITIONS: 16, GUIDED_PLAYOUTS: 32, CHANCE_MEANS: 64, ALL_FEATURES: 127 } as const;

/** Estimate of a move. */
export const CANDIDATE = { move: 0, proven: 2, reserved: 3, value: 4, visits: 8, BYTES: 12 } as const;

/** Results of a tree search. */
export const REPORT = { simulations: 0, nodes: 8, value: 16, proven: 20, full: 24, best: 28, moves: 32, line_length: 36, line: 40, candidate: 168, BYTES: 24360 } as const;

/** Parameters of a classical level. */
export const LEVEL = { cutoff_nodes: 0, max_nodes: 8, weight: 16, depth: 28, cutoff_depth: 32, BYTES: 40 } as const;

/** The move of a classical level, with statistics. */
export const CHOICE = { nodes: 0, max_cutoffs: 8, min_cutoffs: 16, depth: 24, cutoff: 28, stopped: 32, best: 36, value: 40, moves: 44, move_value: 48, BYTES: 304 } as const;

/** A number of 96 bits. */
export const WIDE = { high: 0, low: 8, BYTES: 16 } as const;

/** Numbers of complete games. */
export const GAME_COUNTS = { games: 0, weight: 24, lead: 72, BYTES: 104 } as const;

/** Ideas of qttt_solve; each can be disabled, to measure its effect. */
export const IDEAS = { LOOPS_FIRST: 1, HISTORY: 2, HISTORY_BY_MARKS: 4, HISTORY_START: 8, HISTORY_LOSSES: 16, SYMMETRIES: 32, LABELS: 64, HOPELESS_TREES: 128, BOUNDS: 256, ALL_IDEAS: 511 } as const;

/** Which moves a textbook search tries first; squares of 3x3 are corners, sides or the centre. */
export const CRITERIONS = ["loops", "centre", "corners", "sides"] as const;

export const CRITERIA = 4;
export const MARK_COUNTS = 10;

/** A textbook search. */
export const TEXTBOOK = { max_nodes: 0, prunes: 8, criteria: 12, criterion: 16, BYTES: 24 } as const;

/** Statistics of a textbook search, by number of marks. A pending loop has its closing mark. */
export const TEXTBOOK_RESULT = { nodes: 0, expanded: 80, legal: 160, searched: 240, value: 320, stopped: 324, BYTES: 328 } as const;

export const NO_PLACE = 255;
export const EXTRA_PLANES = 3;

/** Addresses of the arrays of a batch. */
export const ARRAYS = { places: 0, observations: 8, legal: 16, players: 24, done: 32, rewards: 40, BYTES: 48 } as const;

/** Options of a batch. */
export const BATCH_OPTIONS = { AUTO_RESET: 1, ASK_CHANCE: 2 } as const;

/** What the moves of a settled position are worth. */
export const ANATOMY = { score: 0, legal: 2, keeping: 3, lost: 4, BYTES: 6 } as const;

export const EXAMPLE_MOVES = 64;

/** The parameters of an evaluator in training; fields as in QtttEvaluator. */
export const PARAMETERS = { bias: 0, layer: 64, layer_bias: 1088, last: 1152, last_bias: 1216, entry: 1220, merit: 582852, joint: 722116, codes: 931012, loop: 931524, join: 932036, BYTES: 932292 } as const;

/** What the judge sees of a settled position (judge.h); closed squares are trees of their own. */
export const SIGHT = { inputs: 0, input: 4, code: 132, root: 196, size: 260, BYTES: 324 } as const;

/** A training that can be saved and continued as it is. */
export const TRAINING = { weight: 0, squares: 932292, positions: 1864584, BYTES: 1864592 } as const;

/** What a search knows of a settled position. */
export const EXAMPLE = { places: 0, marks: 128, value: 132, moves: 136, move: 140, visits: 268, BYTES: 524 } as const;

/** Means over examples, before they are learned. */
export const LOSS = { value_error: 0, best_found: 4, ranked: 8, BYTES: 16 } as const;

export interface Functions {
  /** Writes the legal moves to `moves` (QTTT_MAX_MOVES * 2 numbers). Returns their number. */
  readonly qttt_legal: (rules: number, places: number, marks: number, moves: number) => number;
  /**
   * Plays a move and writes the new places to `next` (QTTT_MAX_SQUARES * 2 numbers). Returns the
   * number of marks.
   */
  readonly qttt_play: (rules: number, places: number, marks: number, first: number, second: number, next: number) => number;
  /** Returns 1 and writes the outcome if the game is over, otherwise 0. */
  readonly qttt_outcome: (rules: number, places: number, marks: number, outcome: number) => number;
  /**
   * Writes what follows from the rules besides legal moves: lines, loop, stems, decider.
   * Returns 0.
   */
  readonly qttt_survey: (rules: number, places: number, marks: number, survey: number) => number;
  /** Writes the number of realities and the odds of each mark. Returns 0. */
  readonly qttt_ensemble: (rules: number, places: number, marks: number, ensemble: number) => number;
  /**
   * Writes at most `count` realities from index `first` on: the square of each mark, `count` *
   * `marks` numbers. Returns the number of realities written.
   *
   *     12/25 on 3x3 has   01 04   00 04   00 01   which leave 1, 2, 5 empty
   *
   * The realities of one entanglement are ordered by the square that stays empty, or on which the
   * closing mark lands; those of several like the digits of a number, the entanglement with the first
   * mark being the most significant.
   */
  readonly qttt_realities: (rules: number, places: number, marks: number, first: bigint, count: number, squares: number) => number;
  /**
   * Returns the number of paths of `plies` plies; leaves are counted without being visited. Stops soon
   * after `stop` (can be NULL) becomes nonzero, with a meaningless result.
   */
  readonly qttt_perft: (rules: number, places: number, marks: number, plies: number, stop: number) => bigint;
  /**
   * Plays `games` games to the end by random legal moves and adds to totals[0..4]: half points of X,
   * of O, games won by X, by O, drawn. Returns the number of plies. `seed` is read and advanced.
   * Plays no more games after `stop` (can be NULL) becomes nonzero.
   */
  readonly qttt_playouts: (rules: number, places: number, marks: number, seed: number, games: bigint, totals: number, stop: number) => bigint;
  /** Bytes of a solver with a transposition table of `entries` entries; 0 if the size overflows. */
  readonly qttt_solver_bytes: (entries: number) => number;
  /** Makes a solver for these rules in `memory`; the transposition table takes the remaining bytes. */
  readonly qttt_solver_init: (memory: number, bytes: number, rules: number) => number;
  /**
   * Computes the value of a position and of its moves, and the principal variation.
   *
   *     nodes   stop after about this many positions (0: no limit)
   *     stop    stop soon after this becomes nonzero (NULL: never)
   *     depth   QtttSolveDepth
   *
   * Entries of the table from earlier calls are reused; they never change a result. A stopped call
   * returns what is known by then, and the principal variation can end early.
   */
  readonly qttt_solve: (memory: number, places: number, marks: number, nodes: bigint, stop: number, depth: number, analysis: number) => number;
  /**
   * Attaches a tablebase, or detaches it (NULL). The table must stay in memory.
   * QTTT_BAD_RULES: it is for other rules.
   */
  readonly qttt_solver_attach: (memory: number, table: number, bytes: number) => number;
  /**
   * Looks a position up in the attached tablebase, without search. Returns 1 and writes value and
   * plies (`move` is not set), or 0 if the table does not cover the position.
   */
  readonly qttt_probe: (memory: number, places: number, marks: number, value: number) => number;
  /**
   * Evaluates a position without search. A finished game has its score. `evaluator` is aligned to 8
   * bytes: QTTT_BAD_MEMORY otherwise. QTTT_BAD_RULES: it is for other rules. Returns 0.
   */
  readonly qttt_evaluate: (rules: number, places: number, marks: number, evaluator: number, bytes: number, evaluation: number) => number;
  /**
   * Makes a search tree for a position in `memory`, which is cleared unless `is_zero` says that it is
   * zero, as new memory is. The search uses no other memory but, unless it is NULL, that of the
   * evaluator, which must stay there, and which searches can share. With an evaluator there are no
   * playouts and no AMAF, and QTTT_MOVE_PRIORS is always on. Errors as in qttt_evaluate.
   */
  readonly qttt_search_init: (memory: number, bytes: number, is_zero: number, rules: number, places: number, marks: number, features: number, evaluator: number, evaluator_bytes: number) => number;
  /**
   * Runs simulations until the tree has `simulations` in total, at most QTTT_MAX_SIMULATIONS, its root
   * is proven, or `stop` (can be NULL) becomes nonzero. Returns 0 if the root is proven or `stop` is
   * nonzero, otherwise 1. Several threads can search one tree at once, each with its own seed; with a
   * single thread the result is reproducible. Near the end of the game the position is solved
   * instead.
   */
  readonly qttt_search_run: (memory: number, seed: bigint, simulations: bigint, stop: number) => number;
  /** Writes the current results; can be called during a search. */
  readonly qttt_search_report: (memory: number, report: number) => number;
  /**
   * Adds to the set `slots` (2^bits keys, initially zero) the settled positions one mark after
   * those of `keys`. Returns the number of positions, or QTTT_BAD_MEMORY if fewer than 128
   * slots are free.
   */
  readonly qttt_table_expand: (solver: number, keys: number, n: bigint, slots: number, bits: number) => bigint;
  /** Moves the keys of such a set to its front. Returns their number. */
  readonly qttt_table_gather: (slots: number, bits: number) => bigint;
  /** Writes the exact score (solver.h) of each position, for the player to place. */
  readonly qttt_table_score: (solver: number, keys: number, n: bigint, scores: number) => number;
  /**
   * Writes the distinct scores to `found` (256) in ascending order, and the rank of each score to
   * `symbols`. Returns the number of distinct scores, or QTTT_BAD_TABLE if it is more than 256.
   */
  readonly qttt_table_rank: (scores: number, n: bigint, symbols: number, found: number) => number;
  /**
   * Fills `cell` with a static function from keys to symbols (tablebase.c). `scratch` has 8 bytes per
   * key and 8 per cell. Returns 1, or 0 if another seed must be tried.
   */
  readonly qttt_table_fill: (keys: number, symbols: number, n: bigint, seed: bigint, cells: number, segment: number, cell: number, scratch: number) => number;
  /**
   * Like qttt_solve, on boards of at most 16 squares, for all scorings but goff. `table` has
   * `entries` words (0: none), zeroed before the first call with these rules; it never changes a
   * result.
   */
  readonly qttt_classical_solve: (rules: number, places: number, marks: number, nodes: bigint, stop: number, depth: number, table: number, entries: bigint, analysis: number) => number;
  /**
   * Chooses a move by alpha-beta search; a won game has the value 1000000. `clock` is read at each
   * node: 0 at first, 1 when the cut-off is due, 2 when the search must end (NULL: always 0).
   * QTTT_BAD_RULES also for an invalid level.
   */
  readonly qttt_classical_choose: (rules: number, places: number, marks: number, level: number, clock: number, found: number) => number;
  /**
   * Counts and weights all games from a position, under the rules of the solver. `memory` is a cache
   * of 112 bytes per position; two million positions are enough on 3x3. Less memory takes longer;
   * without any (NULL, 0) the empty board is infeasible. Stops soon after `stop` (can be NULL) becomes
   * nonzero, with meaningless counts.
   */
  readonly qttt_enumerate: (solver: number, places: number, marks: number, memory: number, bytes: number, stop: number, counts: number) => number;
}
