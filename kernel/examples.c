/* Examples of a search, to train with. */
#include "tree.h"

#ifdef QTTT_IS_LIBRARY

enum {
    MIN_MOVE_VISITS = 150, /* of a node, not the root, whose moves are learned */
    MAX_DEPTH = 12,        /* below the root */
};

typedef struct {
    const Tree *t;
    uint64_t seed;
    uint32_t visits; /* of an example */
    int64_t left;
    QtttExample *next;
} Selection;

static int32_t bounded_mean(const Node *n) {
    const int32_t mean = mean_of(n);
    return mean < n->low ? n->low : mean > n->high ? n->high : mean;
}

/* Keeps the most visited moves; a full list drops the least visited. */
static void add_move(QtttExample *e, const uint8_t *move, uint32_t visits) {
    int at = 0;
    if (e->moves < QTTT_EXAMPLE_MOVES) {
        at = e->moves++;
    } else {
        for (int i = 1; i < QTTT_EXAMPLE_MOVES; i++)
            if (e->visits[i] < e->visits[at]) at = i;
        if (e->visits[at] >= visits) return;
    }
    e->move[at][0] = move[0], e->move[at][1] = move[1];
    e->visits[at] = visits;
}

/* Of a solved node, the proven moves that keep its value, all alike. Otherwise the visited ones; the
 * best counts for as many visits as all others if it is proven. */
static void add_moves(const Tree *t, const Node *n, QtttExample *e) {
    const uint32_t best = tree_best(t, n);
    for (uint32_t edge = n->first; edge < end_of_edges(n); edge++) {
        uint32_t visits = (uint32_t)LOAD(t->edge.tally[edge].visits);
        if (is_left_out(t, edge)) continue;
        if (is_solved(n))
            visits = is_proven(t, edge) && value_of_edge(t, edge) == n->low;
        else if (edge == best && is_proven(t, edge))
            visits += n->visits;
        if (visits) add_move(e, t->edge.move[edge], visits);
    }
}

static void add_example(Selection *s, const Node *n, const Position *p) {
    QtttExample *const e = s->next++;
    *e = (QtttExample){.marks = p->marks};
    e->value = (float)bounded_mean(n) / (float)s->t->top;
    position_save(p, e->places[0]);
    const int is_searched = n == root_of_tree(s->t) || n->visits >= MIN_MOVE_VISITS;
    if (has_grown(n) && (is_searched || is_solved(n))) add_moves(s->t, n, e);
    s->left--;
}

/* Adds examples from the children of a node, from a random edge on. */
static void add_below(Selection *s, const Node *n, const Position *p, int depth) {
    const Tree *const t = s->t;
    if (depth > MAX_DEPTH || !has_grown(n)) return;
    const uint32_t start = (uint32_t)(next_random(&s->seed) % n->edges);
    for (uint32_t i = 0; i < n->edges && s->left > 0; i++) {
        const uint32_t edge = n->first + (start + i) % n->edges;
        const Node *const child = t->node + child_of(t, edge);
        if (is_left_out(t, edge) || child == t->node) continue;
        if (child->visits < s->visits && !is_solved(child)) continue;
        Position next = *p;
        play(&next, t->edge.move[edge][0], t->edge.move[edge][1]);
        if (!next.loop && termination_of(&t->game, &next) >= 0) continue;
        if (!next.loop && next_random(&s->seed) % 10 < 7)
            add_example(s, child, &next);
        add_below(s, child, &next, depth + 1);
    }
}

int64_t tree_examples(const Tree *t, uint64_t seed, uint32_t visits, int64_t count,
                      QtttExample *examples) {
    const Node *const root = root_of_tree(t);
    Selection s = {t, seed, visits ? visits : 1, count, examples};
    if (!has_grown(root) || count <= 0) return 0;
    if (!t->root.loop && (root->visits || is_solved(root))) add_example(&s, root, &t->root);
    add_below(&s, root, &t->root, 1);
    return s.next - examples;
}

#endif
