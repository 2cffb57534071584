/* Selection of edges: PUCT (Rosin 2011) with a uniform prior and AMAF (Gelly & Silver 2007: games
 * in which a move came later also count for it). Without QTTT_MOVE_PRIORS, UCT (Kocsis & Szepesvari
 * 2006). With a judge, PUCT with its priors, and no AMAF; then edges are sorted by their priors, so
 * that of the unvisited ones only the first is of interest. */
#include "tree.h"

#define EXPLORE 1.0f   /* PUCT: exploration constant, in units of the greatest possible lead */
#define EXPLORE_JUDGED 0.8f /* the same with a judge */
#define UCB 0.5f       /* UCT: the same; the best of 0.5, 0.7, 1, 1.4 and 2.8 */
#define EQUIVALENT 300.0f /* AMAF: number of own visits at which AMAF results count half */
#define DOUBT 10.0f    /* AMAF: number of AMAF visits at which they are trusted half */
#define CLOSED -1e9f   /* below any priority: a move of the root that cannot become best, */
#define PROVEN -2e9f   /* and one whose value is proven */
#define LEAST -3e9f    /* below all of these */

enum { BLOCK = 64, LANES = 8 }; /* edges whose priorities are computed, and compared, together */

#ifdef __clang__ /* which takes the loop with four divisions for too expensive */
#define VECTORIZE _Pragma("clang loop vectorize(enable)")
#else
#define VECTORIZE
#endif

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
    float explore; /* PUCT: the bonus of an unvisited move, with a judge of one whose prior is 1; UCT:
                    * the logarithm of all visits */
    float max_lead;    /* greatest possible lead, in half points */
} View;

static float half_points_of(int32_t value) { return (float)value / FINE; }

/* The prospects of a block of edges. These loops read without atomics and without conditions, so
 * that the compiler computes several prospects at once; a stale count costs a little strength. */

static float is_zero(float x) { return (float)(x == 0); }

/* The mean of a move; of an unvisited one, whose own is 0, that of the node. */
static float likely_mean(const Tally *tally, const View *v) {
    const float own = v->sign * half_points_of(tally->mean);
    return own + is_zero((float)tally->visits) * v->parent;
}

static float bonus(const Tally *tally, const View *v) {
    return v->explore / (1 + (float)tally->visits);
}

/* Blends the mean with AMAF results, which weigh more the fewer visits the move has. */
static float with_amaf(float mean, const Tally *tally, const Amaf *amaf, const View *v) {
    const float tries = (float)tally->visits, later = (float)amaf->games;
    const float untried = square_root(EQUIVALENT / (3 * tries + EQUIVALENT));
    const float weight = untried * later / (later + DOUBT);
    return mean + weight * (v->sign * (float)amaf->sum / (64 * later + is_zero(later)) - mean);
}

static void write_prospects(float *restrict to, const Tally *tally, int count, View v) {
    for (int i = 0; i < count; i++) to[i] = likely_mean(&tally[i], &v) + bonus(&tally[i], &v);
}

static void write_amaf_prospects(float *restrict to, const Tally *tally, const Amaf *amaf,
                                 int count, View v) {
    VECTORIZE
    for (int i = 0; i < count; i++) {
        const float mean = with_amaf(likely_mean(&tally[i], &v), &tally[i], &amaf[i], &v);
        to[i] = mean + bonus(&tally[i], &v);
    }
}

static void write_judged_prospects(float *restrict to, const Tally *tally, const float *prior,
                                   int count, View v) {
    for (int i = 0; i < count; i++)
        to[i] = likely_mean(&tally[i], &v) + prior[i] * bonus(&tally[i], &v);
}

/* UCT, when each move has been tried. A thread that is trying one has not counted it yet. */
static void write_plain_prospects(float *restrict to, const Tally *tally, int count, View v) {
    for (int i = 0; i < count; i++) {
        const float tries = (float)tally[i].visits;
        const float root = square_root(v.explore / (tries + is_zero(tries)));
        to[i] = v.sign * half_points_of(tally[i].mean) + UCB * v.max_lead * root;
    }
}

static void write_any_prospects(float *to, const Tree *t, uint32_t first, int count, View v) {
    const Tally *const tally = t->edge.tally + first;
    if (t->judge)
        write_judged_prospects(to, tally, t->edge.prior + first, count, v);
    else if (!(t->features & QTTT_MOVE_PRIORS))
        write_plain_prospects(to, tally, count, v);
    else if (t->features & QTTT_AMAF)
        write_amaf_prospects(to, tally, t->edge.amaf + first, count, v);
    else
        write_prospects(to, tally, count, v);
}

static float explore_of(const Tree *t, const Node *n, float max_lead) {
    const uint32_t visits = LOAD(n->visits);
    const float bonus = max_lead * square_root((float)visits + 1);
    if (t->judge) return EXPLORE_JUDGED * bonus;
    return t->features & QTTT_MOVE_PRIORS ? EXPLORE * bonus / (float)n->edges
                                          : logarithm(visits + 1);
}

static View view_of(const Tree *t, const Node *n) {
    const float sign = n->decider == QTTT_O ? -1.0f : 1.0f, max_lead = half_points_of(t->top);
    return (View){sign, sign * half_points_of(mean_of(n)), explore_of(t, n, max_lead), max_lead};
}

/* The side of a coin that is not proven yet; of two, the one with fewer visits. */
static uint32_t select_side(const Tree *t, uint32_t side) {
    if (is_proven(t, side)) return side + 1;
    if (is_proven(t, side + 1)) return side;
    return side + (LOAD(t->edge.tally[side].visits) > LOAD(t->edge.tally[side + 1].visits));
}

/* Whether a move of the root can still exceed the proven bound. Others are skipped while there is
 * such a move, because visiting them proves nothing. */
static int is_open(const Tree *t, const Node *root, uint32_t edge) {
    const Node *const child = t->node + child_of(t, edge);
    if (child == t->node || !(t->features & QTTT_PROOFS)) return 1;
    return root->decider == QTTT_X ? LOAD(child->high) > LOAD(root->low)
                                      : LOAD(child->low) < LOAD(root->high);
}

/* UCT tries each move once first, in random order: the next one for this thread; NO_EDGE after the
 * last. An odd step leads through all numbers below a power of two. */
static uint32_t next_untried(const Tree *t, Node *n) {
    const uint64_t order = mix(n->key + t->order), step = order >> 32 | 1;
    const uint32_t size = n->edges > 1 ? 2u << (31 - __builtin_clz(n->edges - 1u)) : 1;
    while (LOAD(n->tried) < size) {
        const uint32_t number = ADD(n->tried, 1), at = (uint32_t)(order + number * step) % size;
        if (number >= size || at >= n->edges) continue;
        if (LOAD(t->edge.known[n->first + at]) == OPEN) return n->first + at;
    }
    return NO_EDGE;
}

/* The priority of a move that is proven or belongs to the root, where some cannot become best. */
static float special_priority(const Tree *t, const Node *n, uint32_t edge, float prospect,
                              float sign) {
    if (n == root_of_tree(t) && !is_open(t, n, edge)) return is_proven(t, edge) ? PROVEN : CLOSED;
    return is_proven(t, edge) ? sign * half_points_of(LOAD(t->edge.tally[edge].mean)) : prospect;
}

/* Replaces the prospects of a block by priorities. Few blocks have proven moves. */
static void write_priorities(float *restrict prospect, const Tree *t, const Node *n, uint32_t first,
                             uint32_t count, float sign) {
    const uint8_t *const known = t->edge.known + first;
    const int checks_all = n == root_of_tree(t) && t->features & QTTT_PROOFS;
    uint8_t all = 0;
    for (uint32_t i = 0; i < count; i++) all |= known[i];
    if (all & SOLVED || checks_all) {
        for (uint32_t i = 0; i < count; i++) {
            const uint8_t state = LOAD(known[i]);
            if (state == SOLVED || (state == OPEN && checks_all))
                prospect[i] = special_priority(t, n, first + i, prospect[i], sign);
        }
    }
    if (all & LEFT_OUT)
        for (uint32_t i = 0; i < count; i++) prospect[i] = known[i] & LEFT_OUT ? LEAST : prospect[i];
}

/* The greatest of these numbers above LEAST, of which there are a multiple of LANES; else LEAST. */
static float greatest(const float *of, uint32_t count) {
    float lane[LANES];
    for (uint32_t j = 0; j < LANES; j++) lane[j] = LEAST;
    for (uint32_t i = 0; i < count; i += LANES)
        for (uint32_t j = 0; j < LANES; j++)
            lane[j] = of[i + j] > lane[j] ? of[i + j] : lane[j];
    for (uint32_t j = 1; j < LANES; j++) lane[0] = lane[j] > lane[0] ? lane[j] : lane[0];
    return lane[0];
}

/* Whether a move needs no first visit. */
static int is_known(const Tree *t, const Node *n, uint32_t edge) {
    if (LOAD(t->edge.tally[edge].visits) || LOAD(t->edge.known[edge]) != OPEN) return 1;
    return n == root_of_tree(t) && !is_open(t, n, edge);
}

/* The end of the edges to choose from: with a judge, after the first that is not known. */
static uint32_t end_of_choice(const Tree *t, Node *n) {
    if (!t->judge) return end_of_edges(n);
    const uint16_t before = LOAD(n->tried);
    uint16_t tried = before;
    while (tried < n->edges && is_known(t, n, n->first + tried)) tried++;
    if (tried != before) STORE(n->tried, tried);
    return n->first + tried + (tried < n->edges);
}

static uint32_t most_promising(const Tree *t, Node *n) {
    const View view = view_of(t, n);
    const uint32_t end = end_of_choice(t, n);
    uint32_t best = n->first;
    float best_priority = LEAST;
    for (uint32_t first = n->first; first < end; first += BLOCK) {
        const uint32_t left = end - first, count = left < BLOCK ? left : BLOCK;
        float priority[BLOCK];
        uint32_t filled = count;
        write_any_prospects(priority, t, first, (int)count, view);
        write_priorities(priority, t, n, first, count, view.sign);
        while (filled % LANES) priority[filled++] = LEAST;
        const float top = greatest(priority, filled);
        if (top <= best_priority) continue;
        best_priority = top;
        for (best = first; priority[best - first] != top;) best++;
    }
    return best;
}

uint32_t select_edge(const Tree *t, Node *n) {
    if (n->decider == QTTT_CHANCE) return select_side(t, n->first);
    const uint32_t untried = t->features & QTTT_MOVE_PRIORS ? NO_EDGE : next_untried(t, n);
    return untried == NO_EDGE ? most_promising(t, n) : untried;
}
