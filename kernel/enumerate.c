/* Counts all games exactly, and their probabilities in random play.
 *
 * A rooting of a settled position selects one square, the root, in each of its trees; every other
 * square then holds the mark that lands there if the roots stay empty (game.h). The number of games
 * from a position is the sum of N over its rootings. If the game is over,
 *
 *     N = 1 / the product of the sizes of the trees
 *
 * otherwise N is the sum of
 *
 *     (size - 1) N'    for each tree: the next mark closes a loop there and lands on the root
 *     size N'          for each ordered pair of trees: the next mark hangs one into the other
 *
 * because a loop can join its landing square to any other square of the tree, and a mark between
 * two trees can end on any square of the tree that keeps its root. So the pairs of marks are
 * irrelevant: only the sets of squares of the trees and the marks on them count. Under goff there
 * are a million rootings for 18 trillion games. If pair loops are forbidden, a loop cannot join the
 * root to a neighbour, so the number of neighbours counts too.
 *
 * In random play the probability of a game is the product of 1 / the number of moves. Multiplied by
 * `factor`, weights are integers of at most 110 bits. */
#include "solver.h"

enum { SHARES = 2520, DIGIT = 48, KIND_BITS = 3, FIELD_BITS = 7, NO_ROOT = 15, BUCKET = 4 };

typedef struct {
    uint64_t key; /* 0: free */
    QtttGameCounts found; /* games in units of 1 / SHARES, which sizes with a sum of 7 divide */
} CacheEntry;

typedef struct {
    const Solver *solver;
    const Game *game;
    Position p;                /* rooted; `up` is undefined while games are counted */
    uint8_t branches[SQUARES]; /* number of neighbours of a root, if pair loops are forbidden */
    uint8_t image[SYMMETRIES][NO_ROOT + 1]; /* of a square; other values map to themselves */
    int factor[SQUARES];        /* by marks: twice a multiple of the number of moves, < 2^16 */
    QtttWide unit[SQUARES + 1]; /* by marks: the weight of a game; the product of factors */
    CacheEntry *cache;
    uint64_t entries; /* a power of two, or 0 */
    const volatile int32_t *stop;
} Enumeration;

/* --- wide integers ---------------------------------------------------------------------------- */

static const uint64_t LOW = ((uint64_t)1 << DIGIT) - 1;

static QtttWide plus(QtttWide a, QtttWide b) {
    const uint64_t low = a.low + b.low;
    return (QtttWide){a.high + b.high + (low >> DIGIT), low & LOW};
}

static QtttWide times(QtttWide a, int n) { /* 0 <= n < 2^16 */
    const uint64_t low = a.low * (uint64_t)n;
    return (QtttWide){a.high * (uint64_t)n + (low >> DIGIT), low & LOW};
}

/* Adds the results after a move that can be made in `ways` ways, each with this weight. */
static void add_found(QtttGameCounts *to, const QtttGameCounts *found, int ways, int weight) {
    for (int i = 0; i < 3; i++) {
        to->games[i] += found->games[i] * (uint64_t)ways;
        to->weight[i] = plus(to->weight[i], times(found->weight[i], ways * weight));
    }
    for (int i = 0; i < 2; i++)
        to->lead[i] = plus(to->lead[i], times(found->lead[i], ways * weight));
}

/* --- cache ------------------------------------------------------------------------------------ */

/* A mark's code: 0 or 1 for a mark of O or X whose subscript is irrelevant (table.c), otherwise a
 * code of its subscript. */
static int mark_code(const Solver *s, int mark) {
    return mark <= s->free_mark[mark & 1] ? mark & 1 : mark - 3;
}

/* Seven bits per square: the root of its tree, and its mark's code or a root's number of
 * neighbours; the minimum over all symmetries. */
static uint64_t key_of_rooted(const Enumeration *c) {
    const Position *const p = &c->p;
    int root[SQUARES], kind[SQUARES];
    uint64_t least = ~(uint64_t)0;
    for (int s = 0; s < SQUARES; s++) {
        root[s] = p->open & BIT(s) ? root_of(p, s) : NO_ROOT;
        kind[s] = p->mark[s] ? mark_code(c->solver, p->mark[s]) : c->branches[s];
    }
    for (int k = 0; k < SYMMETRIES; k++) {
        const uint8_t *const image = c->image[k];
        uint64_t key = 0;
        for (int s = 0; s < SQUARES; s++)
            key |= (uint64_t)(image[root[s]] << KIND_BITS | kind[s]) << FIELD_BITS * image[s];
        if (key < least) least = key;
    }
    return least;
}

static CacheEntry *bucket_of(const Enumeration *c, uint64_t key) {
    uint64_t hash = (key ^ key >> 32) * 0xD6E8FEB86659FD93u;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
    return &c->cache[(hash ^ hash >> 32) & (c->entries - BUCKET)];
}

static const QtttGameCounts *find(const Enumeration *c, uint64_t key) {
    const CacheEntry *const bucket = bucket_of(c, key);
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key) return &bucket[i].found;
    return 0;
}

static uint64_t games_of(const QtttGameCounts *found) {
    return found->games[0] + found->games[1] + found->games[2];
}

/* If the bucket is full, replaces the entry with the fewest games: the cheapest to count again. */
static void keep(const Enumeration *c, uint64_t key, const QtttGameCounts *found) {
    CacheEntry *const bucket = bucket_of(c, key), *at = bucket;
    for (int i = 1; i < BUCKET; i++)
        if (games_of(&bucket[i].found) < games_of(&at->found)) at = &bucket[i];
    *at = (CacheEntry){key, *found};
}

/* --- counting --------------------------------------------------------------------------------- */

static Squares roots_of(const Position *p) {
    Squares roots = 0;
    for (Squares left = p->open; left; left &= left - 1)
        if (!p->mark[first_square(left)]) roots |= left & -left;
    return roots;
}

static int is_over(const Enumeration *c) {
    const uint8_t *const lines = c->solver->lines_in;
    if (!c->game->rules.ends_full && (lines[c->p.x] || lines[squares_of_o(c->game, &c->p)]))
        return 1;
    return count_squares(c->p.open) <= 2 && termination_of(c->game, &c->p) >= 0;
}

static QtttGameCounts one_game(const Enumeration *c) {
    const Position *const p = &c->p;
    const int half = lead_score(c->solver, p, 1) / c->solver->half;
    const int o = half < 0, who = half ? o : 2;
    int share = SHARES;
    for (Squares left = roots_of(p); left; left &= left - 1)
        share /= count_squares(p->tree[first_square(left)]);
    QtttGameCounts game = {{0}, {{0}}, {{0}}};
    game.games[who] = (uint64_t)share;
    game.weight[who] = times(c->unit[p->marks], share);
    game.lead[o] = times(game.weight[who], o ? -half : half);
    return game;
}

static QtttGameCounts count(Enumeration *c);

static void count_landing(Enumeration *c, int root, int ways, int weight, QtttGameCounts *found) {
    c->p.marks++;
    const Squares landed = collapse(&c->p, root);
    const QtttGameCounts after = count(c);
    uncollapse(&c->p, root, landed);
    c->p.loop = 0;
    c->p.marks--;
    add_found(found, &after, ways, weight);
}

static void count_link(Enumeration *c, int a, int b, int ways, int weight, QtttGameCounts *found) {
    if (!ways) return;
    const Squares hung = link(&c->p, a, b);
    const QtttGameCounts after = count(c);
    cut(&c->p, a, b, hung);
    add_found(found, &after, ways, weight);
}

/* Hangs the tree of root a into the tree of root b, by a mark on any square of the latter. */
static void count_links(Enumeration *c, int a, int b, int weight, QtttGameCounts *found) {
    const int size = count_squares(c->p.tree[b]), counted = c->game->rules.no_pair_loops;
    count_link(c, a, b, size - counted, weight, found);
    c->branches[b] += (uint8_t)counted;
    count_link(c, a, b, counted, weight, found);
    c->branches[b] -= (uint8_t)counted;
}

static QtttGameCounts count_moves(Enumeration *c) {
    const int whole = c->game->rules.classical || count_squares(c->p.open) == 1;
    const int weight = c->factor[c->p.marks] / legal_count(c->game, &c->p);
    const Squares roots = roots_of(&c->p);
    QtttGameCounts found = {{0}, {{0}}, {{0}}};
    for (Squares left = c->stop && *c->stop ? 0 : roots; left; left &= left - 1) {
        const int a = first_square(left);
        const int partners = count_squares(c->p.tree[a]) - 1 - c->branches[a];
        if (whole)
            count_landing(c, a, 1, weight, &found);
        else if (partners)
            count_landing(c, a, partners, weight / 2, &found); /* the other square gets half */
        for (Squares others = whole ? 0 : roots & ~BIT(a); others; others &= others - 1)
            count_links(c, a, first_square(others), weight, &found);
    }
    return found;
}

/* Counts the games of one rooting. With many marks, counting again is faster than a lookup. */
static QtttGameCounts count(Enumeration *c) {
    if (is_over(c)) return one_game(c);
    if (c->p.marks > TABLE_MARKS || !c->entries) return count_moves(c);
    const uint64_t key = key_of_rooted(c);
    const QtttGameCounts *const known = find(c, key);
    if (known) return *known;
    const QtttGameCounts found = count_moves(c);
    keep(c, key, &found);
    return found;
}

/* Counts the games of every rooting; `left` has the squares whose trees have no root yet. */
static void count_rootings(Enumeration *c, Squares left, QtttGameCounts *found) {
    if (!left) {
        const QtttGameCounts one = count(c);
        add_found(found, &one, 1, 1);
        return;
    }
    const Squares tree = c->p.tree[root_of(&c->p, first_square(left))];
    for (Squares roots = tree; roots; roots &= roots - 1) {
        const int root = first_square(roots);
        reroot(&c->p, root);
        int neighbours = 0;
        for (Squares others = tree & ~BIT(root); others; others &= others - 1)
            neighbours += c->p.up[first_square(others)] == root;
        c->branches[root] = (uint8_t)(c->game->rules.no_pair_loops ? neighbours : 0);
        count_rootings(c, left & ~tree, found);
    }
}

/* --- API -------------------------------------------------------------------------------------- */

static int common_divisor(int a, int b) { return b ? common_divisor(b, a % b) : a; }

/* Twice the least common multiple of all possible numbers of moves after `marks` marks. */
static int factor_of(const Game *game, int marks) {
    const Rules *const r = &game->rules;
    int multiple = 1;
    for (int landed = 0; landed <= marks; landed++) {
        const int open = game->size - landed, whole = r->classical || open == 1;
        int moves = whole ? open : open * (open - 1) / 2;
        if (r->no_pair_loops) moves -= marks - landed;
        if (r->classical ? landed != marks : landed && landed < 2 + r->no_pair_loops) continue;
        if (moves > 0) multiple *= moves / common_divisor(moves, multiple);
    }
    return 2 * multiple;
}

static void prepare(Enumeration *c, void *memory, size_t bytes) {
    const Solver *const s = c->solver;
    for (int k = 0; k < SYMMETRIES; k++)
        for (int i = 0; i <= NO_ROOT; i++)
            c->image[k][i] =
                i < c->game->size ? s->first[s->image[s->place[i][i]][k]] : (uint8_t)i;
    c->unit[c->game->size] = (QtttWide){0, 1};
    for (int marks = c->game->size; marks--;) {
        c->factor[marks] = factor_of(c->game, marks);
        c->unit[marks] = times(c->unit[marks + 1], c->factor[marks]);
    }
    c->cache = memory;
    c->entries = bytes / sizeof(CacheEntry) < BUCKET ? 0 : BUCKET;
    while (c->entries && c->entries <= bytes / sizeof(CacheEntry) / 2) c->entries *= 2;
    for (uint64_t i = 0; i < c->entries; i++) c->cache[i] = (CacheEntry){.key = 0};
}

int32_t qttt_enumerate(const void *solver, const uint8_t *places, int32_t marks, void *memory,
                       size_t bytes, const volatile int32_t *stop, QtttGameCounts *counts) {
    if (!is_solver(solver) || (uintptr_t)memory % 8) return QTTT_BAD_MEMORY;
    Enumeration c = {.solver = solver, .game = &((const Solver *)solver)->game, .stop = stop};
    Position start;
    const int error = position_load(c.game, places, marks, &start);
    if (error) return error;
    prepare(&c, memory, bytes);
    *counts = (QtttGameCounts){{0}, {{0}}, {{0}}};
    for (int i = 0; i < 1 + start.loop; i++) {
        c.p = start;
        if (start.loop) collapse(&c.p, i ? start.b : start.a);
        count_rootings(&c, c.p.open, counts);
    }
    for (int i = 0; i < 3; i++) counts->games[i] /= SHARES;
    return 0;
}
