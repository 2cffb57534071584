/* Rules as tables, and positions as forests.
 *
 * Each entanglement is a rooted tree. Every square but the root holds the mark that lands there if
 * the root stays empty, and `up` points to the mark's other square:
 *
 *      12/25/59 on 3x3               the same, rooted at 5          a loop: 15 closes it
 *
 *      1 <-1- 2 <-2- 5 <-3- 9        1 -1-> 2 -2-> 5 <-3- 9         both ends have one root
 *
 *      mark[]  1: 1  2: 2  5: 3      mark[]  1: 1  2: 2  9: 3
 *      up[]    1: 2  2: 5  5: 9      up[]    1: 2  2: 5  9: 5       (an arrow points up)
 *      root    9                     root    5
 *
 *   a placement a,b     reroot at a, hang a under b        undo: cut it off again
 *   a loop              a and b are in one tree
 *   a collapse on s     reroot at s, give s the closing mark: every mark is where it lands
 *
 * Undo leaves a tree rooted elsewhere than before; the tree is the same. */
#ifndef QTTT_GAME_H
#define QTTT_GAME_H

#include "qttt.h"

typedef QtttSet Squares; /* a set of squares: bit s is square s */

enum { OTHER, CLOSER, CHANCE };
enum { GOFF, WINNER, COMPLETE, MATCH, KRIST };

typedef struct {
    uint8_t rows, cols, line, classical, no_pair_loops, chooser, last_empty, ends_full, scoring;
} Rules;

typedef struct {
    Rules rules;
    int32_t size;
    int32_t lines;
    Squares all;
    Squares first_column;
    Squares line[QTTT_MAX_LINES];
} Game;

typedef struct {
    Squares open; /* squares without a classical mark */
    Squares x;    /* squares with a classical mark of X */
    Squares odd;  /* open squares whose entry in mark[] is X's */
    int32_t marks;
    int32_t loop;      /* 1: pending, closed by mark number `marks` on a, b */
    QtttNumber a, b;
    QtttNumber mark[QTTT_MAX_SQUARES]; /* 0: root of a tree, or nothing here */
    QtttNumber up[QTTT_MAX_SQUARES];
    Squares tree[QTTT_MAX_SQUARES]; /* at a root: all squares of its tree */
} Position;

#ifdef QTTT_LARGE /* not inline: they are long */
#define LARGE_ONLY static __attribute__((noinline, unused))
LARGE_ONLY Squares bit(int square) { return (Squares)1 << square; }
LARGE_ONLY int count_squares(Squares squares) { return __builtin_popcountg(squares); }
LARGE_ONLY int first_square(Squares squares) { return __builtin_ctzg(squares); }
#define BIT(square) bit(square)
#else
#define BIT(square) ((Squares)1 << (square))
static inline int count_squares(Squares squares) { return __builtin_popcountll(squares); }
static inline int first_square(Squares squares) { return __builtin_ctzll(squares); }
#endif

static inline int root_of(const Position *p, int square) {
    while (p->mark[square]) square = p->up[square];
    return square;
}

/* Turns the tree of `square` so that `square` is its root, and returns all squares of the tree. */
static inline Squares reroot(Position *p, int square) {
    int here = square, mark = p->mark[square], up = p->up[square];
    p->mark[square] = 0;
    p->odd &= ~BIT(square);
    while (mark) {
        const int next_mark = p->mark[up], next_up = p->up[up];
        p->mark[up] = (QtttNumber)mark;
        p->up[up] = (QtttNumber)here;
        p->odd = (p->odd & ~BIT(up)) | (Squares)(mark & 1) << up;
        here = up, mark = next_mark, up = next_up;
    }
    return p->tree[square] = p->tree[here];
}

/* Hangs the tree of `a` under `b`, a square of another tree, by the next mark. Returns the squares
 * of the hung tree. */
static inline Squares link(Position *p, int a, int b) {
    const Squares hung = reroot(p, a);
    const int mark = ++p->marks;
    p->mark[a] = (QtttNumber)mark;
    p->up[a] = (QtttNumber)b;
    p->odd |= (Squares)(mark & 1) << a;
    p->tree[root_of(p, b)] |= hung;
    return hung;
}

/* Undoes the latest link, a under b. The tree can have been rerooted since then, so that the mark
 * is stored at b instead. */
static inline void cut(Position *p, int a, int b, Squares hung) {
    const int lower = p->mark[a] == p->marks ? a : b;
    const int root = root_of(p, lower);
    const Squares whole = p->tree[root];
    p->marks--;
    p->mark[lower] = 0;
    p->odd &= ~BIT(lower);
    p->tree[lower] = lower == a ? hung : whole & ~hung;
    p->tree[root] = whole & ~p->tree[lower];
}

/* Collapses the loop: the closing mark lands on `square`. Returns the squares that became
 * classical. */
static inline Squares collapse(Position *p, int square) {
    const Squares landed = reroot(p, square);
    p->mark[square] = (QtttNumber)p->marks;
    p->odd |= (Squares)(p->marks & 1) << square;
    p->x |= p->odd & landed;
    p->open &= ~landed;
    p->loop = 0;
    return landed;
}

/* Undoes a collapse; the loop is pending again. */
static inline void uncollapse(Position *p, int square, Squares landed) {
    p->mark[square] = 0;
    p->odd &= ~BIT(square);
    p->x &= ~landed;
    p->open |= landed;
    p->loop = 1;
}

static inline Squares squares_of_o(const Game *game, const Position *p) {
    return game->all & ~p->open & ~p->x;
}

/* True if a and b, open squares of a position without a loop, are the pair of one mark. */
static inline int is_pair(const Position *p, int a, int b) {
    return (p->mark[a] && p->up[a] == b) || (p->mark[b] && p->up[b] == a);
}

int game_init(Game *game, const uint8_t *rules); /* 0, or an error */
int position_load(const Game *game, const QtttNumber *places, int marks, Position *p);
int position_save(const Position *p, QtttNumber *places);
int has_line(const Game *game, Squares marks);
int termination_of(const Game *game, const Position *p); /* -1: not over */
int decider_of(const Game *game, const Position *p);     /* of a game that is not over */
int legal_count(const Game *game, const Position *p);
int refusal_of(const Game *game, const Position *p, int a, int b); /* -1: legal */
int list_moves(const Game *game, const Position *p, QtttNumber *moves);
void play(Position *p, int a, int b);

/* score.c; the lines of both players are found in the order in which game_init lists them. */
int find_lines(const Game *game, const Position *p, QtttLine *found);
void score_game(const Game *game, const Position *p, QtttOutcome *outcome);
/* The points of score_game alone; faster. */
void half_points(const Game *game, const Position *p, int32_t *x, int32_t *o);
/* Adds `add` to count[n] for each run of these marks with length n or more. */
void count_runs(const Game *game, Squares mine, int add, int count[]);

typedef struct {
    Squares squares;
    int32_t first;    /* its first mark */
    int32_t has_loop; /* 1: the pending loop is in it */
} Entanglement;

enum { MAX_ENTANGLEMENTS = QTTT_MAX_SQUARES / 2 };

/* survey.c: entanglements in the order of their first marks. Trees can be rerooted. */
int find_entanglements(const Position *p, Entanglement *found);
void survey(const Game *game, Position *p, QtttSurvey *survey);

/* ensemble.c: trees can be rerooted. */
void compute_odds(Position *p, QtttEnsemble *ensemble);
int list_realities(Position *p, uint64_t first, int count, QtttNumber *squares);

#endif
