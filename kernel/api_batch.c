/* C API for reinforcement learning: batched stepping and bulk queries. */
#include "batch.h"
#ifdef QTTT_IS_LIBRARY
#include "playout.h"
#include "solver.h"

static const uint64_t MAGIC = 0x7174747462617463u;

static int is_batch(const void *memory) {
    return memory && (uintptr_t)memory % 8 == 0 && ((const Batch *)memory)->magic == MAGIC;
}

static int has_games(const void *memory, int64_t from, int64_t to) {
    return is_batch(memory) && from >= 0 && from <= to && to <= ((const Batch *)memory)->games;
}

static void make_actions(Batch *b) {
    int action = 0;
    for (int a = 0; a < b->game.size; a++) {
        b->row[a] = action - a;
        for (int c = a; c < b->game.size; c++, action++) {
            b->first[action] = (uint8_t)a;
            b->second[action] = (uint8_t)c;
        }
    }
    b->actions = action;
}

static void seed_streams(Slot *slot, uint64_t seed, uint64_t number) {
    slot->coins = mix(mix(seed) + 2 * number);
    slot->samples = mix(mix(seed) + 2 * number + 1);
}

size_t qttt_batch_bytes(int64_t games) {
    const size_t limit = ((size_t)-1 - sizeof(Batch)) / sizeof(Slot);
    return games < 1 || (uint64_t)games > limit ? 0 : sizeof(Batch) + (size_t)games * sizeof(Slot);
}

int32_t qttt_batch_init(void *memory, size_t bytes, const uint8_t *rules, int64_t games,
                        const QtttArrays *arrays, int32_t options, uint64_t seed, uint64_t first) {
    Batch *const b = memory;
    const size_t needed = qttt_batch_bytes(games);
    if (!memory || (uintptr_t)memory % 8 || !needed || bytes < needed) return QTTT_BAD_MEMORY;
    b->magic = 0;
    const int error = game_init(&b->game, rules);
    if (error) return error;
    b->arrays = *arrays;
    b->games = games;
    b->options = options;
    make_actions(b);
    for (int64_t i = 0; i < games; i++) b->slot[i].p = (Position){.marks = 0};
    b->magic = MAGIC;
    return qttt_batch_reset(memory, 0, games, &seed, first);
}

int32_t qttt_batch_reset(void *memory, int64_t from, int64_t to, const uint64_t *seed,
                         uint64_t first) {
    Batch *const b = memory;
    if (!has_games(memory, from, to)) return QTTT_BAD_MEMORY;
    for (int64_t i = from; i < to; i++) {
        if (seed) seed_streams(&b->slot[i], *seed, first + (uint64_t)i);
        begin_game(b, i);
        write_result(b, i, 0);
    }
    return 0;
}

int64_t qttt_batch_check(const void *memory, const int64_t *actions, int64_t from, int64_t to) {
    const Batch *const b = memory;
    if (!has_games(memory, from, to)) return QTTT_BAD_MEMORY;
    for (int64_t i = from; i < to; i++) {
        const uint64_t action = (uint64_t)actions[i];
        const int exists = action < (uint64_t)b->actions;
        if (exists && b->arrays.legal[i * b->actions + actions[i]]) continue;
        if (b->arrays.players[i] != QTTT_NONE) return QTTT_ILLEGAL - i;
    }
    return 0;
}

int64_t qttt_batch_step(void *memory, const int64_t *actions, int64_t from, int64_t to) {
    int64_t ended = 0;
    if (!has_games(memory, from, to)) return QTTT_BAD_MEMORY;
    for (int64_t i = from; i < to; i++) ended += step_game(memory, i, (int)actions[i]);
    return ended;
}

int32_t qttt_batch_sample(void *memory, int64_t *actions, int64_t from, int64_t to) {
    if (!has_games(memory, from, to)) return QTTT_BAD_MEMORY;
    for (int64_t i = from; i < to; i++) actions[i] = sample_action(memory, i);
    return 0;
}

int32_t qttt_batch_act(void *memory, int32_t action) {
    Batch *const b = memory;
    if (!has_games(memory, 0, 1)) return QTTT_BAD_MEMORY;
    if ((uint32_t)action >= (uint32_t)b->actions || !b->arrays.legal[action]) return QTTT_ILLEGAL;
    step_game(b, 0, action);
    return b->arrays.players[0];
}

int32_t qttt_batch_load(void *memory, int64_t i, const uint8_t *places, int32_t marks,
                        const uint64_t *streams) {
    Batch *const b = memory;
    Position p;
    if (!has_games(memory, i, i + 1)) return QTTT_BAD_MEMORY;
    const int error = position_load(&b->game, places, marks, &p);
    if (error) return error;
    const int over = termination_of(&b->game, &p) >= 0;
    b->slot[i].p = p;
    if (streams) b->slot[i].coins = streams[0], b->slot[i].samples = streams[1];
    write_rows(b, i, over);
    write_result(b, i, over);
    return 0;
}

int32_t qttt_batch_streams(const void *memory, int64_t i, uint64_t *streams) {
    const Batch *const b = memory;
    if (!has_games(memory, i, i + 1)) return QTTT_BAD_MEMORY;
    streams[0] = b->slot[i].coins;
    streams[1] = b->slot[i].samples;
    return 0;
}

static int are_equal(const Rules *one, const Rules *other) {
    const uint8_t *const a = (const uint8_t *)one, *const b = (const uint8_t *)other;
    for (size_t k = 0; k < sizeof(Rules); k++)
        if (a[k] != b[k]) return 0;
    return 1;
}

int32_t qttt_batch_copy(void *memory, int64_t i, const void *other, int64_t k) {
    Batch *const b = memory;
    const Batch *const from = other;
    if (!has_games(memory, i, i + 1) || !has_games(other, k, k + 1)) return QTTT_BAD_MEMORY;
    if (!are_equal(&b->game.rules, &from->game.rules)) return QTTT_BAD_RULES;
    b->slot[i] = from->slot[k];
    write_rows(b, i, from->arrays.players[k] == QTTT_NONE);
    b->arrays.done[i] = from->arrays.done[k];
    b->arrays.rewards[2 * i] = from->arrays.rewards[2 * k];
    b->arrays.rewards[2 * i + 1] = from->arrays.rewards[2 * k + 1];
    return 0;
}

/* --- many positions in one call ---------------------------------------------------------------- */

static int marks_in(const uint8_t *places, int size) {
    int marks = 0;
    while (marks < size && places[2 * marks] != QTTT_NO_PLACE) marks++;
    return marks;
}

int64_t qttt_probe_many(void *solver, const uint8_t *places, int64_t positions, int32_t *values,
                        uint8_t *plies, uint8_t *known) {
    if (!is_solver(solver)) return QTTT_BAD_MEMORY;
    const int size = ((const Solver *)solver)->game.size;
    for (int64_t i = 0; i < positions; i++, places += 2 * size) {
        QtttMoveValue result = {.value = 0};
        const int found = qttt_probe(solver, places, marks_in(places, size), &result);
        if (found < 0) return QTTT_ILLEGAL - i;
        values[i] = result.value;
        plies[i] = result.plies;
        known[i] = (uint8_t)found;
    }
    return 0;
}

static int decider_in(const Game *game, const uint8_t *places, int marks) {
    Position p;
    position_load(game, places, marks, &p);
    return next_decider(game, &p, termination_of(game, &p) >= 0);
}

int64_t qttt_solve_many(void *solver, const uint8_t *places, int64_t positions,
                        const volatile int32_t *stop, int32_t *values, uint8_t *players,
                        int32_t *action_values) {
    if (!is_solver(solver)) return QTTT_BAD_MEMORY;
    const Solver *const s = solver;
    const int size = s->game.size, actions = size * (size + 1) / 2;
    for (int64_t i = 0; i < positions; i++, places += 2 * size, action_values += actions) {
        QtttAnalysis analysis;
        const int marks = marks_in(places, size);
        if (stop && *stop) return i;
        if (qttt_solve(solver, places, marks, 0, stop, QTTT_VALUES, &analysis))
            return QTTT_ILLEGAL - i;
        if (!analysis.exact) return i;
        values[i] = analysis.value;
        players[i] = (uint8_t)decider_in(&s->game, places, marks);
        for (int k = 0; k < analysis.moves; k++) {
            const uint8_t *const move = analysis.move[k].move;
            const int second = move[1] == QTTT_COLLAPSE ? move[0] : move[1];
            action_values[s->place[move[0]][second]] = analysis.move[k].value;
        }
    }
    return positions;
}
#endif
