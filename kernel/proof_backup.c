/* Proofs: backs up bounds from children to nodes (Cazenave & Saffidine 2010) and solves
 * endgames. */
#include "tree.h"

enum {
    ENDING_MARKS = 4, ENDING_BUDGET = 500, /* a leaf with at most this many marks left is solved */
    LAST_MARKS = 6, LAST_BUDGET = 1 << 24, /* the same for the root and all its moves */
};

static void tighten(Node *n, int32_t low, int32_t high) {
    if (low > LOAD(n->low)) STORE(n->low, low);
    if (high < LOAD(n->high)) STORE(n->high, high);
}

/* Updates the bounds of a node from those of its children. */
void prove(const Tree *t, Node *n) {
    const int has_rest = LOAD(n->state) == CUT; /* moves without edges can have any value */
    int32_t most_low = -t->top, least_high = t->top;
    int32_t most_high = has_rest ? t->top : -t->top, least_low = -most_high;
    int64_t low_sum = 0, high_sum = 0;
    for (uint32_t edge = n->first; edge < end_of_edges(n); edge++) {
        if (is_left_out(t, edge)) continue;
        const uint32_t child = child_of(t, edge);
        const int32_t low = child ? LOAD(t->node[child].low) : -t->top;
        const int32_t high = child ? LOAD(t->node[child].high) : t->top;
        most_low = low > most_low ? low : most_low, least_low = low < least_low ? low : least_low;
        most_high = high > most_high ? high : most_high;
        least_high = high < least_high ? high : least_high;
        low_sum += low, high_sum += high;
    }
    if (n->decider == QTTT_CHANCE)
        tighten(n, (int32_t)(low_sum >> 1), (int32_t)((high_sum + 1) >> 1));
    else if (n->decider == QTTT_X)
        tighten(n, most_low, most_high);
    else
        tighten(n, least_low, least_high);
}

static void set_proven(Node *n, int32_t value) {
    STORE(n->low, value);
    STORE(n->high, value);
}

/* Solves a new leaf near the end of the game. */
void prove_leaf(const Tree *t, Node *n, const Position *p, const volatile int32_t *stop) {
    uint64_t budget = ENDING_BUDGET;
    int32_t value;
    if (!(t->features & QTTT_ENDGAME_SOLVER) || LOAD(n->visits)) return;
    if (marks_left(&t->game, p) > ENDING_MARKS) return;
    if (solve_endgame(&t->game, p, &budget, stop, &value)) set_proven(n, value);
}

/* Returns the child of an edge of the root and plays to its position in `p`; NULL: memory is
 * full. */
static Node *child_of_root(Tree *t, uint32_t edge, Position *p) {
    *p = t->root;
    play(p, t->edge.move[edge][0], t->edge.move[edge][1]);
    const uint32_t child = tree_child(t, edge, p);
    return child ? t->node + child : NULL;
}

/* Before the search: proves moves that end the game at once and, if few marks are left, all moves.
 * Runs in one of the threads; the next call continues where this one was stopped. */
void prove_root(Tree *t, const volatile int32_t *stop) {
    Node *const root = root_of_tree(t);
    const int last =
        t->features & QTTT_ENDGAME_SOLVER && marks_left(&t->game, &t->root) <= LAST_MARKS;
    if (!(t->features & QTTT_PROOFS) || is_solved(root)) return;
    if (__atomic_exchange_n(&t->root_claimed, 1, __ATOMIC_ACQ_REL)) return;
    uint64_t budget = LAST_BUDGET;
    for (uint32_t edge = root->first; edge < end_of_edges(root); edge++) {
        Position p;
        int32_t value;
        if (is_left_out(t, edge)) continue;
        Node *const n = child_of_root(t, edge, &p);
        if (!n) return;
        if (last && !is_solved(n) && solve_endgame(&t->game, &p, &budget, stop, &value))
            set_proven(n, value);
        if (!is_solved(n)) continue;
        STORE(t->edge.tally[edge].mean, LOAD(n->low));
        set_proven_edge(t, edge);
    }
    prove(t, root);
    if (stop && *stop) __atomic_store_n(&t->root_claimed, 0, __ATOMIC_RELEASE);
}
