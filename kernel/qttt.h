/* The kernel of qttt: rules, perft, playouts and the exact solver, in freestanding C11.
 *
 * No libc, no malloc, no global state: callers hand over memory, and every function may run in
 * several threads at once on separate memory. The same files make the shared library and the .wasm.
 *
 * How a position crosses this border
 *
 *     rules    9 bytes: rows, cols, line (0: none), marks (1: classical), pair_loops (1:
 *              forbidden), chooser (0 other, 1 closer, 2 chance), last_square (1: empty),
 *              ends (1: full), scoring (0 goff, 1 winner, 2 complete, 3 match, 4 krist)
 *     places   2 bytes for each mark, in order: its two squares, the smaller first; the same square
 *              twice if the mark is classical. Squares count from 0 in reading order.
 *     move     2 bytes: a placement as a place, a collapse as the closing mark's square and 255
 *
 *     12/25/15 on 3x3 is   00 01  01 04  00 04
 *
 * A negative result is one of the errors below, and then nothing was written. */
#ifndef QTTT_H
#define QTTT_H

#include <stddef.h>
#include <stdint.h>

#define QTTT_API __attribute__((visibility("default")))

enum {
    QTTT_MAX_SQUARES = 64,
    QTTT_RULES_BYTES = 9,
    QTTT_COLLAPSE = 255,
    QTTT_MAX_MOVES = QTTT_MAX_SQUARES * (QTTT_MAX_SQUARES - 1) / 2,
    QTTT_MAX_LINES = 4 * QTTT_MAX_SQUARES,
    QTTT_SOLVER_SQUARES = 9,   /* larger boards are not solved */
    QTTT_SOLVER_MOVES = 36,
    QTTT_SOLVER_LINE = 32,
    QTTT_UNIT = 32,            /* values are in 1/32 points: exact, also as expectations */
};

enum { /* errors */
    QTTT_BAD_RULES = -1,       /* no such rules, or a board of more than 64 squares */
    QTTT_BAD_POSITION = -2,    /* no game reaches these places */
    QTTT_TOO_LARGE = -3,       /* the solver takes boards of at most 9 squares */
    QTTT_BAD_MEMORY = -4,      /* too small, not aligned to 8 bytes, or never initialised */
    QTTT_BAD_TABLE = -5,       /* not a table, or not whole */
    QTTT_REFUSED = -10,        /* and below: a move is refused, QTTT_REFUSED - reason */
};

enum { /* reasons, in the order in which they are looked for */
    QTTT_OFF_BOARD, QTTT_GAME_OVER, QTTT_LOOP_PENDING, QTTT_NO_LOOP, QTTT_NOT_ON_LOOP,
    QTTT_NOT_OPEN, QTTT_ONE_SQUARE, QTTT_TWO_SQUARES, QTTT_PAIR_LOOP,
};

enum { QTTT_LINE, QTTT_FULL, QTTT_BLOCKED }; /* terminations */

typedef struct {
    uint64_t squares; /* bit s: square s */
    int32_t player;   /* 1: X, 0: O (the parity of its marks) */
    int32_t time;     /* the largest subscript in it */
} QtttLine;

typedef struct {
    int32_t x, o; /* half points */
    int32_t termination;
    int32_t lines; /* how many of `line` are filled: lines, or krists under that scoring */
    QtttLine line[QTTT_MAX_LINES];
} QtttOutcome;

typedef struct {
    uint8_t move[2];
    uint8_t exact;     /* 0: the budget ran out; `value` is only what is sure for who decides */
    uint8_t plies;     /* to the end if both play their best, this move included; 0: not counted */
    int32_t value;     /* points of X minus points of O, in units of 1/32 */
} QtttMoveValue;

typedef struct {
    uint64_t nodes;
    int32_t value; /* as in QtttMoveValue; of the outcome if the game is over */
    int32_t exact;
    int32_t moves; /* how many of `move` are filled, in the order of qttt_legal */
    int32_t line_length;
    QtttMoveValue move[QTTT_SOLVER_MOVES];
    uint8_t line[QTTT_SOLVER_LINE][2]; /* the principal variation */
} QtttAnalysis;

/* The number of legal moves, written to `moves` (QTTT_MAX_MOVES * 2 bytes). */
QTTT_API int32_t qttt_legal(const uint8_t *rules, const uint8_t *places, int32_t marks,
                            uint8_t *moves);

/* Plays a move: the places after it go to `next` (128 bytes), their number is returned. */
QTTT_API int32_t qttt_play(const uint8_t *rules, const uint8_t *places, int32_t marks,
                           int32_t first, int32_t second, uint8_t *next);

/* 1 and the outcome if the game is over, 0 if it goes on. */
QTTT_API int32_t qttt_outcome(const uint8_t *rules, const uint8_t *places, int32_t marks,
                              QtttOutcome *outcome);

/* The number of paths of `plies` plies; leaves are counted without being visited. */
QTTT_API int64_t qttt_perft(const uint8_t *rules, const uint8_t *places, int32_t marks,
                            int32_t plies);

/* Plays that many games to the end by random legal moves and adds to
 * totals[0..4]: half points of X, of O, games won by X, by O, by nobody.
 * Returns the number of plies. `seed` is read and advanced. */
QTTT_API int64_t qttt_playouts(const uint8_t *rules, const uint8_t *places, int32_t marks,
                               uint64_t *seed, int64_t games, int64_t *totals);

/* The memory a solver needs for a transposition table of that many entries; 0 if there is none so
 * large. */
QTTT_API size_t qttt_solver_bytes(size_t entries);

/* Makes a solver for these rules in `memory`; the transposition table takes what is left. */
QTTT_API int32_t qttt_solver_init(void *memory, size_t bytes, const uint8_t *rules);

/* The value of a position and of every legal move, and the principal variation.
 *
 *     nodes   stop after about so many positions (0: no limit)
 *     stop    stop soon after this becomes nonzero (NULL: never)
 *     depth   QTTT_VALUE: the position alone; QTTT_VALUES: every move too, and the principal
 *             variation; QTTT_DISTANCES: and how many plies it takes
 *
 * What is in the table from earlier calls is used again; it never changes a result. When a call is
 * stopped, what was found out by then is returned, and the line may end early. */
enum { QTTT_VALUE, QTTT_VALUES, QTTT_DISTANCES };
QTTT_API int32_t qttt_solve(void *memory, const uint8_t *places, int32_t marks, uint64_t nodes,
                            const volatile int32_t *stop, int32_t depth, QtttAnalysis *analysis);

/* Lets a solver look scores up in a table (tablebase.c draws it), NULL: no more. The table must
 * stay where it is. QTTT_BAD_RULES: it is for other rules. */
QTTT_API int32_t qttt_solver_attach(void *memory, const uint8_t *table, size_t bytes);

/* What the attached table says of a position, without search: 1, and value and plies (its move is
 * not set); 0 if the table does not know it. */
QTTT_API int32_t qttt_probe(void *memory, const uint8_t *places, int32_t marks,
                            QtttMoveValue *value);

/* --- building a table; `qttt table build` does it all --------------------------------------------
 *
 * A key is two 64-bit words (table.c). Positions of 0 marks: the one key 0, 0. */

/* Adds to the set `slots`, 2^bits zeroed keys, the settled positions one mark after those of
 * `keys`. Returns how many there are, or QTTT_BAD_MEMORY if the set got too full; it needs
 * 128 slots to spare. */
QTTT_API int64_t qttt_table_expand(void *solver, const uint64_t *keys, int64_t n, uint64_t *slots,
                                   int32_t bits);

/* Moves the keys of such a set to its front and returns how many there are. */
QTTT_API int64_t qttt_table_gather(uint64_t *slots, int32_t bits);

/* The exact score (solver.h) of each position, for the player to place. */
QTTT_API int32_t qttt_table_score(void *solver, const uint64_t *keys, int64_t n, int16_t *scores);

/* Replaces scores by their rank among the different ones, which go to `found` (256) in ascending
 * order. Returns how many there are, QTTT_BAD_TABLE if more than 256. */
QTTT_API int32_t qttt_table_rank(const int16_t *scores, int64_t n, uint8_t *symbols,
                                 int16_t *found);

/* Fills `cell` with a function from keys to symbols (tablebase.c). `scratch` has 8 bytes for each
 * key and 8 for each cell. Returns 1, or 0 if this seed does not do. */
QTTT_API int32_t qttt_table_fill(const uint64_t *keys, const uint8_t *symbols, int64_t n,
                                 uint64_t seed, uint32_t cells, uint32_t segment, uint8_t *cell,
                                 uint32_t *scratch);

#endif
