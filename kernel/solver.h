/* Solver for at most nine squares, or twelve. search.c: alpha-beta; table.c: transposition table; tablebase.c:
 * lookup in a file made by builder.c; analysis.c: C API.
 *
 * A score orders outcomes by value first and by plies second: the leading player prefers short
 * games, the other one long games, and plies to a draw do not count. For the player to place, with
 * lead h in half points and d plies to the end,
 *
 *     score = 64 h - d   if h > 0        score = 0   if h = 0        score = 64 h + d   if h < 0
 *
 * and one ply further from the end a score moves by one towards 0 (`later`). If chance
 * decides, plies are not counted and score = 16 h, which stays an integer: at most four
 * collapses halve it on nine squares, five on larger boards, where a lead is at least a point. */
#ifndef QTTT_SOLVER_H
#define QTTT_SOLVER_H

#include "game.h"

enum {
    SQUARES = QTTT_SOLVER_SQUARES,
    WIDE_SQUARES = QTTT_WIDE_SQUARES,
    SETS = 1 << WIDE_SQUARES,
    PLACES = WIDE_SQUARES * (WIDE_SQUARES + 1) / 2, /* 66 pairs and 12 squares */
    KEY_PLACES = SQUARES * (SQUARES + 1) / 2,       /* in the keys of at most nine squares */
    SYMMETRIES = 8,
    HALF = 64,
    HALF_BY_CHANCE = 16,
    INFINITE = 1000,
    SEARCH_MARKS = 3, /* with as many marks left, a search is cheaper than a lookup */
    TABLE_MARKS = SQUARES - SEARCH_MARKS,
};

typedef struct {
    uint64_t key[2];
    int16_t low, high; /* low <= score <= high */
    int32_t marks;     /* of the position, + 1; 0: the entry is free */
} Entry;

typedef struct {
    uint64_t magic;
    Game game;
    int32_t is_wide;     /* the format of keys (table.c) */
    int32_t table_marks; /* greatest number of marks in the table */
    int32_t prefer_short_wins; /* 1: plies count */
    int32_t half;              /* the score of half a point */
    int32_t half_of_line; /* half points for a single line; 0: needs the whole board */
    uint32_t ideas;       /* QtttIdea */
    int32_t prunes_trees; /* 1: trees without two good collapses are pruned */
    uint32_t history_gain, history_loss; /* a cut-off adds, a failure subtracts 1 / 2^loss */
    int32_t history_mask; /* of the number of marks */
    int32_t bounded;      /* 1: the score is bounded by the lines that are still possible */
    int32_t top[2];       /* greatest possible lead of O, X in half points */
    int32_t free_mark[2]; /* subscripts of O, X up to this one are irrelevant (table.c) */
    uint8_t place[WIDE_SQUARES][WIDE_SQUARES];
    uint8_t first[PLACES], second[PLACES];
    uint64_t image[PLACES][SYMMETRIES];     /* image of a place under a symmetry */
    uint64_t image_bit[PLACES][SYMMETRIES]; /* the same as a bit */
    uint8_t lines_in[SETS];           /* number of lines within these squares */
    uint32_t lines_without[SETS];     /* lines without any of these squares, as bits */
    uint32_t lines_within[2][SETS];   /* lines that O, X on these squares can still complete */
    uint32_t history[WIDE_SQUARES][PLACES]; /* history heuristic, by number of marks and placement */
    const uint8_t *tablebase;         /* NULL: none */
    uint64_t tablebase_seed;
    uint32_t tablebase_cells, tablebase_segment;
    int32_t tablebase_marks;          /* number of marks up to which it covers positions */
    uint64_t entries;                 /* a power of two, or 0 */
    Entry *table;
} Solver;

typedef struct {
    Solver *solver;
    const Game *game;
    Position p;
    uint64_t nodes, budget; /* budget 0: none */
    const volatile int32_t *stop;
    int32_t aborted; /* 1: scores are undefined */
} Search;

static inline int max(int a, int b) { return a > b ? a : b; }

/* A score as seen one ply further from the end. */
static inline int later(const Solver *s, int score) {
    return score - (s->prefer_short_wins ? (score > 0) - (score < 0) : 0);
}

/* The inverse of `later`, for bounds passed to a child. */
static inline int sooner(const Solver *s, int score) {
    return score + (s->prefer_short_wins ? (score > 0) - (score < 0) : 0);
}

/* search.c */
int lead_score(const Solver *s, const Position *p, int player);
int search(Search *s, int alpha, int beta);

/* table.c */
int is_solver(const void *memory);
int is_wide_solver(const void *memory);
void table_init(Solver *s, size_t bytes);
void table_clear(Solver *s);
void key_of(const Solver *s, const Position *p, uint64_t key[2]);
const Entry *table_find(const Solver *s, const uint64_t key[2]);
void table_store(Solver *s, const uint64_t key[2], const Entry *entry);

/* tablebase.c */
int tablebase_probe(const Solver *s, const Position *p);

/* Whether the tablebase covers a position; a loop is covered through its collapses. */
static inline int tablebase_covers(const Solver *s, const Position *p) {
    return s->tablebase && p->marks <= s->tablebase_marks;
}

/* analysis.c */
int exact_score(Search *s, const Position *p);

#endif
