/* The kernel of qttt: rules, perft, exact solvers and tree search, in freestanding C11.
 *
 * No libc, no malloc, no global state: the caller provides memory, and every function is
 * thread-safe on separate memory. The same files make the shared library and the .wasm.
 *
 * Data formats of this API
 *
 *     rules    9 bytes: rows, cols, line (0: none), marks (1: classical), pair_loops (1:
 *              forbidden), chooser (0 other, 1 closer, 2 chance), last_square (1: empty),
 *              ends (1: full), scoring (0 goff, 1 winner, 2 complete, 3 match, 4 krist)
 *     places   2 numbers for each mark, in order: its two squares, the smaller first; the same square
 *              twice if the mark is classical. Squares count from 0 in reading order.
 *     move     2 numbers: a placement as a place, a collapse as the closing mark's square and
 *              QTTT_COLLAPSE
 *
 *     12/25/15 on 3x3 is   00 01  01 04  00 04
 *
 * Numbers are bytes. A second build, with QTTT_LARGE, has only the rules, for boards of at most 256
 * squares; its numbers have two bytes.
 *
 * A negative result is one of the errors below; nothing is written then. */
#ifndef QTTT_H
#define QTTT_H

#include <stddef.h>
#include <stdint.h>

#define QTTT_API __attribute__((visibility("default")))
#define QTTT_NATIVE QTTT_API /* in the shared library only, not in the WebAssembly */
#if !defined(__wasm__) || defined(__EMSCRIPTEN__) /* Pyodide loads a shared library, too */
#define QTTT_IS_LIBRARY
#endif

/* Board size, and types that depend on it. */
#ifdef QTTT_LARGE
enum { QTTT_MAX_SQUARES = 256, QTTT_COLLAPSE = 65535, QTTT_NUMBER_BYTES = 2 };
typedef uint16_t QtttNumber;
typedef unsigned _BitInt(256) QtttSet;
#else
enum { QTTT_MAX_SQUARES = 64, QTTT_COLLAPSE = 255, QTTT_NUMBER_BYTES = 1 };
typedef uint8_t QtttNumber; /* a square, a mark, or a number of squares */
typedef uint64_t QtttSet;   /* of squares or marks */
#endif

/* Limits and units. */
enum {
    QTTT_RULES_BYTES = 9,
    QTTT_LARGE_SQUARES = 256,  /* QTTT_MAX_SQUARES of the large build */
    QTTT_MAX_MOVES = QTTT_MAX_SQUARES * (QTTT_MAX_SQUARES - 1) / 2,
    QTTT_MAX_LINES = 4 * QTTT_MAX_SQUARES,
    QTTT_SOLVER_SQUARES = 9,   /* size limit of solvers */
    QTTT_WIDE_SQUARES = 12,    /* size limit of wide ones */
    QTTT_SOLVER_MOVES = 66,
    QTTT_SOLVER_LINE = 32,
    QTTT_CLASSICAL_SQUARES = 16, /* size limit of qttt_classical_solve */
    QTTT_TABLE_LEVELS = 8,     /* a table has positions of 0, 1, 2 ... 7 marks */
    QTTT_TABLE_SYMBOLS = 256,
    QTTT_WORTHS = 9, /* of a choice: 0 to 4 points in half points */  /* limit of different scores for one number of marks */
    QTTT_UNITS_PER_POINT = 32,            /* values are in 1/32 points: exact, even for expectations */
    QTTT_SEARCH_UNITS_PER_POINT = 131072, /* values of the tree search are in 1/131,072 points */
    QTTT_SEARCH_LINE = 64,
    QTTT_MAX_SIMULATIONS = 2147483647, /* of a tree search; visits are 32-bit integers */
    QTTT_MIN_VISITS = 16,      /* estimates of moves with fewer visits are not shown */
    QTTT_MARGIN_PERCENT = 10,  /* margin of estimates, as a share of the span between the best */
    QTTT_SPAN = 2,             /* results of X and of O, in points; */
    QTTT_GOFF_SPAN = 3,        /* with scoring goff, */
    QTTT_MATCH_SPAN = 4,       /* and with scoring match */
};

/* Negative results. */
enum QtttError {
    QTTT_BAD_RULES = -1,       /* invalid rules, or more than QTTT_MAX_SQUARES squares */
    QTTT_BAD_POSITION = -2,    /* no game reaches these places */
    QTTT_TOO_LARGE = -3,       /* more squares than the solver supports */
    QTTT_BAD_MEMORY = -4,      /* too small, not aligned to 8 bytes, or not initialised */
    QTTT_BAD_TABLE = -5,       /* not a table, or truncated */
    QTTT_BAD_EVALUATOR = -6,   /* not an evaluator, truncated, or of another version */
    QTTT_ILLEGAL = -10,        /* or less: an illegal move, QTTT_ILLEGAL - reason */
};

/* Why a move is illegal, in the order in which it is checked. */
enum QtttIllegalMoveCode {
    QTTT_OFF_BOARD, QTTT_GAME_OVER, QTTT_LOOP_PENDING, QTTT_NO_LOOP, QTTT_NOT_ON_LOOP,
    QTTT_NOT_OPEN, QTTT_ONE_SQUARE, QTTT_TWO_SQUARES, QTTT_PAIR_LOOP,
};

/* Why a game is over. */
enum QtttTerminationCode { QTTT_LINE, QTTT_FULL, QTTT_BLOCKED };

/* Who decides the next ply; NONE if the game is over. */
enum QtttDecider { QTTT_X, QTTT_O, QTTT_CHANCE, QTTT_NONE };

/* A line of one player, or a krist. */
typedef struct {
    QtttSet squares;  /* bit s: square s */
    int32_t player;   /* QTTT_X or QTTT_O */
    int32_t time;     /* its largest subscript */
} QtttLine;

/* The result of a game. */
typedef struct {
    int32_t x, o; /* half points */
    int32_t termination; /* QtttTerminationCode */
    int32_t lines; /* length of `line`: lines, or krists under krist scoring */
    QtttLine line[QTTT_MAX_LINES];
} QtttOutcome;

/* What follows from the rules in a position, besides the legal moves. */
typedef struct {
    QtttOutcome outcome; /* score of the current board; termination -1 if the game is not over */
    QtttSet loop;        /* bit n - 1: mark n is on the pending loop; 0: no loop */
    QtttSet stems;       /* bit n - 1: mark n is a stem */
    int32_t decider;     /* QtttDecider */
    int32_t closing;     /* the mark that closed the loop; 0: no loop */
    QtttNumber entanglement[QTTT_MAX_SQUARES]; /* for each mark, the first mark of its
                                                * entanglement; 0: the mark is classical */
} QtttSurvey;

/* Where a mark lands. */
typedef struct {
    QtttNumber square[2]; /* where the mark can land, the smaller first; equal if certain */
    QtttNumber share[2];  /* probabilities share / of, in lowest terms; the second is 0 if certain */
    QtttNumber of;
} QtttOdds;

/* The realities of a position. */
typedef struct {
    uint64_t count; /* of realities, greatest for trees of 3: less than 2^34 on 64 squares;
                     * UINT64_MAX for all numbers that do not fit */
    QtttOdds odds[QTTT_MAX_SQUARES]; /* of each mark; all realities are equally likely */
} QtttEnsemble;

/* Writes the legal moves to `moves` (QTTT_MAX_MOVES * 2 numbers). Returns their number. */
QTTT_API int32_t qttt_legal(const uint8_t *rules, const QtttNumber *places, int32_t marks,
                            QtttNumber *moves);

/* Plays a move and writes the new places to `next` (QTTT_MAX_SQUARES * 2 numbers). Returns the
 * number of marks. */
QTTT_API int32_t qttt_play(const uint8_t *rules, const QtttNumber *places, int32_t marks,
                           int32_t first, int32_t second, QtttNumber *next);

/* Returns 1 and writes the outcome if the game is over, otherwise 0. */
QTTT_API int32_t qttt_outcome(const uint8_t *rules, const QtttNumber *places, int32_t marks,
                              QtttOutcome *outcome);

/* Writes what follows from the rules besides legal moves: lines, loop, stems, decider.
 * Returns 0. */
QTTT_API int32_t qttt_survey(const uint8_t *rules, const QtttNumber *places, int32_t marks,
                             QtttSurvey *survey);

/* Writes the number of realities and the odds of each mark. Returns 0. */
QTTT_API int32_t qttt_ensemble(const uint8_t *rules, const QtttNumber *places, int32_t marks,
                               QtttEnsemble *ensemble);

/* Writes at most `count` realities from index `first` on: the square of each mark, `count` *
 * `marks` numbers. Returns the number of realities written.
 *
 *     12/25 on 3x3 has   01 04   00 04   00 01   which leave 1, 2, 5 empty
 *
 * The realities of one entanglement are ordered by the square that stays empty, or on which the
 * closing mark lands; those of several like the digits of a number, the entanglement with the first
 * mark being the most significant. */
QTTT_API int32_t qttt_realities(const uint8_t *rules, const QtttNumber *places, int32_t marks,
                                uint64_t first, int32_t count, QtttNumber *squares);

#ifndef QTTT_LARGE /* the rest is not rules */

/* Returns a hash of this header, which identifies the interface of a library. */
QTTT_NATIVE uint32_t qttt_interface(void);

/* Returns the number of paths of `plies` plies; leaves are counted without being visited. Stops soon
 * after `stop` (can be NULL) becomes nonzero, with a meaningless result. */
QTTT_API int64_t qttt_perft(const uint8_t *rules, const uint8_t *places, int32_t marks,
                            int32_t plies, const volatile int32_t *stop);

/* Plays `games` games to the end by random legal moves and adds to totals[0..4]: half points of X,
 * of O, games won by X, by O, drawn. Returns the number of plies. `seed` is read and advanced.
 * Plays no more games after `stop` (can be NULL) becomes nonzero. */
QTTT_API int64_t qttt_playouts(const uint8_t *rules, const uint8_t *places, int32_t marks,
                               uint64_t *seed, int64_t games, int64_t *totals,
                               const volatile int32_t *stop);

/* The value of a move, or of a position. */
typedef struct {
    uint8_t move[2];
    uint8_t exact;     /* 0: `value` is only a bound, the worst case for the decider */
    uint8_t plies;     /* to the end under best play, including this move; 0: not counted */
    int32_t value;     /* points of X minus points of O, in units of 1/32 */
} QtttMoveValue;

/* Results of a solver. */
typedef struct {
    uint64_t nodes;
    int32_t value; /* as in QtttMoveValue; of the outcome if the game is over */
    int32_t exact;
    int32_t moves; /* length of `move`, in the order of qttt_legal */
    int32_t line_length;
    QtttMoveValue move[QTTT_SOLVER_MOVES];
    uint8_t line[QTTT_SOLVER_LINE][2]; /* the principal variation */
} QtttAnalysis;

/* Bytes of a solver with a transposition table of `entries` entries; 0 if the size overflows. */
QTTT_API size_t qttt_solver_bytes(size_t entries);

/* Makes a solver for these rules in `memory`; the transposition table takes the remaining bytes. */
QTTT_API int32_t qttt_solver_init(void *memory, size_t bytes, const uint8_t *rules);

/* The same for boards of at most QTTT_WIDE_SQUARES squares, which take minutes to hours; only
 * qttt_solve accepts it. QTTT_TOO_LARGE too if values can be finer than 1/32 points: on 12 squares six
 * pair loops can each be decided by a coin. */
QTTT_NATIVE int32_t qttt_solver_init_wide(void *memory, size_t bytes, const uint8_t *rules);

/* How much a solver computes.
 *
 *     VALUE      the value of the position only
 *     VALUES     and of every move, and the principal variation
 *     DISTANCES  and the number of plies to the end
 *     BEST       which moves keep the value; values of the others are bounds, which saves most of
 *                the time if few moves are best. Everything is exact if a coin decides.
 *     QUICKEST   the same, and which of those win soonest or lose latest */
enum QtttSolveDepth { QTTT_VALUE, QTTT_VALUES, QTTT_DISTANCES, QTTT_BEST, QTTT_QUICKEST };

/* Computes the value of a position and of its moves, and the principal variation.
 *
 *     nodes   stop after about this many positions (0: no limit)
 *     stop    stop soon after this becomes nonzero (NULL: never)
 *     depth   QtttSolveDepth
 *
 * Entries of the table from earlier calls are reused; they never change a result. A stopped call
 * returns what is known by then, and the principal variation can end early. */
QTTT_API int32_t qttt_solve(void *memory, const uint8_t *places, int32_t marks, uint64_t nodes,
                            const volatile int32_t *stop, int32_t depth, QtttAnalysis *analysis);

/* The start of a tablebase file (tablebase.c). All numbers are little-endian. */
typedef struct {
    uint8_t magic[8]; /* "QTTTtab2" */
    uint8_t rules[QTTT_RULES_BYTES];
    uint8_t marks, bits, zeros[5]; /* greatest number of marks, bits in a cell */
    uint64_t bytes;                /* of the whole file */
    uint32_t cells, segment;       /* cells in all, and in a segment: a power of two */
    uint64_t seed;
    uint32_t count[QTTT_TABLE_LEVELS]; /* positions of 0, 1, 2 ... marks */
    int16_t score[QTTT_TABLE_LEVELS][QTTT_TABLE_SYMBOLS]; /* by marks and symbol */
    uint8_t digest[32]; /* BLAKE2b-256 of everything else */
} QtttTableHeader;

/* Attaches a tablebase, or detaches it (NULL). The table must stay in memory.
 * QTTT_BAD_RULES: it is for other rules. */
QTTT_API int32_t qttt_solver_attach(void *memory, const uint8_t *table, size_t bytes);

/* Looks a position up in the attached tablebase, without search. Returns 1 and writes value and
 * plies (`move` is not set), or 0 if the table does not cover the position. */
QTTT_API int32_t qttt_probe(void *memory, const uint8_t *places, int32_t marks,
                            QtttMoveValue *value);

/* --- learned evaluator ------------------------------------------------------------------------- */

/* Sizes of its tables (judge.c). */
enum {
    QTTT_CODES = 8,       /* what a square can hold */
    QTTT_PATTERNS = 8704, /* of three in a row, of four in a row, of a block of 2x2: 8^3 + 2 * 8^4 */
    QTTT_GROUPS = 256,    /* size of an entanglement and number of own marks in it: 16 * 16 */
    QTTT_COUNTS = 64,     /* marks to come; entanglements, of which a free square is one */
    QTTT_ENTRIES = 9088,  /* patterns, groups, marks to come, entanglements */
    QTTT_WIDTH = 16,      /* numbers of an entry, and of the layer */
};

/* A file of learned weights. Numbers are little-endian; fixed-point ones have the scale in
 * parentheses. */
typedef struct {
    uint8_t magic[8];                /* "QTTTevl1" */
    uint64_t bytes;                  /* of the whole file */
    uint64_t positions;              /* in its training */
    uint8_t rules[QTTT_RULES_BYTES]; /* in its training; it fits these rules on boards of any size */
    uint8_t zeros[7];
    uint8_t digest[32];              /* BLAKE2b-256 of everything else */
    int16_t bias[QTTT_WIDTH];        /* of the sums of entries (1,024) */
    int16_t layer[QTTT_WIDTH][QTTT_WIDTH]; /* to unit k from sum j (1,024) */
    int16_t layer_bias[QTTT_WIDTH];
    int16_t last[QTTT_WIDTH];        /* from unit k to the value (1,024) */
    int16_t last_bias;
    int16_t padding[7];
    int8_t entry[QTTT_ENTRIES][QTTT_WIDTH]; /* (64) */
    int8_t merit[QTTT_PATTERNS][4];  /* of a half on the n-th square of a pattern (16) */
    int8_t joint[QTTT_PATTERNS][6];  /* of a mark on two: 01 02 03 12 13 23; of three: 01 02 12 (16) */
    int8_t codes[2][QTTT_COUNTS];    /* of a mark on squares with these codes; 1: it closes a loop (16) */
    int8_t loop[16][8];              /* of a loop: squares of the entanglement, distance (16) */
    int8_t join[8][8];               /* of other marks: sizes of both entanglements (16) */
} QtttEvaluator;

/* The evaluation of a position. */
typedef struct {
    int32_t value; /* expected points of X minus points of O, in units of 1/131,072 */
    int32_t moves; /* length of `prior`, in the order of qttt_legal */
    float prior[QTTT_MAX_MOVES]; /* probabilities of the moves */
} QtttEvaluation;

/* Evaluates a position without search. A finished game has its score. `evaluator` is aligned to 8
 * bytes: QTTT_BAD_MEMORY otherwise. QTTT_BAD_RULES: it is for other rules. Returns 0. */
QTTT_API int32_t qttt_evaluate(const uint8_t *rules, const uint8_t *places, int32_t marks,
                               const void *evaluator, size_t bytes, QtttEvaluation *evaluation);

/* --- tree search: any board ------------------------------------------------------------------- */

/* Extensions of plain UCT; each can be disabled, to measure its effect. */
enum QtttFeature {
    QTTT_MOVE_PRIORS = 1,      /* PUCT selection, instead of visiting every move once first */
    QTTT_AMAF = 2,             /* all moves as first: a move also learns from games in which it
                                * came later */
    QTTT_PROOFS = 4,           /* proven bounds are backed up the tree */
    QTTT_ENDGAME_SOLVER = 8,   /* endgames are solved exactly; needs QTTT_PROOFS */
    QTTT_TRANSPOSITIONS = 16,  /* equal positions share a node, symmetric moves share an edge */
    QTTT_GUIDED_PLAYOUTS = 32, /* playouts prefer successful squares and better collapses */
    QTTT_CHANCE_MEANS = 64,    /* the value of a coin is the unweighted mean of its sides */
    QTTT_ALL_FEATURES = 127,
};

/* Estimate of a move. */
typedef struct {
    uint8_t move[2];
    uint8_t proven;  /* 1: the value is exact */
    uint8_t reserved;
    int32_t value;   /* expected points of X minus points of O, in units of 1/131,072 */
    uint32_t visits; /* simulations through this move */
} QtttCandidate;

/* Results of a tree search. */
typedef struct {
    uint64_t simulations;
    uint64_t nodes;        /* made; those made twice, by several threads at once, count twice */
    int32_t value, proven; /* as in QtttCandidate */
    int32_t full;          /* 1: memory is full; the search continues, but the tree cannot grow */
    int32_t best;          /* index of the best move; -1 if the game is over or a coin decides */
    int32_t moves;         /* length of `candidate`, in the order of qttt_legal */
    int32_t line_length;
    uint8_t line[QTTT_SEARCH_LINE][2]; /* the principal variation, up to the first coin */
    QtttCandidate candidate[QTTT_MAX_MOVES];
} QtttReport;

/* Makes a search tree for a position in `memory`, which is cleared unless `is_zero` says that it is
 * zero, as new memory is. The search uses no other memory but, unless it is NULL, that of the
 * evaluator, which must stay there, and which searches can share. With an evaluator there are no
 * playouts and no AMAF, and QTTT_MOVE_PRIORS is always on. Errors as in qttt_evaluate. */
QTTT_API int32_t qttt_search_init(void *memory, size_t bytes, int32_t is_zero,
                                  const uint8_t *rules, const uint8_t *places, int32_t marks,
                                  uint32_t features, const void *evaluator,
                                  size_t evaluator_bytes);

/* Runs simulations until the tree has `simulations` in total, at most QTTT_MAX_SIMULATIONS, its root
 * is proven, or `stop` (can be NULL) becomes nonzero. Returns 0 if the root is proven or `stop` is
 * nonzero, otherwise 1. Several threads can search one tree at once, each with its own seed; with a
 * single thread the result is reproducible. Near the end of the game the position is solved
 * instead. */
QTTT_API int32_t qttt_search_run(void *memory, uint64_t seed, uint64_t simulations,
                                 const volatile int32_t *stop);

/* Writes the current results; can be called during a search. */
QTTT_API int32_t qttt_search_report(const void *memory, QtttReport *report);

/* --- building a tablebase (used by `qttt tablebase build`) -------------------------------------------
 *
 * A key is two 64-bit words (table.c). The empty board has the key 0, 0. */

/* Adds to the set `slots` (2^bits keys, initially zero) the settled positions one mark after
 * those of `keys`. Returns the number of positions, or QTTT_BAD_MEMORY if fewer than 128
 * slots are free. */
QTTT_API int64_t qttt_table_expand(void *solver, const uint64_t *keys, int64_t n, uint64_t *slots,
                                   int32_t bits);

/* Moves the keys of such a set to its front. Returns their number. */
QTTT_API int64_t qttt_table_gather(uint64_t *slots, int32_t bits);

/* Writes the exact score (solver.h) of each position, for the player to place. */
QTTT_API int32_t qttt_table_score(void *solver, const uint64_t *keys, int64_t n, int16_t *scores);

/* Writes the distinct scores to `found` (256) in ascending order, and the rank of each score to
 * `symbols`. Returns the number of distinct scores, or QTTT_BAD_TABLE if it is more than 256. */
QTTT_API int32_t qttt_table_rank(const int16_t *scores, int64_t n, uint8_t *symbols,
                                 int16_t *found);

/* Fills `cell` with a static function from keys to symbols (tablebase.c). `scratch` has 8 bytes per
 * key and 8 per cell. Returns 1, or 0 if another seed must be tried. */
QTTT_API int32_t qttt_table_fill(const uint64_t *keys, const uint8_t *symbols, int64_t n,
                                 uint64_t seed, uint32_t cells, uint32_t segment, uint8_t *cell,
                                 uint32_t *scratch);

/* --- ordinary tic-tac-toe ------------------------------------------------------------------------
 *
 * Classical marks in a game that ends with a line: QTTT_BAD_RULES otherwise. */

/* Like qttt_solve, on boards of at most 16 squares, for all scorings but goff. `table` has
 * `entries` words (0: none), zeroed before the first call with these rules; it never changes a
 * result. */
QTTT_API int32_t qttt_classical_solve(const uint8_t *rules, const uint8_t *places, int32_t marks,
                                      uint64_t nodes, const volatile int32_t *stop, int32_t depth,
                                      uint64_t *table, uint64_t entries, QtttAnalysis *analysis);

/* Parameters of a classical level. */
typedef struct {
    uint64_t cutoff_nodes; /* the cut-off takes effect after N nodes; 0: by the clock */
    uint64_t max_nodes;    /* the search ends after N nodes; 0: by the clock */
    int32_t weight[3];     /* of a line of one player that lacks 1, 2, 3 marks; +-1000 at most */
    int32_t depth;         /* plies; 0: no limit */
    int32_t cutoff_depth;  /* plies below the current node after the cut-off, 1 or more */
} QtttLevel;

/* The move of a classical level, with statistics. */
typedef struct {
    uint64_t nodes;        /* generated, including the root */
    uint64_t max_cutoffs, min_cutoffs;
    int32_t depth;         /* greatest depth reached, in plies from the root */
    int32_t cutoff;        /* 1: the cut-off took effect */
    int32_t stopped;       /* 1: the search was stopped early */
    int32_t best;          /* the square to play, the first of equal ones */
    int32_t value;         /* of that move; static evaluation if no move was finished */
    int32_t moves;         /* number of legal moves, in their order, that have a value */
    int32_t move_value[QTTT_MAX_SQUARES]; /* for X; bounds only, after the best move */
} QtttChoice;

/* Chooses a move by alpha-beta search; a won game has the value 1000000. `clock` is read at each
 * node: 0 at first, 1 when the cut-off is due, 2 when the search must end (NULL: always 0).
 * QTTT_BAD_RULES also for an invalid level. */
QTTT_API int32_t qttt_classical_choose(const uint8_t *rules, const uint8_t *places, int32_t marks,
                                       const QtttLevel *level, const volatile int32_t *clock,
                                       QtttChoice *found);

/* --- counting every game, on boards of at most 9 squares -------------------------------------- */

/* A number of 96 bits. */
typedef struct {
    uint64_t high, low; /* high * 2^48 + low, where low < 2^48 */
} QtttWide;

/* Numbers of complete games. */
typedef struct {
    uint64_t games[3];  /* complete games won by X, won by O, drawn */
    QtttWide weight[3]; /* their probabilities in random play, in units of the sum */
    QtttWide lead[2];   /* mean lead of X, O in half points when winning, in the same units */
} QtttGameCounts;

/* Counts and weights all games from a position, under the rules of the solver. `memory` is a cache
 * of 112 bytes per position; two million positions are enough on 3x3. Less memory takes longer;
 * without any (NULL, 0) the empty board is infeasible. Stops soon after `stop` (can be NULL) becomes
 * nonzero, with meaningless counts. */
QTTT_API int32_t qttt_enumerate(const void *solver, const uint8_t *places, int32_t marks,
                                void *memory, size_t bytes, const volatile int32_t *stop,
                                QtttGameCounts *counts);

/* --- experiments with searches, on boards of at most 9 squares ---------------------------------- */

/* Ideas of qttt_solve; each can be disabled, to measure its effect. */
enum QtttIdea {
    QTTT_LOOPS_FIRST = 1,
    QTTT_HISTORY = 2,            /* the ordering of placements */
    QTTT_HISTORY_BY_MARKS = 4,   /* one history for each number of marks */
    QTTT_HISTORY_START = 8,      /* entries start with the lines through their squares */
    QTTT_HISTORY_LOSSES = 16,    /* entries lose with every failure */
    QTTT_SYMMETRIES = 32,        /* symmetric positions share an entry of the table */
    QTTT_LABELS = 64,            /* and so do those that differ in irrelevant subscripts */
    QTTT_HOPELESS_TREES = 128,   /* trees without two good collapses are pruned */
    QTTT_BOUNDS = 256,           /* scores are bounded by the lines that are still possible */
    QTTT_ALL_IDEAS = 511,
};

/* Restricts a solver to some QtttIdea and empties its table. After qttt_solver_init it has all. */
QTTT_NATIVE int32_t qttt_solver_restrict(void *memory, uint32_t ideas);

/* Which moves a textbook search tries first; squares of 3x3 are corners, sides or the centre. */
enum QtttCriterion { QTTT_LOOPS, QTTT_CENTRE, QTTT_CORNERS, QTTT_SIDES };

enum { QTTT_CRITERIA = 4, QTTT_MARK_COUNTS = QTTT_SOLVER_SQUARES + 1 };

/* A textbook search. */
typedef struct {
    uint64_t max_nodes;    /* the search stops after N nodes; 0: no limit */
    int32_t prunes;        /* 1: alpha-beta; 0: minimax */
    int32_t criteria;      /* length of `criterion` */
    uint8_t criterion[QTTT_CRITERIA]; /* QtttCriterion, the most important first */
} QtttTextbook;

/* Statistics of a textbook search, by number of marks. A pending loop has its closing mark. */
typedef struct {
    uint64_t nodes[QTTT_MARK_COUNTS];    /* positions entered */
    uint64_t expanded[QTTT_MARK_COUNTS]; /* of those, neither finished nor found in the table */
    uint64_t legal[QTTT_MARK_COUNTS];    /* legal moves of those */
    uint64_t searched[QTTT_MARK_COUNTS]; /* moves searched */
    int32_t value;                       /* half points of X minus those of O */
    int32_t stopped;                     /* 1: stopped early, and the value is undefined */
} QtttTextbookResult;

/* Searches by minimax or alpha-beta. It uses the rules of the solver and, if it has entries, its
 * transposition table, which is empty before and after. QTTT_BAD_RULES also if a coin decides. */
QTTT_NATIVE int32_t qttt_textbook(void *memory, const uint8_t *places, int32_t marks,
                                  const QtttTextbook *how, const volatile int32_t *stop,
                                  QtttTextbookResult *found);

/* --- reinforcement learning: batched stepping and bulk queries -----------------------------------
 *
 * An action is an unordered pair of squares with repetition, in lexicographic order: on n squares
 * there are n (n + 1) / 2 actions. Two different squares are a placement; a square twice is a
 * collapse that puts the closing mark there or, without a loop, a whole mark.
 *
 *     00 01 02 .. 08   11 12 .. 18   22 ..   88        on 3x3
 *      0  1  2     8    9 10    16   17      44
 *
 * The arrays are memory of the caller; row i is game i. The functions below update them and read
 * them back, so the caller must not write to them. */
enum { QTTT_NO_PLACE = 255, QTTT_EXTRA_PLANES = 3 };

/* Addresses of the arrays of a batch. */
typedef struct {
    uint8_t *places;       /* squares x 2 each: as above; QTTT_NO_PLACE twice for future marks */
    uint8_t *observations; /* (squares + 3) x squares each, 0 or 1. Planes: squares of each mark;
                            * where the closing mark can land; classical marks; 1 everywhere if X
                            * decides next */
    uint8_t *legal;        /* actions each: 0 or 1 */
    uint8_t *players;      /* 1 each: QtttDecider */
    uint8_t *done;         /* 1 each: 1 if the game is over, by the last step or before */
    float *rewards;        /* 2 each: for X, O; the lead in points if the last step ended the game,
                            * otherwise 0 */
} QtttArrays;

/* Options of a batch. */
enum QtttBatchOption {
    QTTT_AUTO_RESET = 1, /* auto-reset: a finished game restarts in the same step. Its row shows the
                          * empty board; `done` and `rewards` are those of the finished game */
    QTTT_ASK_CHANCE = 2, /* the caller decides for chance; otherwise the game flips a coin */
};

/* Bytes of a batch of `games` games; 0 if the size overflows. */
QTTT_NATIVE size_t qttt_batch_bytes(int64_t games);

/* Makes `games` games on the empty board. Game i has its own random stream, which depends only on
 * the seed and on `first` + i. */
QTTT_NATIVE int32_t qttt_batch_init(void *memory, size_t bytes, const uint8_t *rules, int64_t games,
                                    const QtttArrays *arrays, int32_t options, uint64_t seed,
                                    uint64_t first);

/* Restarts games `from` to `to` - 1; if `seed` is NULL, their random streams continue. */
QTTT_NATIVE int32_t qttt_batch_reset(void *memory, int64_t from, int64_t to, const uint64_t *seed,
                                     uint64_t first);

/* Returns 0 if all actions are legal, or QTTT_ILLEGAL - i for the first game with an illegal one.
 * Any action is legal in a game that is over. */
QTTT_NATIVE int64_t qttt_batch_check(const void *memory, const int64_t *actions, int64_t from,
                                     int64_t to);

/* Takes actions that have passed qttt_batch_check. Returns the number of games that ended. Threads
 * can step separate games at once. A game that is over stays over, without reward. */
QTTT_NATIVE int64_t qttt_batch_step(void *memory, const int64_t *actions, int64_t from, int64_t to);

/* Writes a random legal action for each game, 0 if it is over. */
QTTT_NATIVE int32_t qttt_batch_sample(void *memory, int64_t *actions, int64_t from, int64_t to);

/* Checks and takes one action in game 0. Returns the next decider, or QTTT_ILLEGAL. */
QTTT_NATIVE int32_t qttt_batch_act(void *memory, int32_t action);

/* Sets game i to a position, as if its last move had just been made, and its two random streams;
 * if `streams` is NULL, they continue. */
QTTT_NATIVE int32_t qttt_batch_load(void *memory, int64_t i, const uint8_t *places, int32_t marks,
                                    const uint64_t *streams);

/* Writes the states of the two random streams of game i. */
QTTT_NATIVE int32_t qttt_batch_streams(const void *memory, int64_t i, uint64_t *streams);

/* Copies game k of another batch, with its streams, to game i. QTTT_BAD_RULES: the rules differ. */
QTTT_NATIVE int32_t qttt_batch_copy(void *memory, int64_t i, const void *other, int64_t k);

/* qttt_probe for many positions, each `places` as in QtttArrays. `known` is 1 if the table covers
 * the position; otherwise the value is 0. QTTT_ILLEGAL - i: position i cannot be reached. */
QTTT_NATIVE int64_t qttt_probe_many(void *solver, const uint8_t *places, int64_t positions,
                                    int32_t *values, uint8_t *plies, uint8_t *known);

/* qttt_solve for many positions: writes their values, deciders, and the values of all actions, one
 * row each (legal actions only). Stops early if `stop` (can be NULL) becomes nonzero. Returns the
 * number of solved positions, or QTTT_ILLEGAL - i. */
QTTT_NATIVE int64_t qttt_solve_many(void *solver, const uint8_t *places, int64_t positions,
                                    const volatile int32_t *stop, int32_t *values,
                                    uint8_t *players, int32_t *action_values);

/* Writes a position for each key (see above), as `places`. */
QTTT_NATIVE int32_t qttt_table_places(const void *solver, const uint64_t *keys, int64_t n,
                                      uint8_t *places);

/* What the moves of a settled position are worth. */
typedef struct {
    int16_t score;   /* of the player to place (solver.h) */
    uint8_t legal;   /* number of moves */
    uint8_t keeping; /* of those, the moves that keep the value */
    int16_t lost;    /* by all moves together, in half points */
} QtttAnatomy;

/* Writes the anatomy of each position. Adds to worths[n] (QTTT_WORTHS) for each mark that closes a
 * loop, if the values of its outcomes are n half points apart. QTTT_BAD_RULES: chance decides. */
QTTT_NATIVE int32_t qttt_table_anatomy(void *solver, const uint64_t *keys, int64_t n,
                                       QtttAnatomy *found, int64_t *worths);

/* --- training of evaluators --------------------------------------------------------------------- */

enum { QTTT_EXAMPLE_MOVES = 64 };

/* The parameters of an evaluator in training; fields as in QtttEvaluator. */
typedef struct {
    float bias[QTTT_WIDTH];
    float layer[QTTT_WIDTH][QTTT_WIDTH];
    float layer_bias[QTTT_WIDTH];
    float last[QTTT_WIDTH];
    float last_bias;
    float entry[QTTT_ENTRIES][QTTT_WIDTH];
    float merit[QTTT_PATTERNS][4];
    float joint[QTTT_PATTERNS][6];
    float codes[2][QTTT_COUNTS];
    float loop[16][8];
    float join[8][8];
} QtttParameters;

/* What the judge sees of a settled position (judge.h); closed squares are trees of their own. */
typedef struct {
    int32_t inputs;
    uint16_t input[QTTT_MAX_SQUARES]; /* indices of entries that are not patterns */
    uint8_t code[QTTT_MAX_SQUARES];
    uint8_t root[QTTT_MAX_SQUARES];
    uint8_t size[QTTT_MAX_SQUARES];
} QtttSight;

/* Describes a position. QTTT_BAD_POSITION: it has a loop. Returns 0. */
QTTT_NATIVE int32_t qttt_see(const uint8_t *rules, const uint8_t *places, int32_t marks,
                             QtttSight *sight);

/* A training that can be saved and continued as it is. */
typedef struct {
    QtttParameters weight;
    QtttParameters squares; /* sums of squared gradients */
    uint64_t positions;     /* examples learned */
} QtttTraining;

/* What a search knows of a settled position. */
typedef struct {
    uint8_t places[QTTT_MAX_SQUARES][2];
    int32_t marks;
    float value;   /* for X, as a share of the greatest lead */
    int32_t moves; /* length of `move`; 0: no prior is learned */
    uint8_t move[QTTT_EXAMPLE_MOVES][2]; /* the most visited ones */
    uint32_t visits[QTTT_EXAMPLE_MOVES];
} QtttExample;

/* Means over examples, before they are learned. */
typedef struct {
    float value_error; /* squared, in units of the greatest lead */
    float best_found;  /* share of the `ranked` ones whose most visited move has the greatest prior */
    int64_t ranked;    /* examples with moves */
} QtttLoss;

/* Begins a training with small random weights. */
QTTT_NATIVE int32_t qttt_training_init(QtttTraining *training, uint64_t seed);

/* Learns from examples in their order, each mapped by a random symmetry of the board, at a `rate` of
 * more than 0 and at most 1. Returns 0; QTTT_BAD_POSITION if an example is invalid, and nothing is
 * learned then. */
QTTT_NATIVE int32_t qttt_train(QtttTraining *training, const uint8_t *rules,
                               const QtttExample *examples, int64_t count, float rate,
                               uint64_t seed, QtttLoss *loss);

/* Writes the weights as a file; its digest is zero. Returns 0. */
QTTT_NATIVE int32_t qttt_training_write(const QtttTraining *training, const uint8_t *rules,
                                        QtttEvaluator *evaluator);

/* Writes at most `count` examples of a search: its root, and a random selection of other nodes with
 * `visits` or more. Returns their number. No thread may search meanwhile. */
QTTT_NATIVE int64_t qttt_search_examples(const void *memory, uint64_t seed, uint32_t visits,
                                         int64_t count, QtttExample *examples);

#endif

#endif
