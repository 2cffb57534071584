/* What the parts of the solver share: search.c finds scores, table.c remembers them, tablebase.c
 * looks them up in a file that builder.c made, analysis.c asks the questions.
 *
 * Scores. One number orders outcomes by value first and by plies second: who is better off hurries,
 * who is worse off delays, and nobody hurries to a draw. For the player to place, with h = half
 * points ahead and d = plies to the end,
 *
 *     score = 64 h - d   if h > 0        score = 0   if h = 0        score = 64 h + d   if h < 0
 *
 * and one ply further from the end a score moves by one towards 0 (`later`). Where chance decides,
 * plies are not counted and score = 16 h: at most four collapses halve it, so it stays whole. */
#ifndef QTTT_SOLVER_H
#define QTTT_SOLVER_H

#include "game.h"

enum {
    SQUARES = QTTT_SOLVER_SQUARES,
    SETS = 1 << SQUARES,
    PLACES = SQUARES * (SQUARES + 1) / 2, /* 36 pairs and 9 squares */
    SYMMETRIES = 8,
    HALF = 64,
    HALF_BY_CHANCE = 16,
    INFINITE = 1000,
    TABLE_MARKS = 6, /* positions with more marks are cheaper to search than to look up */
};

typedef struct {
    uint64_t key[2];
    int16_t low, high; /* low <= score <= high */
    int32_t marks;     /* of the position, + 1; 0: the entry is free */
} Entry;

typedef struct {
    uint64_t magic;
    Game game;
    int32_t hurry;        /* 1: plies count */
    int32_t half;         /* the score of half a point */
    int32_t half_of_line; /* half points for one line that is alone; 0: look at the whole board */
    int32_t bounded;      /* 1: lines that cannot be made any more bound the score */
    int32_t top[2];       /* the most half points that O, X can be ahead */
    int32_t free_mark[2]; /* subscripts of O, X up to this one do not matter */
    uint8_t place[SQUARES][SQUARES];
    uint8_t first[PLACES], second[PLACES];
    uint64_t image[PLACES][SYMMETRIES];     /* the place that a symmetry makes of this one */
    uint64_t image_bit[PLACES][SYMMETRIES]; /* the same as a set of one place */
    uint8_t lines_in[SETS];           /* how many lines these squares contain */
    uint32_t lines_without[SETS];     /* the lines that have none of these squares, as bits */
    uint32_t lines_within[2][SETS];   /* those that O, X standing here have marks left for */
    uint32_t history[SQUARES][PLACES]; /* by number of marks: how well a placement has done */
    const uint8_t *tablebase;         /* NULL: none is attached */
    uint64_t tablebase_seed;
    uint32_t tablebase_cells, tablebase_segment;
    int32_t tablebase_marks;          /* it covers positions of at most so many marks */
    uint64_t entries;                 /* a power of two, or 0 */
    Entry *table;
} Solver;

typedef struct {
    Solver *solver;
    const Game *game;
    Position p;
    uint64_t nodes, budget; /* budget 0: none */
    const volatile int32_t *stop;
    int32_t aborted; /* 1: scores that come back mean nothing */
} Search;

static inline int max(int a, int b) { return a > b ? a : b; }

/* The score one ply further from the end. */
static inline int later(const Solver *s, int score) {
    return score - (s->hurry ? (score > 0) - (score < 0) : 0);
}

/* The inverse, for bounds that are handed down. */
static inline int sooner(const Solver *s, int score) {
    return score + (s->hurry ? (score > 0) - (score < 0) : 0);
}

/* search.c */
int ahead(const Solver *s, const Position *p, int player);
int search(Search *s, int alpha, int beta);

/* table.c */
int is_solver(const void *memory);
void table_init(Solver *s, size_t bytes);
void key_of(const Solver *s, const Position *p, uint64_t key[2]);
const Entry *table_find(const Solver *s, const uint64_t key[2]);
void table_store(Solver *s, const uint64_t key[2], const Entry *news);

/* tablebase.c */
int tablebase_probe(const Solver *s, const Position *p);

/* Whether the table knows the positions of so many marks; those with a loop from its collapses. */
static inline int tablebase_covers(const Solver *s, const Position *p) {
    return s->tablebase && p->marks <= s->tablebase_marks;
}

/* analysis.c */
int exact_score(Search *s, const Position *p);

#endif
