/* The edges of the search tree. */
#include "tree.h"

#ifndef MAX_EDGES /* a test compiles other numbers */
#define MAX_EDGES 64 /* of a node with a judge that is not the root; more fill the memory sooner */
#endif

/* Maps a pair to its first image in reading order under these symmetries. */
static void first_image(const Tree *t, uint32_t fixing, int *a, int *b) {
    const int from[2] = {*a, *b};
    for (uint32_t left = fixing & ~1u; left; left &= left - 1) {
        const uint8_t *const image = t->image[__builtin_ctz(left)];
        const int c = image[from[0]], d = image[from[1]];
        const int low = c < d ? c : d, high = c < d ? d : c;
        if (low < *a || (low == *a && high < *b)) *a = low, *b = high;
    }
}

static void put_edge(const Tree *t, uint32_t edge, int a, int b, int known) {
    const Edges *const e = &t->edge;
    e->child[edge] = 0;
    e->tally[edge] = (Tally){0};
    if (t->features & QTTT_AMAF) e->amaf[edge] = (Amaf){0};
    e->move[edge][0] = (uint8_t)a, e->move[edge][1] = (uint8_t)b;
    e->known[edge] = (uint8_t)known;
}

/* Whether a placement is illegal, or a symmetry maps it to an earlier one. */
static int is_superfluous(const Tree *t, const Position *p, uint32_t fixing, int a, int b) {
    int c = a, d = b;
    first_image(t, fixing, &c, &d);
    const int forbidden = a != b && t->game.rules.no_pair_loops && is_pair(p, a, b);
    return c != a || d != b || forbidden;
}

/* Whether a symmetry of the position maps one collapse to the other. A coin keeps both sides. */
static int is_even(const Tree *t, const Position *p) {
    if (t->game.rules.chooser == CHANCE) return 0;
    for (uint32_t left = tree_stabiliser(t, p) & ~1u; left; left &= left - 1)
        if (t->image[__builtin_ctz(left)][p->a] == p->b) return 1;
    return 0;
}

static int is_whole(const Tree *t, const Position *p) {
    return t->game.rules.classical || count_squares(p->open) == 1;
}

typedef uint8_t Pair[2];

/* Writes all pairs of open squares, or all open squares twice. Returns their number. */
static int list_places(const Tree *t, const Position *p, Pair *place) {
    int count = 0;
    for (Squares first = p->open; first; first &= first - 1) {
        const Squares others = is_whole(t, p) ? first & -first : first & (first - 1);
        for (Squares second = others; second; second &= second - 1, count++) {
            place[count][0] = (uint8_t)first_square(first);
            place[count][1] = (uint8_t)first_square(second);
        }
    }
    return count;
}

static void list_collapses(const Tree *t, const Position *p, uint32_t edge) {
    const int even = is_even(t, p);
    const float prior = t->judge ? judge_collapse(t->judge, &t->game, p) : 0;
    const int swaps = t->judge && !even && prior < 0.5f && t->game.rules.chooser != CHANCE;
    put_edge(t, edge + (uint32_t)swaps, p->a, QTTT_COLLAPSE, OPEN);
    put_edge(t, edge + 1 - (uint32_t)swaps, p->b, QTTT_COLLAPSE, even ? LEFT_OUT : OPEN);
    if (!t->judge) return;
    t->edge.prior[edge + (uint32_t)swaps] = prior;
    t->edge.prior[edge + 1 - (uint32_t)swaps] = 1 - prior;
}

/* Makes edges for all pairs of open squares, even for those left out, so that the index of a pair's
 * edge can be computed. */
static void list_placements(const Tree *t, const Position *p, uint32_t edge) {
    Pair place[QTTT_MAX_MOVES];
    const uint32_t fixing = tree_stabiliser(t, p);
    const int count = list_places(t, p, place);
    for (int i = 0; i < count; i++) {
        const int a = place[i][0], b = place[i][1];
        const int known = is_superfluous(t, p, fixing, a, b) ? LEFT_OUT : OPEN;
        put_edge(t, edge++, a, b, known);
    }
}

static uint64_t count_edges(const Tree *t, const Position *p) {
    const uint64_t open = (uint64_t)count_squares(p->open);
    if (p->loop) return 2;
    return is_whole(t, p) ? open : open * (open - 1) / 2;
}

/* Gives a node this many edges. Returns 0 if there is no memory for them. */
static int reserve_edges(Tree *t, Node *n, uint64_t edges) {
    const uint64_t first = ADD(t->edges_used, edges);
    n->first = (uint32_t)first;
    n->edges = (uint16_t)edges;
    if (first + edges <= t->edge_slots) return 1;
    ADD(t->edges_used, -edges);
    STORE(t->full, 1);
    return 0;
}

/* Makes edges for the likeliest placements, without those left out. Returns the new state. */
static uint8_t grow_likeliest(Tree *t, Node *n, const Position *p) {
    Ranking r;
    r.count = 0;
    const uint32_t fixing = tree_stabiliser(t, p);
    const int places = list_places(t, p, r.move);
    for (int i = 0; i < places; i++) {
        const int a = r.move[i][0], b = r.move[i][1];
        if (is_superfluous(t, p, fixing, a, b)) continue;
        r.move[r.count][0] = (uint8_t)a, r.move[r.count++][1] = (uint8_t)b;
    }
    const int edges = n == root_of_tree(t) ? r.count : at_most(r.count, MAX_EDGES);
    if (!reserve_edges(t, n, (uint64_t)edges)) return LEAF;
    judge_rank(t->judge, &t->game, p, &r);
    for (int i = 0; i < edges; i++) {
        put_edge(t, n->first + (uint32_t)i, r.move[i][0], r.move[i][1], OPEN);
        t->edge.prior[n->first + (uint32_t)i] = r.prior[i];
    }
    return edges < r.count ? CUT : GROWN;
}

static uint8_t grow_all(Tree *t, Node *n, const Position *p) {
    if (!reserve_edges(t, n, count_edges(t, p))) return LEAF;
    if (p->loop)
        list_collapses(t, p, n->first);
    else
        list_placements(t, p, n->first);
    return GROWN;
}

int tree_grow(Tree *t, Node *n, const Position *p) {
    uint8_t state = LEAF;
    if (!__atomic_compare_exchange_n(&n->state, &state, GROWING, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
        return has_grown(n);
    state = t->judge && !p->loop ? grow_likeliest(t, n, p) : grow_all(t, n, p);
    __atomic_store_n(&n->state, state, __ATOMIC_RELEASE);
    return state != LEAF;
}

/* The edge of a legal move or of its image under a symmetry. */
uint32_t tree_edge(const Tree *t, const Node *n, uint32_t fixing, int a, int b) {
    uint32_t edge = n->first;
    if (b != QTTT_COLLAPSE) first_image(t, fixing, &a, &b);
    while (t->edge.move[edge][0] != a || t->edge.move[edge][1] != b) edge++;
    return is_left_out(t, edge) ? n->first : edge; /* the other collapse */
}

/* The move to play: the one with the most visits, or a proven one that is at least as good. */
uint32_t tree_best(const Tree *t, const Node *n) {
    const Tally *const tally = t->edge.tally;
    uint32_t tried = NO_EDGE, proven = NO_EDGE;
    const int sign = n->decider == QTTT_O ? -1 : 1;
    for (uint32_t e = n->first; e < end_of_edges(n); e++) {
        if (is_left_out(t, e)) continue;
        if (is_proven(t, e)) {
            if (proven == NO_EDGE || sign * value_of_edge(t, e) > sign * value_of_edge(t, proven))
                proven = e;
        } else if (tried == NO_EDGE || LOAD(tally[e].visits) > LOAD(tally[tried].visits)) {
            tried = e;
        }
    }
    if (tried == NO_EDGE || proven == NO_EDGE) return tried == NO_EDGE ? proven : tried;
    return sign * value_of_edge(t, proven) >= sign * value_of_edge(t, tried) ? proven : tried;
}
