/* Counting every game, and weighing it as random play does: exactly.
 *
 * Only roots matter. Let a rooting of a settled position be one square, the root, in each of its
 * trees; all other squares then hold the mark that lands there if the roots stay empty (game.h).
 * The number of games that begin at a position is the sum of N over its rootings, where N is
 *
 *     1 / the product of the sizes of the trees    if the game is over, and else the sum of
 *     (size - 1) N'    for each tree: the next mark closes a loop there and lands on the root
 *     size N'          for each tree and each other one, which the next mark hangs under its root
 *
 * for a loop may join the square on which its mark lands to any other of the tree, and a mark
 * between two trees may end on any square of the one that keeps its root. So it need not be
 * remembered which squares a mark joins, only which squares are a tree and what is on them: under
 * goff that leaves a million rootings for 18 trillion games. Where two marks must not share a pair,
 * a loop cannot join the root to a neighbour; then it also matters how many neighbours it has.
 *
 * Random play takes each legal move with the same probability, so it weighs a game with the product
 * of 1 / the number of moves. `factor` makes whole numbers of that, of at most 110 bits. */
#include "solver.h"

enum { SHARES = 2520, DIGIT = 48, KIND_BITS = 3, FIELD_BITS = 7, NO_ROOT = 15, BUCKET = 4 };

typedef struct {
    uint64_t key;     /* 0: nothing is known here */
    QtttCensus found; /* games in units of 1 / SHARES: sizes that sum to 7 at most divide that */
} Known;

typedef struct {
    const Solver *solver;
    const Game *game;
    Position p;                /* rooted; `up` means nothing while games are counted */
    uint8_t branches[SQUARES]; /* neighbours of a root, where two marks must not share a pair */
    uint8_t image[SYMMETRIES][NO_ROOT + 1]; /* of a square; what is none is its own image */
    int factor[SQUARES];        /* by marks: twice a multiple of the number of moves, < 2^16 */
    QtttWide unit[SQUARES + 1]; /* by marks: what a game weighs there; the product of factors */
    Known *known;
    uint64_t entries; /* a power of two, or 0 */
} Census;

/* --- numbers of two digits -------------------------------------------------------------------- */

static const uint64_t LOW = ((uint64_t)1 << DIGIT) - 1;

static QtttWide plus(QtttWide a, QtttWide b) {
    const uint64_t low = a.low + b.low;
    return (QtttWide){a.high + b.high + (low >> DIGIT), low & LOW};
}

static QtttWide times(QtttWide a, int n) { /* 0 <= n < 2^16 */
    const uint64_t low = a.low * (uint64_t)n;
    return (QtttWide){a.high * (uint64_t)n + (low >> DIGIT), low & LOW};
}

/* Adds what was found behind a move that can be made in so many ways of that weight. */
static void add_found(QtttCensus *to, const QtttCensus *found, int ways, int weight) {
    for (int i = 0; i < 3; i++) {
        to->games[i] += found->games[i] * (uint64_t)ways;
        to->weight[i] = plus(to->weight[i], times(found->weight[i], ways * weight));
    }
    for (int i = 0; i < 2; i++)
        to->lead[i] = plus(to->lead[i], times(found->lead[i], ways * weight));
}

/* --- what is known already -------------------------------------------------------------------- */

/* What is on a square: 0 or 1 for a mark of O or X whose subscript does not matter (table.c), its
 * own number for any other mark. */
static int kind_of(const Solver *s, int mark) {
    return mark <= s->free_mark[mark & 1] ? mark & 1 : mark - 3;
}

/* Seven bits for each square: the root of its tree, and what is on it, or how many neighbours a
 * root has. Of all symmetries the least. */
static uint64_t key_of_rooted(const Census *c) {
    const Position *const p = &c->p;
    int root[SQUARES], kind[SQUARES];
    uint64_t least = ~(uint64_t)0;
    for (int s = 0; s < SQUARES; s++) {
        root[s] = p->open & BIT(s) ? root_of(p, s) : NO_ROOT;
        kind[s] = p->mark[s] ? kind_of(c->solver, p->mark[s]) : c->branches[s];
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

static Known *bucket_of(const Census *c, uint64_t key) {
    uint64_t hash = (key ^ key >> 32) * 0xD6E8FEB86659FD93u;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
    return &c->known[(hash ^ hash >> 32) & (c->entries - BUCKET)];
}

static const QtttCensus *find(const Census *c, uint64_t key) {
    const Known *const bucket = bucket_of(c, key);
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key) return &bucket[i].found;
    return 0;
}

static uint64_t games_of(const QtttCensus *found) {
    return found->games[0] + found->games[1] + found->games[2];
}

/* If the bucket is full, what has the fewest games has to go: they are soon counted again. */
static void keep(const Census *c, uint64_t key, const QtttCensus *found) {
    Known *const bucket = bucket_of(c, key), *at = bucket;
    for (int i = 1; i < BUCKET; i++)
        if (games_of(&bucket[i].found) < games_of(&at->found)) at = &bucket[i];
    *at = (Known){key, *found};
}

/* --- counting --------------------------------------------------------------------------------- */

static Squares roots_of(const Position *p) {
    Squares roots = 0;
    for (Squares left = p->open; left; left &= left - 1)
        if (!p->mark[first_square(left)]) roots |= left & -left;
    return roots;
}

static int is_over(const Census *c) {
    const uint8_t *const lines = c->solver->lines_in;
    if (!c->game->rules.ends_full && (lines[c->p.x] || lines[squares_of_o(c->game, &c->p)]))
        return 1;
    return count_squares(c->p.open) <= 2 && termination_of(c->game, &c->p) >= 0;
}

static QtttCensus one_game(const Census *c) {
    const Position *const p = &c->p;
    const int half = ahead(c->solver, p, 1) / c->solver->half, o = half < 0, who = half ? o : 2;
    int share = SHARES;
    for (Squares left = roots_of(p); left; left &= left - 1)
        share /= count_squares(p->tree[first_square(left)]);
    QtttCensus game = {{0}, {{0}}, {{0}}};
    game.games[who] = (uint64_t)share;
    game.weight[who] = times(c->unit[p->marks], share);
    game.lead[o] = times(game.weight[who], o ? -half : half);
    return game;
}

static QtttCensus count(Census *c);

static void count_landing(Census *c, int root, int ways, int weight, QtttCensus *found) {
    c->p.marks++;
    const Squares landed = collapse(&c->p, root);
    const QtttCensus after = count(c);
    uncollapse(&c->p, root, landed);
    c->p.loop = 0;
    c->p.marks--;
    add_found(found, &after, ways, weight);
}

static void count_link(Census *c, int a, int b, int ways, int weight, QtttCensus *found) {
    if (!ways) return;
    const Squares hung = link(&c->p, a, b);
    const QtttCensus after = count(c);
    cut(&c->p, a, b, hung);
    add_found(found, &after, ways, weight);
}

/* The tree of root a is hung under root b, by a mark on any square of the latter's tree. */
static void count_links(Census *c, int a, int b, int weight, QtttCensus *found) {
    const int size = count_squares(c->p.tree[b]), counted = c->game->rules.no_pair_loops;
    count_link(c, a, b, size - counted, weight, found);
    c->branches[b] += (uint8_t)counted;
    count_link(c, a, b, counted, weight, found);
    c->branches[b] -= (uint8_t)counted;
}

static QtttCensus count_moves(Census *c) {
    const int whole = c->game->rules.classical || count_squares(c->p.open) == 1;
    const int weight = c->factor[c->p.marks] / legal_count(c->game, &c->p);
    const Squares roots = roots_of(&c->p);
    QtttCensus found = {{0}, {{0}}, {{0}}};
    for (Squares left = roots; left; left &= left - 1) {
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

/* Of one rooting. Positions with many marks are sooner counted again than found. */
static QtttCensus count(Census *c) {
    if (is_over(c)) return one_game(c);
    if (c->p.marks > TABLE_MARKS || !c->entries) return count_moves(c);
    const uint64_t key = key_of_rooted(c);
    const QtttCensus *const known = find(c, key);
    if (known) return *known;
    const QtttCensus found = count_moves(c);
    keep(c, key, &found);
    return found;
}

/* Of every rooting; `left` has the squares whose trees have no root yet. */
static void count_rootings(Census *c, Squares left, QtttCensus *found) {
    if (!left) {
        const QtttCensus one = count(c);
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

/* --- the question ----------------------------------------------------------------------------- */

static int common_divisor(int a, int b) { return b ? common_divisor(b, a % b) : a; }

/* Twice the least common multiple of the numbers of moves that there are after so many marks. */
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

static void prepare(Census *c, void *memory, size_t bytes) {
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
    c->known = memory;
    c->entries = bytes / sizeof(Known) < BUCKET ? 0 : BUCKET;
    while (c->entries && c->entries <= bytes / sizeof(Known) / 2) c->entries *= 2;
    for (uint64_t i = 0; i < c->entries; i++) c->known[i] = (Known){.key = 0};
}

int32_t qttt_census(const void *solver, const uint8_t *places, int32_t marks, void *memory,
                    size_t bytes, QtttCensus *census) {
    if (!is_solver(solver) || (uintptr_t)memory % 8) return QTTT_BAD_MEMORY;
    Census c = {.solver = solver, .game = &((const Solver *)solver)->game};
    Position start;
    const int error = position_load(c.game, places, marks, &start);
    if (error) return error;
    prepare(&c, memory, bytes);
    *census = (QtttCensus){{0}, {{0}}, {{0}}};
    for (int i = 0; i < 1 + start.loop; i++) {
        c.p = start;
        if (start.loop) collapse(&c.p, i ? start.b : start.a);
        count_rootings(&c, c.p.open, census);
    }
    for (int i = 0; i < 3; i++) census->games[i] /= SHARES;
    return 0;
}
