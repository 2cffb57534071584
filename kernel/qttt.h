/* The kernel of qttt: rules, perft, the exact solvers and the tree search, in freestanding C11.
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
#define QTTT_NATIVE QTTT_API /* in the shared library only: browsers have no use for it */

enum {
    QTTT_MAX_SQUARES = 64,
    QTTT_RULES_BYTES = 9,
    QTTT_COLLAPSE = 255,
    QTTT_MAX_MOVES = QTTT_MAX_SQUARES * (QTTT_MAX_SQUARES - 1) / 2,
    QTTT_MAX_LINES = 4 * QTTT_MAX_SQUARES,
    QTTT_SOLVER_SQUARES = 9,   /* larger boards are not solved */
    QTTT_SOLVER_MOVES = 36,
    QTTT_SOLVER_LINE = 32,
    QTTT_CLASSICAL_SQUARES = 16, /* but those with classical marks of this size are */
    QTTT_UNIT = 32,            /* values are in 1/32 points: exact, also as expectations */
    QTTT_FINE = 131072,        /* those of the tree search in 1/131,072 points */
    QTTT_SEARCH_LINE = 64,
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

enum { QTTT_BY_O, QTTT_BY_X, QTTT_BY_CHANCE, QTTT_BY_NOBODY }; /* who decides the next ply */

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
    QtttOutcome outcome; /* of the board as it stands; its termination is -1 if the game goes on */
    uint64_t loop;       /* bit n - 1: mark n is on the pending loop; 0: there is none */
    uint64_t stems;      /* bit n - 1: mark n hangs on the loop */
    int32_t decider;     /* QTTT_BY_...; by nobody if the game is over */
    int32_t closing;     /* the mark that closed the loop; 0: there is none */
    uint8_t entanglement[QTTT_MAX_SQUARES]; /* of each mark: the first one that it is entangled
                                             * with, which can be itself; 0: it is classical */
} QtttSurvey;

typedef struct {
    uint8_t square[2]; /* where the mark can land, the smaller first; twice the same if it must */
    uint8_t share[2];  /* how likely: share / of, in lowest terms; if it must, the second is 0 */
    uint8_t of;
} QtttOdds;

typedef struct {
    uint64_t count; /* of realities: less than 2^34 on 64 squares, as 3 at a time make the most */
    QtttOdds odds[QTTT_MAX_SQUARES]; /* of each mark, all realities being equally likely */
} QtttEnsemble;

typedef struct {
    uint8_t move[2];
    uint8_t exact;     /* 0: not found out; `value` is only what is sure for who decides */
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

/* 0, and what else the rules say about a position. */
QTTT_API int32_t qttt_survey(const uint8_t *rules, const uint8_t *places, int32_t marks,
                             QtttSurvey *survey);

/* 0, and how many realities a position still allows and how they weigh. */
QTTT_API int32_t qttt_ensemble(const uint8_t *rules, const uint8_t *places, int32_t marks,
                               QtttEnsemble *ensemble);

/* Lists realities from number `first` on, at most `count`: the square of each mark, so `count` *
 * `marks` bytes. Returns how many there were.
 *
 *     12/25 on 3x3 has   01 04   00 04   00 01   which leave 1, 2, 5 empty
 *
 * An entanglement counts by the square that it leaves empty, or on which the closing mark lands;
 * several count like the digits of a number, the one with the first mark slowest. */
QTTT_API int32_t qttt_realities(const uint8_t *rules, const uint8_t *places, int32_t marks,
                                uint64_t first, int32_t count, uint8_t *squares);

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
 *             variation; QTTT_DISTANCES: and how many plies it takes; QTTT_BEST: which moves lead
 *             to the value, and of the others, unless a coin decides, nothing but what is sure;
 *             QTTT_QUICKEST: of the best moves those too that win slower or lose sooner count as
 *             others
 *
 * What is in the table from earlier calls is used again; it never changes a result. When a call is
 * stopped, what was found out by then is returned, and the line may end early. */
enum { QTTT_VALUE, QTTT_VALUES, QTTT_DISTANCES, QTTT_BEST, QTTT_QUICKEST };
QTTT_API int32_t qttt_solve(void *memory, const uint8_t *places, int32_t marks, uint64_t nodes,
                            const volatile int32_t *stop, int32_t depth, QtttAnalysis *analysis);

/* Lets a solver look scores up in a table (tablebase.c draws it), NULL: no more. The table must
 * stay where it is. QTTT_BAD_RULES: it is for other rules. */
QTTT_API int32_t qttt_solver_attach(void *memory, const uint8_t *table, size_t bytes);

/* What the attached table says of a position, without search: 1, and value and plies (its move is
 * not set); 0 if the table does not know it. */
QTTT_API int32_t qttt_probe(void *memory, const uint8_t *places, int32_t marks,
                            QtttMoveValue *value);

/* --- tree search: any board ------------------------------------------------------------------- */

enum { /* what the search does beyond plain UCT; each can be left out, to measure what it gains */
    QTTT_PRIOR = 1,     /* moves are tried in the order of their promise, not each of them once */
    QTTT_LATER = 2,     /* a move is also judged by games in which it came later */
    QTTT_PROOFS = 4,    /* what is certain goes up the tree */
    QTTT_ENDINGS = 8,   /* the last marks are solved; needs QTTT_PROOFS */
    QTTT_SHARING = 16,  /* equal positions are one, symmetric moves are tried once */
    QTTT_STEERING = 32, /* playouts prefer squares that have done well, and look at collapses */
    QTTT_SIDES = 64,    /* a coin is worth the mean of its sides, however often each fell */
    QTTT_EVERYTHING = 127,
};

typedef struct {
    uint8_t move[2];
    uint8_t proven;  /* 1: the value is exact */
    uint8_t reserved;
    int32_t value;   /* points of X minus points of O, expected, in units of 1/QTTT_FINE */
    uint32_t visits; /* simulations that went this way */
} QtttCandidate;

typedef struct {
    uint64_t simulations, nodes;
    int32_t value, proven; /* as in QtttCandidate */
    int32_t full;          /* 1: the memory is full; the search goes on, but the tree cannot grow */
    int32_t best;          /* the index of the move to play; -1 at the end, or if a coin decides */
    int32_t moves;         /* how many of `candidate` are filled, in the order of qttt_legal */
    int32_t line_length;
    uint8_t line[QTTT_SEARCH_LINE][2]; /* the principal variation, up to the first coin */
    QtttCandidate candidate[QTTT_MAX_MOVES];
} QtttReport;

/* Makes a tree for a position in `memory`, which bounds all that the search will ever use. */
QTTT_API int32_t qttt_search_init(void *memory, size_t bytes, const uint8_t *rules,
                                  const uint8_t *places, int32_t marks, uint32_t features);

/* Simulates until the tree has had so many simulations in all, its root is proven, or `stop` (may
 * be NULL) becomes nonzero. Returns how many this call has made. Several threads may call it at
 * once for one tree, each with a seed of its own; one thread alone repeats itself exactly. Near the
 * end of the game the position is solved instead. */
QTTT_API int64_t qttt_search_run(void *memory, uint64_t seed, uint64_t simulations,
                                 const volatile int32_t *stop);

/* What is known by now; also while threads are running. */
QTTT_API int32_t qttt_search_report(const void *memory, QtttReport *report);

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

/* --- ordinary tic-tac-toe ------------------------------------------------------------------------
 *
 * Classical marks, and the game ends with a line: QTTT_BAD_RULES for all others. */

/* What qttt_solve finds out, on boards of up to 16 squares, except where scoring is goff.
 * `table` has `entries` words (0: none), zeroed before the first call with these rules; what they
 * remember never changes a result. */
QTTT_API int32_t qttt_classical_solve(const uint8_t *rules, const uint8_t *places, int32_t marks,
                                      uint64_t nodes, const volatile int32_t *stop, int32_t depth,
                                      uint64_t *table, uint64_t entries, QtttAnalysis *analysis);

typedef struct {
    uint64_t cutoff_nodes; /* after so many nodes the cut-off strikes; 0: when the clock says so */
    uint64_t most_nodes;   /* after so many the search is over, likewise */
    int32_t weight[3];     /* of a line of one player that lacks 1, 2, 3 marks; +-1000 at most */
    int32_t depth;         /* plies; 0: no limit */
    int32_t cutoff_depth;  /* plies from there on, 1 or more, once the cut-off has struck */
} QtttLevel;

typedef struct {
    uint64_t nodes;        /* generated; the root is one of them */
    uint64_t max_cutoffs, min_cutoffs;
    int32_t depth;         /* the greatest that was reached, in plies from the root */
    int32_t cutoff;        /* 1: the cut-off struck */
    int32_t stopped;       /* 1: the search was over before its end */
    int32_t best;          /* the square to play, the first if several are equal */
    int32_t value;         /* of that move; of the board as it is if no move was finished */
    int32_t moves;         /* how many of the legal moves, in their order, have a value */
    int32_t move_value[QTTT_MAX_SQUARES]; /* X's view; after the best one, only bounds */
} QtttChoice;

/* The move that such a level plays, by alpha-beta search; a won game is worth 1000000.
 * `clock` is read at each node: 0 at first, 1 when the cut-off is due, 2 when the search must end
 * (NULL: always 0). QTTT_BAD_RULES also for a level that is none. */
QTTT_API int32_t qttt_classical_choose(const uint8_t *rules, const uint8_t *places, int32_t marks,
                                       const QtttLevel *level, const volatile int32_t *clock,
                                       QtttChoice *found);

/* --- counting every game, on boards of at most 9 squares -------------------------------------- */

typedef struct {
    uint64_t high, low; /* high * 2^48 + low, where low < 2^48 */
} QtttWide;

typedef struct {
    uint64_t games[3];  /* complete games in which X has more points, O has, both have the same */
    QtttWide weight[3]; /* how probable these are in random play, in units of their sum */
    QtttWide lead[2];   /* the mean of the half points that X, O has more then, in the same units */
} QtttCensus;

/* Counts and weighs all games that begin at a position; the solver tells the rules. `memory` is for
 * what has been counted already, 112 bytes a position: on 3x3 two million of them are enough. With
 * less it takes longer, and from the empty board with none (NULL, 0) for ever. */
QTTT_API int32_t qttt_census(const void *solver, const uint8_t *places, int32_t marks,
                             void *memory, size_t bytes, QtttCensus *census);

/* --- many games in step, and many positions in one call: for programs that learn ----------------
 *
 * An action is an unordered pair of squares with repetition, counted by the first, then by the
 * second: on n squares there are n (n + 1) / 2 of them. Two squares are a placement; the same
 * square twice is a collapse that puts the closing mark there, or else a whole mark.
 *
 *     00 01 02 .. 08   11 12 .. 18   22 ..   88        on 3x3
 *      0  1  2     8    9 10    16   17      44
 *
 * The arrays are the caller's memory, and row i is game i. The calls below keep them up to date and
 * rely on what they have written there. */
enum { QTTT_X_NEXT, QTTT_O_NEXT, QTTT_CHANCE_NEXT, QTTT_NOBODY_NEXT };
enum { QTTT_NO_PLACE = 255, QTTT_EXTRA_PLANES = 3 };

typedef struct {
    uint8_t *places;       /* squares x 2 each: as above, and QTTT_NO_PLACE twice for a mark to come */
    uint8_t *observations; /* (squares + 3) x squares each, 0 or 1: for each mark where it can be or
                            * is; where the closing mark can land; where classical marks are; and
                            * everywhere 1 if X decides next */
    uint8_t *legal;        /* actions each: 0 or 1 */
    uint8_t *players;      /* 1 each: who decides next, QTTT_..._NEXT */
    uint8_t *done;         /* 1 each: 1 if the last step ended the game, or it was over already */
    float *rewards;        /* 2 each: for X, O; if the last step ended the game, the points that this
                            * player has more than the other, else 0 */
} QtttArrays;

enum { /* options */
    QTTT_BEGIN_ANEW = 1, /* a game that has ended begins again in the same step: its row shows the
                          * empty board, but for `done` and `rewards`, which tell how it ended */
    QTTT_ASK_CHANCE = 2, /* where chance decides, the caller does; else a coin of the game, at once */
};

/* The memory that so many games need; 0 if there is none so large. */
QTTT_NATIVE size_t qttt_batch_bytes(int64_t games);

/* Makes so many games on the empty board. Every game has a stream of random numbers of its own,
 * that of number `first` + i of this seed, whatever else is in the batch. */
QTTT_NATIVE int32_t qttt_batch_init(void *memory, size_t bytes, const uint8_t *rules, int64_t games,
                                    const QtttArrays *arrays, int32_t options, uint64_t seed,
                                    uint64_t first);

/* Begins game `from` to game `to` - 1 anew; `seed` may be NULL: their streams go on. */
QTTT_NATIVE int32_t qttt_batch_reset(void *memory, int64_t from, int64_t to, const uint64_t *seed,
                                     uint64_t first);

/* 0 if all these actions are legal, or QTTT_REFUSED - i for the first game whose action is not.
 * A game that is over takes any. */
QTTT_NATIVE int64_t qttt_batch_check(const void *memory, const int64_t *actions, int64_t from,
                                     int64_t to);

/* Takes those actions, which qttt_batch_check must have passed. Returns how many games ended.
 * Several threads may step separate games. A game that is over stays over, without a reward. */
QTTT_NATIVE int64_t qttt_batch_step(void *memory, const int64_t *actions, int64_t from, int64_t to);

/* Writes a random legal action for each of those games, 0 if it is over. */
QTTT_NATIVE int32_t qttt_batch_sample(void *memory, int64_t *actions, int64_t from, int64_t to);

/* Game 0 alone, checked: who decides next, or QTTT_REFUSED if the action is not legal. */
QTTT_NATIVE int32_t qttt_batch_act(void *memory, int32_t action);

/* Puts game i into this position, as if its last move had just been made, with these two streams;
 * they may be NULL: its streams go on. */
QTTT_NATIVE int32_t qttt_batch_load(void *memory, int64_t i, const uint8_t *places, int32_t marks,
                                    const uint64_t *streams);

/* Writes where the two streams of game i are. */
QTTT_NATIVE int32_t qttt_batch_streams(const void *memory, int64_t i, uint64_t *streams);

/* Makes game i of one batch, with its streams, what game k of another is. QTTT_BAD_RULES: they are
 * not of the same rules. */
QTTT_NATIVE int32_t qttt_batch_copy(void *memory, int64_t i, const void *other, int64_t k);

/* What qttt_probe says of so many positions, each `places` as in QtttArrays. `known` is 1 where the
 * table knows the position, else the value is 0. QTTT_REFUSED - i: position i cannot be reached. */
QTTT_NATIVE int64_t qttt_probe_many(void *solver, const uint8_t *places, int64_t positions,
                                    int32_t *values, uint8_t *plies, uint8_t *known);

/* What qttt_solve says of so many positions: their values, who decides there, and the values of all
 * actions, one row each, of which only those of legal ones are written. Stops early if `stop` (may
 * be NULL) becomes nonzero. Returns how many are done, or QTTT_REFUSED - i. */
QTTT_NATIVE int64_t qttt_solve_many(void *solver, const uint8_t *places, int64_t positions,
                                    const volatile int32_t *stop, int32_t *values,
                                    uint8_t *players, int32_t *action_values);

/* A position for each of so many keys (above), as `places`. */
QTTT_NATIVE int32_t qttt_table_places(const void *solver, const uint64_t *keys, int64_t n,
                                      uint8_t *places);

#endif
