/* Plays batches with valid and invalid input in memory of the exact size; build with sanitizers.
 *
 *     batch_fuzz SEED ROUNDS RULES...      rules as 9 bytes in hex */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../kernel/qttt.h"

#define require(truth) ((truth) ? (void)0 : broken(#truth, __LINE__))

enum { GAMES = 5, SOLVED = 2 };

static void broken(const char *promise, int line) {
    fprintf(stderr, "batch_fuzz.c:%d: not true: %s\n", line, promise);
    exit(1);
}

static uint64_t seed;

static uint64_t chance(void) {
    uint64_t z = seed += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int below(int n) { return (int)(chance() % (uint64_t)n); }

typedef struct {
    const uint8_t *rules;
    int size, actions;
    QtttArrays arrays;
    void *memory;
} Batch;

static Batch new_batch(const uint8_t *rules, int options) {
    const int n = rules[0] * rules[1], actions = n * (n + 1) / 2;
    const size_t bytes = qttt_batch_bytes(GAMES);
    Batch b = {rules, n, actions,
               {malloc(GAMES * (size_t)n * 2),
                malloc(GAMES * (size_t)(n + QTTT_EXTRA_PLANES) * (size_t)n),
                malloc(GAMES * (size_t)actions), malloc(GAMES), malloc(GAMES),
                malloc(GAMES * 2 * sizeof(float))},
               malloc(bytes)};
    memset(b.memory, 0xA5, bytes);
    require(qttt_batch_step(b.memory, NULL, 0, 0) == QTTT_BAD_MEMORY);
    require(qttt_batch_init(b.memory, bytes - 1, rules, GAMES, &b.arrays, 0, 1, 0) < 0);
    require(!qttt_batch_init(b.memory, bytes, rules, GAMES, &b.arrays, options, chance(), 0));
    return b;
}

static void give_back(Batch b) {
    free(b.arrays.places), free(b.arrays.observations), free(b.arrays.legal);
    free(b.arrays.players), free(b.arrays.done), free(b.arrays.rewards), free(b.memory);
}

/* Plays legal actions, sometimes with one corrupted. */
static void play(Batch *b) {
    int64_t *const actions = malloc(GAMES * sizeof *actions);
    const int from = below(GAMES), to = from + below(GAMES + 1 - from);
    require(!qttt_batch_sample(b->memory, actions, 0, GAMES));
    require(!qttt_batch_check(b->memory, actions, 0, GAMES));
    if (below(3) == 0) actions[from] = below(3) ? below(b->actions + 2) - 1 : (int64_t)chance();
    if (!qttt_batch_check(b->memory, actions, from, to))
        require(qttt_batch_step(b->memory, actions, from, to) >= 0);
    qttt_batch_act(b->memory, below(b->actions + 2) - 1);
    require(qttt_batch_step(b->memory, actions, from, GAMES + 1) == QTTT_BAD_MEMORY);
    free(actions);
}

/* Loads a position of the batch, sometimes with one byte corrupted. */
static void load(Batch *b, const Batch *other) {
    const int i = below(GAMES), marks = below(b->size + 2);
    uint8_t *const places = malloc((size_t)b->size * 2 + 2);
    memcpy(places, other->arrays.places + below(GAMES) * b->size * 2, (size_t)b->size * 2);
    if (below(2)) places[below(b->size * 2)] = (uint8_t)below(b->size + 1);
    uint64_t streams[2];
    require(!qttt_batch_streams(other->memory, i, streams));
    require(qttt_batch_streams(other->memory, GAMES, streams) == QTTT_BAD_MEMORY);
    qttt_batch_load(b->memory, i, places, marks, below(2) ? streams : NULL);
    require(!qttt_batch_copy(b->memory, below(GAMES), other->memory, below(GAMES)));
    if (below(8) == 0) require(!qttt_batch_reset(b->memory, i, GAMES, &seed, 0));
    free(places);
}

static void look_up(const Batch *b, void *solver) {
    int32_t *const values = malloc(SOLVED * sizeof *values);
    int32_t *const units = malloc(SOLVED * (size_t)b->actions * sizeof *units);
    uint8_t *const bytes = malloc(SOLVED), *const known = malloc(SOLVED);
    uint8_t *const places = malloc(SOLVED * (size_t)b->size * 2);
    memcpy(places, b->arrays.places, SOLVED * (size_t)b->size * 2);
    require(!qttt_probe_many(solver, places, SOLVED, values, bytes, known));
    if (places[2 * 6] != QTTT_NO_PLACE && places[2 * (b->size + 6)] != QTTT_NO_PLACE)
        require(qttt_solve_many(solver, places, SOLVED, NULL, values, bytes, units) == SOLVED);
    places[below(SOLVED * b->size * 2)] = (uint8_t)chance();
    qttt_probe_many(solver, places, SOLVED, values, bytes, known);
    free(values), free(units), free(bytes), free(known), free(places);
}

static void try_rules(const uint8_t *rules, int rounds) {
    Batch one = new_batch(rules, below(4)), other = new_batch(rules, QTTT_AUTO_RESET);
    const size_t bytes = qttt_solver_bytes(64);
    void *const solver = malloc(bytes);
    const int is_solved = one.size >= 7 && !qttt_solver_init(solver, bytes, rules);
    for (int round = 0; round < rounds; round++) {
        play(&one);
        play(&other);
        if (below(4) == 0) load(&one, &other);
        if (is_solved && below(8) == 0) look_up(&other, solver);
    }
    free(solver), give_back(one), give_back(other);
}

int main(int argc, char **argv) {
    seed = strtoull(argv[1], NULL, 10);
    for (int i = 3; i < argc; i++) {
        uint8_t *const rules = malloc(QTTT_RULES_BYTES);
        for (int k = 0; k < QTTT_RULES_BYTES; k++) {
            const char digits[3] = {argv[i][2 * k], argv[i][2 * k + 1], 0};
            rules[k] = (uint8_t)strtoul(digits, NULL, 16);
        }
        try_rules(rules, atoi(argv[2]));
        free(rules);
    }
    return 0;
}
