/* The edges of the search tree. */
#include "tree.h"

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

static void put_pair(const Tree *t, const Position *p, uint32_t fixing, int a, int b,
                     uint32_t edge) {
    int c = a, d = b;
    first_image(t, fixing, &c, &d);
    const int forbidden = a != b && t->game.rules.no_pair_loops && is_pair(p, a, b);
    const int left_out = c != a || d != b || forbidden;
    put_edge(t, edge, a, b, left_out ? LEFT_OUT : OPEN);
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

/* Makes edges for all pairs of open squares, even for those left out, so that the index of a pair's
 * edge can be computed. */
static void list_edges(const Tree *t, const Position *p, uint32_t edge) {
    if (p->loop) {
        put_edge(t, edge, p->a, QTTT_COLLAPSE, OPEN);
        put_edge(t, edge + 1, p->b, QTTT_COLLAPSE, is_even(t, p) ? LEFT_OUT : OPEN);
        return;
    }
    const uint32_t fixing = tree_stabiliser(t, p);
    for (Squares first = p->open; first; first &= first - 1) {
        const int a = first_square(first);
        if (is_whole(t, p)) {
            put_pair(t, p, fixing, a, a, edge++);
            continue;
        }
        for (Squares second = first & (first - 1); second; second &= second - 1)
            put_pair(t, p, fixing, a, first_square(second), edge++);
    }
}

static uint64_t count_edges(const Tree *t, const Position *p) {
    const uint64_t open = (uint64_t)count_squares(p->open);
    if (p->loop) return 2;
    return is_whole(t, p) ? open : open * (open - 1) / 2;
}

int tree_grow(Tree *t, Node *n, const Position *p) {
    uint8_t leaf = LEAF;
    if (!__atomic_compare_exchange_n(&n->state, &leaf, GROWING, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
        return has_grown(n);
    const uint64_t edges = count_edges(t, p), first = ADD(t->edges_used, edges);
    if (first + edges > t->edge_slots) {
        ADD(t->edges_used, -edges);
        STORE(t->full, 1);
        __atomic_store_n(&n->state, LEAF, __ATOMIC_RELEASE);
        return 0;
    }
    list_edges(t, p, (uint32_t)first);
    n->first = (uint32_t)first;
    n->edges = (uint16_t)edges;
    __atomic_store_n(&n->state, GROWN, __ATOMIC_RELEASE);
    return 1;
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
