/* The classical ensemble: all realities and their probabilities (R5, R6, R8). Mirrors
 * src/qttt/game/ensemble.py.
 *
 * A tree of k squares has k realities: one square stays empty, and each mark lands at its end away
 * from that square, where game.h stores it if the tree is rooted there. So a mark lands on its
 * lower square unless the empty one is below it:
 *
 *      1 <-1- 2 <-2- 5        mark 1   below 1: 1       on 1: 2/3   on 2: 1/3
 *                             mark 2   below 2: 1, 2    on 2: 1/3   on 5: 2/3
 *
 * An entanglement with a loop has two realities, its collapses. */
#include "game.h"

typedef struct {
    int32_t parts;
    Entanglement part[MAX_ENTANGLEMENTS];
} Entanglements;

static Entanglements entanglements_of(const Position *p) {
    Entanglements found;
    found.parts = find_entanglements(p, found.part);
    return found;
}

static uint64_t count_in(const Entanglement *e) {
    return e->has_loop ? 2 : (uint64_t)count_squares(e->squares);
}

/* UINT64_MAX for all numbers that do not fit. */
static uint64_t count_all(const Entanglements *all) {
    uint64_t count = 1;
    for (int i = 0; i < all->parts; i++) {
        const uint64_t factor = count_in(all->part + i), low = (count & UINT32_MAX) * factor;
        if (((count >> 32) * factor + (low >> 32)) >> 32) return UINT64_MAX;
        count *= factor;
    }
    return count;
}

/* --- realities -------------------------------------------------------------------------------- */

static int square_number(Squares squares, int number) {
    while (number--) squares &= squares - 1;
    return first_square(squares);
}

/* Writes where the marks of an entanglement land in its reality `number`. */
static void write_reality(Position *p, const Entanglement *e, int number, QtttNumber *squares) {
    const int closed = number ? p->b : p->a;
    const int empty = e->has_loop ? closed : square_number(e->squares, number);
    reroot(p, empty);
    for (Squares left = e->squares & ~BIT(empty); left; left &= left - 1) {
        const int square = first_square(left);
        squares[p->mark[square] - 1] = (QtttNumber)square;
    }
    if (e->has_loop) squares[p->marks - 1] = (QtttNumber)empty;
}

static void put_classical(const Position *p, QtttNumber *squares) {
    for (int s = 0; s < QTTT_MAX_SQUARES; s++)
        if (p->mark[s] && !(p->open & BIT(s))) squares[p->mark[s] - 1] = (QtttNumber)s;
}

/* The last entanglement is the least significant digit of `number`. */
static void realise_all(Position *p, const Entanglements *all, uint64_t number,
                        QtttNumber *squares) {
    put_classical(p, squares);
    for (int i = all->parts; i--;) {
        const uint64_t count = count_in(all->part + i);
        write_reality(p, all->part + i, (int)(number % count), squares);
        number /= count;
    }
}

int list_realities(Position *p, uint64_t first, int count, QtttNumber *squares) {
    const Entanglements all = entanglements_of(p);
    const uint64_t end = count_all(&all);
    int listed = 0;
    for (; listed < count && first < end; listed++, first++, squares += p->marks)
        realise_all(p, &all, first, squares);
    return listed;
}

/* --- odds ------------------------------------------------------------------------------------- */

static int common_divisor(int a, int b) { return b ? common_divisor(b, a % b) : a; }

static QtttOdds certain(int square) {
    return (QtttOdds){{(QtttNumber)square, (QtttNumber)square}, {1, 0}, 1};
}

/* Odds of a mark that lands on `a` in `in_a` realities and on `b` in `in_b`. */
static QtttOdds shared(int a, int in_a, int b, int in_b) {
    if (a > b) return shared(b, in_b, a, in_a);
    const int divisor = common_divisor(in_a, in_b);
    return (QtttOdds){{(QtttNumber)a, (QtttNumber)b},
                      {(QtttNumber)(in_a / divisor), (QtttNumber)(in_b / divisor)},
                      (QtttNumber)((in_a + in_b) / divisor)};
}

static void weigh_tree(const Position *p, Squares tree, QtttOdds *odds) {
    int below[QTTT_MAX_SQUARES] = {0}; /* sizes of subtrees */
    const int all = count_squares(tree);
    for (Squares left = tree; left; left &= left - 1)
        for (int s = first_square(left); p->mark[s]; s = p->up[s]) below[s]++;
    for (Squares left = tree; left; left &= left - 1) {
        const int s = first_square(left);
        if (p->mark[s]) odds[p->mark[s] - 1] = shared(s, all - below[s], p->up[s], below[s]);
    }
}

/* Stems land on the same squares in both realities, marks of the loop on different ones. */
static void weigh_loop(Position *p, const Entanglement *e, QtttOdds *odds) {
    QtttNumber one[QTTT_MAX_SQUARES], other[QTTT_MAX_SQUARES];
    write_reality(p, e, 0, one);
    write_reality(p, e, 1, other); /* now b is the root */
    for (Squares left = e->squares; left; left &= left - 1) {
        const int square = first_square(left), closing = square == p->b;
        const int i = (closing ? p->marks : p->mark[square]) - 1;
        odds[i] = one[i] == other[i] ? certain(one[i]) : shared(one[i], 1, other[i], 1);
    }
}

static void weigh_classical(const Position *p, QtttOdds *odds) {
    for (int s = 0; s < QTTT_MAX_SQUARES; s++)
        if (p->mark[s] && !(p->open & BIT(s))) odds[p->mark[s] - 1] = certain(s);
}

void compute_odds(Position *p, QtttEnsemble *ensemble) {
    const Entanglements all = entanglements_of(p);
    ensemble->count = count_all(&all);
    weigh_classical(p, ensemble->odds);
    for (const Entanglement *e = all.part; e < all.part + all.parts; e++)
        if (e->has_loop)
            weigh_loop(p, e, ensemble->odds);
        else
            weigh_tree(p, e->squares, ensemble->odds);
}
