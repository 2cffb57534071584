/* Monte Carlo tree search: each simulation descends to a leaf, runs a playout to the end of the game
 * or asks the judge, and backs the result up to the root. */
#include "tree.h"

enum {
    MIN_GROW = 8, MAX_GROW = 40, /* limits of the visits after which a leaf grows: moves / 4 */
    JUDGED_GROW = 2,            /* the same with a judge: saves memory, as most leaves stay alone */
    MAX_AMAF = 1 << 22,         /* limit of AMAF games of an edge; more add no information */
    BATCH = 32, LOG = 1024,     /* what a thread that is not alone keeps for itself: simulations
                                 * before it counts them, and AMAF results before it adds them */
};

typedef struct {
    Node *node;
    uint32_t edge; /* the edge taken from it */
    Squares open;
} Step;

typedef struct {
    uint32_t edge;
    int32_t value;
} Result;

typedef struct {
    Tree *t;
    uint64_t seed;
    const volatile int32_t *stop;
    Position p;
    Guide guide;
    float merits[2][QTTT_MAX_SQUARES], tries[2][QTTT_MAX_SQUARES];
    int steps;
    Step step[PATH];
    int logged;
    Result log[LOG]; /* AMAF results to be added */
} Walk;

static uint32_t grows_after(const Tree *t, const Position *p) {
    const int moves = legal_count(&t->game, p) / 4;
    if (p->loop || !(t->features & QTTT_MOVE_PRIORS)) return 1;
    if (t->judge) return JUDGED_GROW;
    return (uint32_t)(moves < MIN_GROW ? MIN_GROW : moves > MAX_GROW ? MAX_GROW : moves);
}

/* Plays an edge. Returns the index of its child; 0 if memory is full. */
static uint32_t follow(Walk *w, Node *n, uint32_t edge) {
    const uint8_t *const move = w->t->edge.move[edge];
    w->step[w->steps++] = (Step){n, edge, w->p.open};
    ADD(w->t->edge.tally[edge].visits, 1); /* already now: other threads prefer other edges */
    if (!w->p.loop) {
        w->guide.place[w->p.marks + 1][0] = move[0];
        w->guide.place[w->p.marks + 1][1] = move[1];
    }
    play(&w->p, move[0], move[1]);
    return tree_child(w->t, edge, &w->p);
}

/* Descends to a leaf or a proven node. NULL: to a child for which there is no memory. */
static Node *descend(Walk *w) {
    Tree *const t = w->t;
    Node *n = root_of_tree(t);
    w->p = t->root;
    w->steps = 0;
    while (!is_solved(n)) {
        const int may_grow = LOAD(n->visits) >= grows_after(t, &w->p);
        if (!has_grown(n) && !(may_grow && tree_grow(t, n, &w->p))) return n;
        const uint32_t child = follow(w, n, select_edge(t, n));
        if (!child) return NULL;
        n = t->node + child;
    }
    return n;
}

/* Updates the merits of squares: the mean result of marks with a half there. */
static void learn_merits(Walk *w, int32_t ahead) {
    for (int mark = w->t->root.marks + 1; mark <= w->p.marks; mark++)
        for (int half = 0; half < 2; half++) {
            const int player = mark & 1, square = w->guide.place[mark][half];
            w->merits[player][square] += (float)(player ? ahead : -ahead);
            w->tries[player][square] += 1;
            w->guide.merit[player][square] =
                w->merits[player][square] / w->tries[player][square];
        }
}

static int32_t play_out(Walk *w) {
    const Tree *const t = w->t;
    int32_t x, o;
    playout(&t->game, &w->p, &w->seed, &w->guide);
    half_points(&t->game, &w->p, &x, &o);
    if (w->guide.guided) learn_merits(w, x - o);
    return (x - o) * FINE;
}

/* The judge's value of a leaf, or of a position without a node. All visits of a leaf have added the
 * same value, which is their mean, unless another thread has added half of a visit. */
static int32_t judge_leaf(const Walk *w, const Node *n) {
    if (n && LOAD(n->visits) && LOAD(w->t->running) == 1) return mean_of(n);
    return judge_value(w->t->judge, &w->t->game, &w->p);
}

/* The index of a pair among all pairs of these squares in reading order; or of a square. */
static int place_among(Squares open, int a, int b) {
    const int n = count_squares(open), i = count_squares(open & (BIT(a) - 1));
    const int j = count_squares(open & (BIT(b) - 1));
    return a == b ? i : i * (2 * n - i - 1) / 2 + (j - i - 1);
}

/* Adds the AMAF results of the log. A result that another thread adds at the same time can be lost:
 * exact counts would cost a tenth of the speed. */
static void add_logged(Walk *w) {
    const Edges *const e = &w->t->edge;
    for (int i = 0; i < w->logged; i++) {
        const uint32_t edge = w->log[i].edge;
        if (LOAD(e->amaf[edge].games) >= MAX_AMAF) continue;
        ADD_LOOSELY(e->amaf[edge].games, 1);
        ADD_LOOSELY(e->amaf[edge].sum, w->log[i].value);
    }
    w->logged = 0;
}

/* AMAF: each placement of this game also counts for the nodes where its player could have
 * made it. */
static void update_amaf(Walk *w, int32_t value) {
    const Edges *const e = &w->t->edge;
    for (int s = 0; s < w->steps; s++) {
        const Node *const n = w->step[s].node;
        const Squares open = w->step[s].open;
        const int whole = w->t->game.rules.classical || count_squares(open) == 1;
        if (e->move[w->step[s].edge][1] == QTTT_COLLAPSE) continue;
        for (int mark = n->marks + 1; mark <= w->p.marks; mark += 2) {
            const uint8_t *const place = w->guide.place[mark];
            const int a = place[0] < place[1] ? place[0] : place[1], b = place[0] ^ place[1] ^ a;
            if (!(open & BIT(a)) || !(open & BIT(b)) || (a == b) != whole) continue;
            const uint32_t edge = n->first + (uint32_t)place_among(open, a, b);
            if (w->logged == LOG) add_logged(w);
            w->log[w->logged++] = (Result){edge, value / (FINE / 64)};
        }
    }
}

static int32_t mean_of_sides(const Tree *t, const Node *n, int32_t value) {
    const uint32_t side = n->first;
    if (!child_of(t, side) || !child_of(t, side + 1)) return value;
    return (int32_t)(((int64_t)value_of_edge(t, side) + value_of_edge(t, side + 1)) / 2);
}

/* Updates an edge from its child. Returns 1 if the edge has just been proven. */
static int learn_edge(const Tree *t, uint32_t edge, const Node *child) {
    const int solved = t->features & QTTT_PROOFS && is_solved(child);
    STORE(t->edge.tally[edge].mean, solved ? LOAD(child->low) : mean_of(child));
    if (!solved || is_proven(t, edge)) return 0;
    set_proven_edge(t, edge);
    return 1;
}

static void add_to(Node *n, int32_t value) {
    ADD(n->visits, 1);
    ADD(n->sum, value);
}

/* Backs a result up from a leaf; NULL if there was no memory for it. */
static void ascend(Walk *w, Node *n, int32_t value) {
    const Tree *const t = w->t;
    int is_changed = 0;
    if (n) add_to(n, value);
    while (w->steps) {
        const Step *const step = &w->step[--w->steps];
        const int32_t low = LOAD(step->node->low), high = LOAD(step->node->high);
        if (n && learn_edge(t, step->edge, n)) is_changed = 1;
        n = step->node;
        if (is_changed) prove(t, n);
        is_changed = is_changed && (LOAD(n->low) != low || LOAD(n->high) != high);
        if (t->features & QTTT_CHANCE_MEANS && n->decider == QTTT_CHANCE)
            value = mean_of_sides(t, n, value);
        if (t->features & QTTT_PROOFS && is_solved(n)) value = LOAD(n->low);
        add_to(n, value);
    }
}

static void simulate_once(Walk *w) {
    Node *const n = descend(w);
    if (n && !is_solved(n)) prove_leaf(w->t, n, &w->p, w->stop);
    int32_t value;
    if (n && is_solved(n)) {
        value = LOAD(n->low);
    } else if (w->t->judge) {
        value = judge_leaf(w, n);
    } else {
        value = play_out(w);
        if (w->t->features & QTTT_AMAF) update_amaf(w, value);
    }
    ascend(w, n, value);
}

/* Reserves simulations of this total for a thread, several at once if it is not alone: threads that
 * write to the same memory wait for each other. */
static uint64_t reserve(Tree *t, uint64_t total) {
    const uint64_t wanted = LOAD(t->running) > 1 ? BATCH : 1, before = ADD(t->reserved, wanted);
    const uint64_t left = before < total ? total - before : 0;
    const uint64_t reserved = left < wanted ? left : wanted;
    ADD(t->reserved, reserved - wanted);
    return reserved;
}

/* Whether the root is proven, or the search is stopped. */
static int is_finished(const Walk *w) {
    return is_solved(root_of_tree(w->t)) || (w->stop && *w->stop);
}

/* Runs a batch of simulations, of which it returns the number: 0 if the tree has this total or the
 * search is finished. */
static uint64_t simulate_batch(Walk *w, uint64_t total) {
    Tree *const t = w->t;
    const uint64_t reserved = reserve(t, total);
    uint64_t done = 0;
    for (; done < reserved && !is_finished(w); done++) simulate_once(w);
    add_logged(w);
    ADD(t->simulations, done);
    ADD(t->reserved, done - reserved);
    return done;
}

int32_t simulate(Tree *t, uint64_t seed, uint64_t simulations, const volatile int32_t *stop) {
    const uint64_t total = simulations < QTTT_MAX_SIMULATIONS ? simulations : QTTT_MAX_SIMULATIONS;
    Walk w = {.t = t, .seed = seed, .stop = stop};
    uint64_t none = 0;
    w.guide.guided = (t->features & QTTT_GUIDED_PLAYOUTS) != 0;
    __atomic_compare_exchange_n(&t->order, &none, mix(seed) | 1, 0, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
    ADD(t->running, 1);
    prove_root(t, stop);
    while (simulate_batch(&w, total)) {}
    ADD(t->running, -1);
    return !is_finished(&w);
}
