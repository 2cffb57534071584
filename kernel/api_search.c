/* C API of the tree search: validates arguments and writes reports. */
#include "tree.h"

static const uint64_t MAGIC = 0x5145455254545451; /* "QTTTREEQ" */

static int is_tree(const void *memory) {
    return memory && (uintptr_t)memory % 8 == 0 && ((const Tree *)memory)->magic == MAGIC;
}

static int set_judge(Tree *t, size_t bytes, const void *evaluator, size_t evaluator_bytes) {
    if (bytes < TREE_BYTES + JUDGE_BYTES) return QTTT_BAD_MEMORY;
    t->judge = (Judge *)((char *)t + TREE_BYTES);
    t->features = (t->features | QTTT_MOVE_PRIORS) & ~(QTTT_AMAF | QTTT_GUIDED_PLAYOUTS);
    return judge_init(t->judge, &t->game, evaluator, evaluator_bytes);
}

int32_t qttt_search_init(void *memory, size_t bytes, int32_t is_zero, const uint8_t *rules,
                         const uint8_t *places, int32_t marks, uint32_t features,
                         const void *evaluator, size_t evaluator_bytes) {
    Tree *const t = memory;
    if (!memory || (uintptr_t)memory % 8 || bytes < TREE_BYTES) return QTTT_BAD_MEMORY;
    t->magic = 0;
    int error = game_init(&t->game, rules);
    if (!error) error = position_load(&t->game, places, marks, &t->root);
    t->judge = NULL;
    t->features = features;
    if (!error && evaluator) error = set_judge(t, bytes, evaluator, evaluator_bytes);
    if (error) return error;
    error = tree_init(t, bytes, is_zero);
    if (!error) t->magic = MAGIC;
    return error;
}

int32_t qttt_search_run(void *memory, uint64_t seed, uint64_t simulations,
                        const volatile int32_t *stop) {
    return is_tree(memory) ? simulate(memory, seed, simulations, stop) : QTTT_BAD_MEMORY;
}

/* Unit conversion: QTTT_SEARCH_UNITS_PER_POINT is one point, FINE is half a point. */
static int32_t value_of(const Node *n) {
    const int32_t mean = mean_of(n), low = LOAD(n->low), high = LOAD(n->high);
    return mean < low ? low : mean > high ? high : mean;
}

static QtttCandidate candidate_of(const Tree *t, uint32_t edge, int a, int b) {
    const int proven = is_proven(t, edge); /* read before the value, not to miss a concurrent proof */
    return (QtttCandidate){
        .move = {(uint8_t)a, (uint8_t)b},
        .proven = (uint8_t)proven,
        .value = value_of_edge(t, edge),
        .visits = (uint32_t)LOAD(t->edge.tally[edge].visits),
    };
}

static void report_candidates(const Tree *t, QtttReport *r) {
    uint8_t moves[2 * QTTT_MAX_MOVES];
    const Node *const root = root_of_tree(t);
    const uint32_t fixing = tree_stabiliser(t, &t->root);
    r->moves = list_moves(&t->game, &t->root, moves);
    const int somebody_moves = r->moves && root->decider != QTTT_CHANCE;
    const uint32_t best = somebody_moves ? tree_best(t, root) : NO_EDGE;
    for (int i = 0; i < r->moves; i++) {
        const int a = moves[2 * i], b = moves[2 * i + 1];
        const uint32_t edge = tree_edge(t, root, fixing, a, b);
        const uint8_t *const move = t->edge.move[edge];
        r->candidate[i] = candidate_of(t, edge, a, b);
        if (edge == best && a == move[0] && b == move[1]) r->best = i;
    }
}

/* The principal variation, as far as the tree reaches, up to the first coin. */
static void report_line(const Tree *t, QtttReport *r) {
    const Node *n = root_of_tree(t);
    r->line_length = 0;
    while (has_grown(n) && n->decider != QTTT_CHANCE && r->line_length < QTTT_SEARCH_LINE) {
        const uint32_t edge = tree_best(t, n);
        if (!child_of(t, edge)) return;
        r->line[r->line_length][0] = t->edge.move[edge][0];
        r->line[r->line_length++][1] = t->edge.move[edge][1];
        n = t->node + child_of(t, edge);
    }
}

int32_t qttt_search_report(const void *memory, QtttReport *report) {
    if (!is_tree(memory)) return QTTT_BAD_MEMORY;
    const Tree *const t = memory;
    report->simulations = LOAD(t->simulations);
    report->nodes = LOAD(t->nodes_used);
    report->full = LOAD(t->full);
    report->best = -1;
    report->proven = is_solved(root_of_tree(t));
    report->value = value_of(root_of_tree(t));
    report_candidates(t, report);
    report_line(t, report);
    return 0;
}

#ifdef QTTT_IS_LIBRARY
int64_t qttt_search_examples(const void *memory, uint64_t seed, uint32_t visits, int64_t count,
                             QtttExample *examples) {
    return is_tree(memory) ? tree_examples(memory, seed, visits, count, examples) : QTTT_BAD_MEMORY;
}
#endif
