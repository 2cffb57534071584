/* Selection of edges: PUCT (Rosin 2011) with a uniform prior and AMAF (Gelly & Silver 2007: games
 * in which a move came later also count for it). Without QTTT_MOVE_PRIORS, UCT (Kocsis & Szepesvari
 * 2006). */
#include "tree.h"

#define EXPLORE 1.0f   /* PUCT: exploration constant, in units of the greatest possible lead */
#define UCB 0.5f       /* UCT: the same; the best of 0.5, 0.7, 1, 1.4 and 2.8 */
#define EQUIVALENT 300.0f /* AMAF: number of own visits at which AMAF results count half */
#define DOUBT 10.0f    /* AMAF: number of AMAF visits at which they are trusted half */
#define CLOSED -1e9f   /* below any priority: a move of the root that cannot become best, */
#define PROVEN -2e9f   /* and one whose value is proven */

static float square_root(float x) { return __builtin_sqrtf(x); }

/* The natural logarithm, by the series of 2 artanh: five terms reach the precision of a float. */
static float logarithm(uint32_t n) {
    const int power = 31 - __builtin_clz(n);
    const float rest = (float)n / (float)(1u << power), y = (rest - 1) / (rest + 1), z = y * y;
    const float series = 1 + z / 3 + z * z / 5 + z * z * z / 7 + z * z * z * z / 9;
    return 0.6931472f * (float)power + 2 * y * series;
}

typedef struct {
    float sign;    /* 1: X selects, -1: O does */
    float parent;  /* mean of the node for the selecting player, in half points */
    float explore; /* PUCT: the bonus of an unvisited move; UCT: the logarithm of all visits */
    float max_lead;    /* greatest possible lead, in half points */
} View;

static float half_points_of(int32_t value) { return (float)value / FINE; }

/* Blends the mean with AMAF results, which weigh more the fewer visits the move has. */
static float with_later(const Edge *e, const View *v, float mean, float tries) {
    const float later = (float)LOAD(e->amaf_visits);
    if (later == 0) return mean;
    const float untried = square_root(EQUIVALENT / (3 * tries + EQUIVALENT));
    const float weight = untried * later / (later + DOUBT);
    return mean + weight * (v->sign * (float)LOAD(e->amaf_sum) / (64 * later) - mean);
}

static float prospect(const Tree *t, const Edge *e, const View *v) {
    const float tries = (float)LOAD(e->visits), own = v->sign * half_points_of(LOAD(e->mean));
    if (LOAD(e->known) == SOLVED) return own;
    float mean = tries > 0 ? own : v->parent;
    if (t->features & QTTT_AMAF) mean = with_later(e, v, mean, tries);
    return mean + v->explore / (1 + tries);
}

/* UCT: every move once first, in random order. */
static float plain_prospect(const Edge *e, const View *v, uint64_t *seed) {
    const float tries = (float)LOAD(e->visits), own = v->sign * half_points_of(LOAD(e->mean));
    if (LOAD(e->known) == SOLVED) return own;
    if (tries == 0) return 1e9f + (float)(next_random(seed) >> 44);
    return own + UCB * v->max_lead * square_root(v->explore / tries);
}

static View view_of(const Tree *t, const Node *n) {
    const uint32_t visits = LOAD(n->visits);
    const float sign = n->decider == QTTT_O ? -1.0f : 1.0f, max_lead = half_points_of(t->top);
    const float explore = t->features & QTTT_MOVE_PRIORS
                              ? EXPLORE * max_lead * square_root((float)visits + 1) /
                                    (float)n->edges
                              : logarithm(visits + 1);
    return (View){sign, sign * half_points_of(mean_of(n)), explore, max_lead};
}

/* The side of a coin that is not proven yet; of two, the one with fewer visits. */
static Edge *select_side(Edge *side) {
    if (LOAD(side[0].known) == SOLVED) return side + 1;
    if (LOAD(side[1].known) == SOLVED) return side;
    return side + (LOAD(side[0].visits) > LOAD(side[1].visits));
}

/* Whether a move of the root can still exceed the proven bound. Others are skipped while there is
 * such a move, because visiting them proves nothing. */
static int is_open(const Tree *t, const Node *root, const Edge *e) {
    const Node *const child = t->node + child_of(e);
    if (child == t->node || !(t->features & QTTT_PROOFS)) return 1;
    return root->decider == QTTT_X ? LOAD(child->high) > LOAD(root->low)
                                      : LOAD(child->low) < LOAD(root->high);
}

static float priority_of(const Tree *t, const Node *n, const Edge *e, const View *v,
                        uint64_t *seed) {
    if (n == root_of_tree(t) && !is_open(t, n, e)) return is_proven(e) ? PROVEN : CLOSED;
    return t->features & QTTT_MOVE_PRIORS ? prospect(t, e, v) : plain_prospect(e, v, seed);
}

Edge *select_edge(const Tree *t, const Node *n, uint64_t *seed) {
    Edge *const edge = t->edge + n->first, *best = NULL;
    if (n->decider == QTTT_CHANCE) return select_side(edge);
    const View view = view_of(t, n);
    float best_priority = 0;
    for (Edge *e = edge; e < edge + n->edges; e++) {
        if (e->known == LEFT_OUT) continue;
        const float priority = priority_of(t, n, e, &view, seed);
        if (!best || priority > best_priority) best_priority = priority, best = e;
    }
    return best;
}
