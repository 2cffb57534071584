/* Prints digests of what the kernel computes, which must be the same on every machine.
 *
 *     results SEED EVALUATOR RULES...    one line for each of the rules (9 bytes in hex)
 *
 * Positions are those of a random game. Each is solved if the board is small, searched without and,
 * if the file EVALUATOR is for these rules, with learned weights, and played to the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../kernel/qttt.h"

enum { SEARCH_BYTES = 1 << 20, ENTRIES = 1 << 12, SIMULATIONS = 300, NODES = 20000, PLIES = 2 };

static uint64_t digest;

static uint64_t scrambled(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static void see(int64_t number) { digest = scrambled(digest * 31 + (uint64_t)number); }

static void see_real(float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    see(bits);
}

static void *cleared(size_t bytes) {
    void *const memory = calloc(bytes, 1);
    if (!memory) abort();
    return memory;
}

typedef struct {
    uint8_t rules[QTTT_RULES_BYTES];
    uint8_t places[2 * QTTT_MAX_SQUARES];
    int32_t marks;
    uint64_t seed;
    const void *evaluator; /* NULL: none for these rules */
    size_t evaluator_bytes;
} Question;

static void see_solution(const Question *q) {
    const size_t bytes = qttt_solver_bytes(ENTRIES);
    void *const solver = cleared(bytes);
    QtttAnalysis *const a = cleared(sizeof *a);
    if (!qttt_solver_init(solver, bytes, q->rules)) {
        see(qttt_solve(solver, q->places, q->marks, NODES, NULL, QTTT_DISTANCES, a));
        see(a->value), see(a->moves), see(a->line_length);
        for (int i = 0; i < a->moves; i++) see(a->move[i].value);
    }
    free(solver), free(a);
}

static void see_search(const Question *q, int is_judged) {
    void *const tree = cleared(SEARCH_BYTES);
    QtttReport *const r = cleared(sizeof *r);
    see(qttt_search_init(tree, SEARCH_BYTES, 1, q->rules, q->places, q->marks, QTTT_ALL_FEATURES,
                         is_judged ? q->evaluator : NULL, is_judged ? q->evaluator_bytes : 0));
    see(qttt_search_run(tree, q->seed, SIMULATIONS, NULL));
    see(qttt_search_report(tree, r));
    see((int64_t)r->simulations), see((int64_t)r->nodes), see(r->value), see(r->best);
    for (const QtttCandidate *c = r->candidate; c < r->candidate + r->moves; c++)
        see(c->value), see(c->visits), see(c->proven);
    free(tree), free(r);
}

static void see_evaluation(const Question *q) {
    QtttEvaluation *const e = cleared(sizeof *e);
    see(qttt_evaluate(q->rules, q->places, q->marks, q->evaluator, q->evaluator_bytes, e));
    see(e->value), see(e->moves);
    for (int i = 0; i < e->moves; i++) see_real(e->prior[i]);
    free(e);
}

static void see_playouts(const Question *q) {
    uint64_t seed = q->seed;
    int64_t totals[5] = {0};
    see(qttt_playouts(q->rules, q->places, q->marks, &seed, 10, totals, NULL));
    for (int i = 0; i < 5; i++) see(totals[i]);
    see((int64_t)seed);
}

/* Returns 0 if the game is over. */
static int step(Question *q) {
    uint8_t moves[2 * QTTT_MAX_MOVES], next[2 * QTTT_MAX_SQUARES];
    const int n = qttt_legal(q->rules, q->places, q->marks, moves);
    see(n), see(qttt_perft(q->rules, q->places, q->marks, PLIES, NULL));
    see_solution(q), see_playouts(q), see_search(q, 0);
    if (q->evaluator) see_search(q, 1), see_evaluation(q);
    if (n <= 0) return 0;
    const int i = (int)(scrambled(q->seed += 0x9E3779B97F4A7C15u) % (uint64_t)n);
    q->marks = qttt_play(q->rules, q->places, q->marks, moves[2 * i], moves[2 * i + 1], next);
    memcpy(q->places, next, sizeof next);
    return q->marks > 0;
}

static void *read_file(const char *path, size_t *bytes) {
    FILE *const file = fopen(path, "rb");
    if (!file) abort();
    void *const content = cleared(sizeof(QtttEvaluator) + 1);
    *bytes = fread(content, 1, sizeof(QtttEvaluator) + 1, file);
    fclose(file);
    return content;
}

static int is_for(const void *evaluator, size_t bytes, const uint8_t *rules) {
    QtttEvaluation *const e = cleared(sizeof *e);
    const int32_t error = qttt_evaluate(rules, NULL, 0, evaluator, bytes, e);
    free(e);
    return !error;
}

int main(int count, char **words) {
    if (count < 4) return 2;
    size_t bytes;
    void *const evaluator = read_file(words[2], &bytes);
    for (char **text = words + 3; text < words + count; text++) {
        Question q = {.seed = strtoull(words[1], NULL, 10), .evaluator_bytes = bytes};
        for (int i = 0; i < QTTT_RULES_BYTES; i++) {
            const char pair[3] = {(*text)[2 * i], (*text)[2 * i + 1], 0};
            q.rules[i] = (uint8_t)strtoul(pair, NULL, 16);
        }
        q.evaluator = is_for(evaluator, bytes, q.rules) ? evaluator : NULL;
        digest = 0;
        while (step(&q)) {}
        printf("%s %d %016llx\n", *text, !!q.evaluator, (unsigned long long)digest);
    }
    free(evaluator);
    return 0;
}
