/* Tree search for boards of any size. tree.c: nodes; keys.c: keys; edges.c: edges;
 * simulate.c: simulations; select.c: selection; proof_backup.c: proofs; endgame.c: endgame solver;
 * api_search.c: C API.
 *
 *     memory   | Tree | Judge, if any | hash table | nodes | columns of edges; in each a block for each grown node |
 *
 *     a slot   of the hash table: the upper half of a node's key, and its index; 0: free. So nodes lie
 *              close together, in the order in which they were made, and fewer pages are touched
 *
 *     a node   a position; if a loop is pending, its edges are collapses
 *     an edge  a placement or a collapse; with a judge the likeliest first, and of a node that is not
 *              the root only some
 *
 * Positions that differ only in irrelevant subscripts share a key (table.c, the label theorem), so
 * the tree is a graph: the k(k-1)/2 loops of an entanglement of k squares lead to only k collapses.
 *
 * Values are for X, in units of 1/65,536 of half a point, exact for expectations over sixteen
 * coins. Threads share all data by relaxed atomic operations; stale reads cost a little strength,
 * but never make a proof wrong. */
#ifndef QTTT_TREE_H
#define QTTT_TREE_H

#include "judge.h"
#include "playout.h"

enum { FINE = HALF_POINT, SYMMETRIES = 8, PATH = 2 * QTTT_MAX_SQUARES + 2 };
enum { OPEN, SOLVED, LEFT_OUT }; /* an edge: not proven; proven; illegal or equivalent to another */
#define NO_EDGE UINT32_MAX
enum { LEAF, GROWING, GROWN, CUT }; /* states of a node, in this order; CUT: grown, but with its
                                     * likeliest edges only */

typedef struct {
    int32_t visits; /* at most QTTT_MAX_SIMULATIONS */
    int32_t mean; /* of the child */
} Tally;

/* AMAF: the games in which the same player made a move here or later. */
typedef struct {
    int32_t games;
    int32_t sum; /* of their results, in 1/64 of half a point */
} Amaf;

/* Edges in columns, so that selection reads several at once. An edge is its index. */
typedef struct {
    uint32_t *child; /* index of its node; 0: not visited yet */
    Tally *tally;
    union {
        Amaf *amaf;
        float *prior; /* with a judge */
    };
    uint8_t (*move)[2];
    uint8_t *known;
} Edges;

typedef struct {
    uint64_t key;
    int64_t sum; /* of the results of games through it */
    uint32_t visits;
    uint32_t first; /* index of its first edge */
    int32_t low, high; /* proven: low <= value <= high */
    uint16_t edges;
    uint8_t state, decider, marks;
    uint16_t tried; /* UCT: how many numbers of edges have been given to be tried; with a judge: how
                     * many of the first edges have been visited (select.c) */
} Node;

typedef struct {
    uint64_t magic;
    Game game;
    Position root;
    uint32_t features;
    Judge *judge; /* NULL: none */
    int32_t top;          /* greatest possible lead */
    int32_t free_mark[2]; /* subscripts of O, X up to this one are irrelevant (table.c) */
    int32_t symmetries;
    uint8_t image[SYMMETRIES][QTTT_MAX_SQUARES];
    uint8_t root_claimed; /* 1: a thread has claimed prove_root */
    uint8_t full;         /* 1: there was no memory for a node or for edges */
    uint64_t order; /* UCT: of untried moves, from the first seed */
    uint64_t simulations, reserved; /* finished; finished or reserved by a thread */
    uint32_t running; /* threads that simulate */
    uint64_t node_slots, edge_slots, nodes_used, edges_used;
    uint64_t *slot;
    Node *node; /* node[0] is unused; the root is node[root_node] */
    Edges edge;
    uint32_t root_node;
} Tree;

/* Room for them that is the same whether pointers have four bytes or eight. So a tree that has the
 * same memory is full at the same node on every machine. */
enum { TREE_BYTES = 3456, JUDGE_BYTES = 5648 };
_Static_assert(sizeof(Tree) <= TREE_BYTES, "raise TREE_BYTES");
_Static_assert(sizeof(Judge) <= JUDGE_BYTES, "raise JUDGE_BYTES");

#define LOAD(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define STORE(x, value) __atomic_store_n(&(x), (value), __ATOMIC_RELAXED)
#define ADD_LOOSELY(x, value) STORE(x, LOAD(x) + (value)) /* can be lost among threads */
#define ADD(x, value) __atomic_fetch_add(&(x), (value), __ATOMIC_RELAXED)

/* The index of an edge's node, with what its thread has written; 0: not visited yet. */
static inline uint32_t child_of(const Tree *t, uint32_t edge) {
    return __atomic_load_n(&t->edge.child[edge], __ATOMIC_ACQUIRE);
}
static inline int is_solved(const Node *n) { return LOAD(n->low) == LOAD(n->high); }
static inline int has_grown(const Node *n) {
    return __atomic_load_n(&n->state, __ATOMIC_ACQUIRE) >= GROWN;
}
static inline uint32_t end_of_edges(const Node *n) { return n->first + n->edges; }
static inline Node *root_of_tree(const Tree *t) { return t->node + t->root_node; }
static inline int is_left_out(const Tree *t, uint32_t edge) {
    return LOAD(t->edge.known[edge]) == LEFT_OUT;
}
static inline int is_proven(const Tree *t, uint32_t edge) {
    return __atomic_load_n(&t->edge.known[edge], __ATOMIC_ACQUIRE) == SOLVED;
}
static inline void set_proven_edge(const Tree *t, uint32_t edge) {
    __atomic_store_n(&t->edge.known[edge], SOLVED, __ATOMIC_RELEASE);
}

/* The value of a move: its mean, clamped to the proven bounds. So a proven value is exact even if a
 * thread that has not seen the proof overwrites the mean. */
static inline int32_t value_of_edge(const Tree *t, uint32_t edge) {
    const Node *const child = t->node + child_of(t, edge);
    const int32_t mean = LOAD(t->edge.tally[edge].mean), low = LOAD(child->low), high = LOAD(child->high);
    if (child == t->node) return mean;
    return mean < low ? low : mean > high ? high : mean;
}

/* The sum is read first and written last, so that it never includes more games than `visits`. */
static inline int32_t mean_of(const Node *n) {
    const int64_t sum = LOAD(n->sum);
    const uint32_t visits = LOAD(n->visits);
    return visits ? (int32_t)(sum / visits) : 0;
}

/* tree.c */
int tree_init(Tree *t, size_t bytes, int is_zero);
uint32_t tree_node(Tree *t, const Position *p); /* 0: memory is full */
uint32_t tree_child(Tree *t, uint32_t edge, const Position *p); /* the same, made by one thread */

/* keys.c; a symmetry is an image of the board, a set of them bits. */
void tree_find_symmetries(Tree *t);
uint64_t tree_key(const Tree *t, const Position *p, const uint8_t *image);
uint32_t tree_stabiliser(const Tree *t, const Position *p);

/* edges.c */
int tree_grow(Tree *t, Node *n, const Position *p); /* 1 if the node has edges now */
uint32_t tree_edge(const Tree *t, const Node *n, uint32_t fixing, int a, int b);
uint32_t tree_best(const Tree *t, const Node *n); /* NO_EDGE: without edges */

/* examples.c */
int64_t tree_examples(const Tree *t, uint64_t seed, uint32_t visits, int64_t count,
                      QtttExample *examples);

/* select.c: never returns an edge that is left out. */
uint32_t select_edge(const Tree *t, Node *n);

/* proof_backup.c: for a node that has grown; for a new leaf; for the root, once for all threads. */
void prove(const Tree *t, Node *n);
void prove_leaf(const Tree *t, Node *n, const Position *p, const volatile int32_t *stop);
void prove_root(Tree *t, const volatile int32_t *stop);

/* simulate.c: runs simulations until the tree has this many in total; 0 if it is finished. */
int32_t simulate(Tree *t, uint64_t seed, uint64_t simulations, const volatile int32_t *stop);

/* endgame.c: returns 1 and writes the exact value for X; 0 if it needs more than `budget` positions
 * or is stopped. Subtracts the visited positions from the budget. */
int solve_endgame(const Game *game, const Position *p, uint64_t *budget,
                  const volatile int32_t *stop, int32_t *value);

static inline int marks_left(const Game *game, const Position *p) {
    return game->size - game->rules.last_empty - p->marks;
}

#endif
