/* Tree search for boards that nobody has solved: tree.c makes and remembers the tree, simulate.c
 * plays games through it, select.c says which way, prove.c what is certain, endings.c solves what is
 * near the end, treesearch.c is the border.
 *
 *     memory   | Tree | nodes: a hash table | edges: a block for each node that has grown |
 *
 *     a node   a position; where a loop is pending, its collapses lead on
 *     an edge  a placement or a collapse
 *
 * Positions that differ only in labels that do not matter have one key (solver.h, the label
 * theorem), so that the tree is a graph: the k(k-1)/2 loops of an entanglement of k squares lead to
 * k collapses and no more.
 *
 * Values are for X, in units of 1/65,536 of half a point: an expectation over sixteen coins is
 * exact. Threads share everything by relaxed atomic operations; what one of them sees of another
 * may be a moment old, which costs a little strength and never a proof. */
#ifndef QTTT_TREE_H
#define QTTT_TREE_H

#include "playout.h"

enum { FINE = QTTT_FINE / 2, SYMMETRIES = 8, PATH = 2 * QTTT_MAX_SQUARES + 2 };
enum { OPEN, SOLVED, LEFT_OUT }; /* an edge: to be tried, proven, illegal or as good as another */
enum { FREE, LEAF, GROWING, GROWN }; /* a node, in this order */

typedef struct {
    uint32_t child; /* the node that it leads to; 0: not tried yet */
    uint32_t visits;
    int32_t mean;   /* of the child */
    uint32_t later_visits; /* games in which the same player made this move here or later, */
    int32_t later_sum;     /* and what they were worth, in 1/64 of half a point */
    uint8_t move[2];
    uint8_t known;
} Edge;

typedef struct {
    uint64_t key;
    int64_t sum; /* of what the games through it were worth */
    uint32_t visits;
    uint32_t first; /* its edges */
    int32_t low, high; /* proven: low <= value <= high */
    uint16_t edges;
    uint8_t state, decider, marks;
} Node;

typedef struct {
    uint64_t magic;
    Game game;
    Position root;
    uint32_t features;
    int32_t top;          /* the most that anybody can be ahead */
    int32_t free_mark[2]; /* subscripts of O, X up to this one do not matter */
    int32_t symmetries;
    uint8_t image[SYMMETRIES][QTTT_MAX_SQUARES];
    uint8_t glanced;      /* 1: some thread looks, or has looked, at all moves of the root */
    uint8_t full;         /* 1: nodes or edges had to be refused */
    uint64_t simulations;
    uint64_t node_slots, edge_slots, nodes_used, edges_used;
    Node *node; /* node[0] is none; the root is node[root_node] */
    Edge *edge;
    uint32_t root_node;
} Tree;

#define LOAD(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define STORE(x, value) __atomic_store_n(&(x), (value), __ATOMIC_RELAXED)
#define ADD(x, value) __atomic_fetch_add(&(x), (value), __ATOMIC_RELAXED)

static inline int is_solved(const Node *n) { return LOAD(n->low) == LOAD(n->high); }
static inline int has_grown(const Node *n) {
    return __atomic_load_n(&n->state, __ATOMIC_ACQUIRE) == GROWN;
}
static inline Node *root_of_tree(const Tree *t) { return t->node + t->root_node; }
static inline int is_proven(const Edge *e) {
    return __atomic_load_n(&e->known, __ATOMIC_ACQUIRE) == SOLVED;
}
static inline void set_known(Edge *e) { __atomic_store_n(&e->known, SOLVED, __ATOMIC_RELEASE); }

/* What a move is worth: the mean, within what is proven. So a proven value is exact even if a thread
 * that has not seen the proof has written its own mean to the edge since. */
static inline int32_t worth_of(const Tree *t, const Edge *e) {
    const Node *const child = t->node + LOAD(e->child);
    const int32_t mean = LOAD(e->mean), low = LOAD(child->low), high = LOAD(child->high);
    if (child == t->node) return mean;
    return mean < low ? low : mean > high ? high : mean;
}

/* The sum is read first and written last, so that it never has more games than `visits`. */
static inline int32_t mean_of(const Node *n) {
    const int64_t sum = LOAD(n->sum);
    const uint32_t visits = LOAD(n->visits);
    return visits ? (int32_t)(sum / visits) : 0;
}

/* tree.c */
int tree_init(Tree *t, size_t bytes);
uint32_t tree_node(Tree *t, const Position *p); /* 0: there is no room */
int tree_grow(Tree *t, Node *n, const Position *p); /* 1 if the node has its edges now */
uint32_t tree_stabiliser(const Tree *t, const Position *p);
const Edge *tree_edge(const Tree *t, const Node *n, uint32_t fixing, int a, int b);
const Edge *tree_best(const Tree *t, const Node *n);

/* select.c: never one that is left out. */
Edge *select_edge(const Tree *t, const Node *n, uint64_t *seed);

/* prove.c: of a node that has grown; of a leaf that is new; of the root, once for all threads. */
void prove(const Tree *t, Node *n);
void prove_leaf(const Tree *t, Node *n, const Position *p, const volatile int32_t *stop);
void prove_root(Tree *t, const volatile int32_t *stop);

/* simulate.c: one game after the other, until so many are done in all, or the root is solved. */
int64_t simulate(Tree *t, uint64_t seed, uint64_t simulations, const volatile int32_t *stop);

/* endings.c: 1 and the exact value for X; 0 if it takes more than `budget` positions or is stopped.
 * What it took is gone from the budget. */
int solve_ending(const Game *game, const Position *p, uint64_t *budget,
                 const volatile int32_t *stop, int32_t *value);

static inline int marks_left(const Game *game, const Position *p) {
    return game->size - game->rules.last_empty - p->marks;
}

#endif
