/* Exact endgame solver for any board: alpha-beta over settled positions, as in search.c but without
 * its tables, which are limited to nine squares. */
#include "tree.h"

enum { LIMIT = 1 << 30, MAX_LEAD = 4 * FINE }; /* a lead is at most four half points */

typedef struct {
    const Game *game;
    Position p;
    uint64_t nodes, budget;
    const volatile int32_t *stop;
    int aborted;
} Ending;

static int32_t settled(Ending *e, int32_t alpha, int32_t beta);

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }
static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

/* The value of a finished game for `player`. */
static int32_t result(const Ending *e, int player) {
    int32_t x, o;
    half_points(e->game, &e->p, &x, &o);
    const int32_t ahead = (x - o) * FINE;
    return player ? ahead : -ahead;
}

/* The value for `player`, who has just placed or landed a mark; the opponent is to place. */
static int32_t passed(Ending *e, int player, int32_t alpha, int32_t beta) {
    if (termination_of(e->game, &e->p) >= 0) return result(e, player);
    return -settled(e, -beta, -alpha);
}

static int32_t landed_on(Ending *e, int square, int32_t alpha, int32_t beta) {
    Position *const p = &e->p;
    p->marks++;
    const Squares landed = collapse(p, square);
    const int32_t value = passed(e, p->marks & 1, alpha, beta);
    uncollapse(p, square, landed);
    p->loop = 0;
    p->marks--;
    return value;
}

/* The value of a loop for its closer, from those of its collapses. */
static int32_t combine(const Ending *e, int32_t one, int32_t other) {
    switch (e->game->rules.chooser) {
    case OTHER: return smaller(one, other);
    case CLOSER: return larger(one, other);
    default: return (one + other) / 2;
    }
}

/* Known collapses of one tree: the closer's value for each square. */
typedef struct {
    Squares known;
    int32_t value[QTTT_MAX_SQUARES];
} Landings;

/* Adds a landing. Returns the value of the best loop that it makes with the known ones. */
static int32_t add_landing(const Ending *e, Landings *l, int square, int32_t value) {
    int32_t best = -LIMIT;
    for (Squares left = l->known; left; left &= left - 1) {
        const int other = first_square(left);
        if (e->game->rules.no_pair_loops && is_pair(&e->p, square, other)) continue;
        best = larger(best, combine(e, value, l->value[other]));
    }
    l->known |= BIT(square);
    l->value[square] = value;
    return best;
}

/* Whether no loop of the tree can exceed `low`. If the other player chooses, a loop needs two
 * landings that exceed it. */
static int is_hopeless(const Ending *e, const Landings *l, Squares unknown, int32_t low) {
    if (e->game->rules.chooser != OTHER) return 0;
    int candidates = count_squares(unknown);
    for (Squares left = l->known; left; left &= left - 1)
        candidates += l->value[first_square(left)] > low;
    return candidates < 2;
}

/* The value of the best loop of one tree, or `best` if greater. For chance, values must be
 * exact. */
static int32_t best_loop(Ending *e, Squares tree, int32_t best, int32_t alpha, int32_t beta) {
    const int exact = e->game->rules.chooser == CHANCE;
    Landings landings = {.known = 0};
    for (Squares left = tree; left && best < beta && !e->aborted; left &= left - 1) {
        const int square = first_square(left);
        const int32_t low = larger(alpha, best);
        if (is_hopeless(e, &landings, left, low)) return low;
        const int32_t value = landed_on(e, square, exact ? -LIMIT : low, exact ? LIMIT : beta);
        best = larger(best, add_landing(e, &landings, square, value));
    }
    return best;
}

static int32_t loops(Ending *e, int32_t alpha, int32_t beta) {
    int32_t best = -LIMIT;
    for (Squares todo = e->p.open; todo && best < beta && !e->aborted;) {
        const Squares tree = e->p.tree[root_of(&e->p, first_square(todo))];
        if (tree & (tree - 1)) best = best_loop(e, tree, best, alpha, beta);
        todo &= ~tree;
    }
    return best;
}

static int32_t whole_marks(Ending *e, int32_t alpha, int32_t beta) {
    int32_t best = -LIMIT;
    for (Squares left = e->p.open; left && best < beta && !e->aborted; left &= left - 1) {
        const Position before = e->p;
        play(&e->p, first_square(left), first_square(left));
        best = larger(best, passed(e, e->p.marks & 1, larger(alpha, best), beta));
        e->p = before;
    }
    return best;
}

static int32_t links(Ending *e, int32_t best, int32_t alpha, int32_t beta) {
    Position *const p = &e->p;
    for (Squares first = p->open; first; first &= first - 1) {
        const int a = first_square(first);
        Squares second = first & (first - 1) & ~p->tree[root_of(p, a)];
        for (; second && best < beta && !e->aborted; second &= second - 1) {
            const int b = first_square(second);
            const Squares hung = link(p, a, b);
            const int32_t value = passed(e, p->marks & 1, larger(alpha, best), beta);
            cut(p, a, b, hung);
            best = larger(best, value);
        }
    }
    return best;
}

static int can_make_line(const Game *game, Squares theirs) {
    for (int i = 0; i < game->lines; i++)
        if (!(game->line[i] & theirs)) return 1;
    return 0;
}

/* Bounds: a player who cannot complete any line gets nothing. Not for krist scoring. */
static void bound(const Ending *e, int32_t *low, int32_t *high) {
    const Game *const g = e->game;
    const int player = (e->p.marks + 1) & 1, krist = g->rules.scoring == KRIST;
    const int x_can_win = krist || can_make_line(g, squares_of_o(g, &e->p));
    const int o_can_win = krist || can_make_line(g, e->p.x);
    *low = (player ? o_can_win : x_can_win) ? -MAX_LEAD : 0;
    *high = (player ? x_can_win : o_can_win) ? MAX_LEAD : 0;
}

/* The value of an unfinished settled position, for the player to place; fail-soft. */
static int32_t settled(Ending *e, int32_t alpha, int32_t beta) {
    int32_t low, high;
    if (++e->nodes > e->budget || (e->nodes % 256 == 0 && e->stop && *e->stop)) e->aborted = 1;
    if (e->aborted) return 0;
    bound(e, &low, &high);
    if (low >= beta || low == high) return low;
    if (high <= alpha) return high;
    if (e->game->rules.classical || count_squares(e->p.open) == 1)
        return whole_marks(e, alpha, beta);
    const int32_t best = loops(e, alpha, beta);
    return best >= beta || e->aborted ? best : links(e, best, alpha, beta);
}

static int32_t value_for_x(Ending *e) {
    if (termination_of(e->game, &e->p) >= 0) return result(e, 1);
    const int32_t value = settled(e, -LIMIT, LIMIT);
    return (e->p.marks + 1) & 1 ? value : -value;
}

static int32_t value_after(Ending *e, int square) {
    const Squares landed = collapse(&e->p, square);
    const int32_t value = value_for_x(e);
    uncollapse(&e->p, square, landed);
    return value;
}

static int32_t value_of_loop(Ending *e) {
    const int sign = e->p.marks & 1 ? 1 : -1; /* for the closer */
    const int32_t one = value_after(e, e->p.a), other = value_after(e, e->p.b);
    return sign * combine(e, sign * one, sign * other);
}

int solve_endgame(const Game *game, const Position *p, uint64_t *budget,
                  const volatile int32_t *stop, int32_t *value) {
    Ending e = {.game = game, .p = *p, .budget = *budget, .stop = stop};
    *value = p->loop ? value_of_loop(&e) : value_for_x(&e);
    *budget -= e.nodes < *budget ? e.nodes : *budget;
    return !e.aborted;
}
