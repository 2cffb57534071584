/* C API of training: steps, and files of weights. */
#include "train.h"

#ifdef QTTT_IS_LIBRARY

static float uniform(uint64_t *seed) { return (float)(next_random(seed) >> 40) / (1 << 24); }

int32_t qttt_training_init(QtttTraining *training, uint64_t seed) {
    QtttParameters *const w = &training->weight;
    float *const weight = (float *)w, *const squares = (float *)&training->squares;
    for (size_t i = 0; i < sizeof *w / sizeof(float); i++) weight[i] = 0, squares[i] = 0.05f;
    for (int i = 0; i < QTTT_ENTRIES; i++)
        for (int k = 0; k < QTTT_WIDTH; k++) w->entry[i][k] = 0.05f * (uniform(&seed) - 0.5f);
    for (int k = 0; k < QTTT_WIDTH; k++) {
        for (int i = 0; i < QTTT_WIDTH; i++) w->layer[k][i] = 0.8f * (uniform(&seed) - 0.5f);
        w->last[k] = 0.6f * (uniform(&seed) - 0.5f);
    }
    training->positions = 0;
    return 0;
}

/* --- steps --------------------------------------------------------------------------------------- */

/* Maps a square by a symmetry: bit 0 exchanges left and right, 1 top and bottom, 2 (of a square
 * board) rows and columns. */
static int image_of(const Game *g, int symmetry, int square) {
    const int rows = g->rules.rows, cols = g->rules.cols;
    int row = square / cols, col = square % cols;
    if (symmetry & 1) col = cols - 1 - col;
    if (symmetry & 2) row = rows - 1 - row;
    return symmetry & 4 ? col * cols + row : row * cols + col;
}

static void map_pair(const Game *g, int symmetry, const uint8_t *from, uint8_t *to) {
    const int a = image_of(g, symmetry, from[0]), b = image_of(g, symmetry, from[1]);
    to[0] = (uint8_t)(a < b ? a : b), to[1] = (uint8_t)(a < b ? b : a);
}

/* Writes the legal moves with their shares of visits; none if the example has none. */
static void write_targets(const Game *g, const Position *p, const QtttExample *e, int symmetry,
                          Targets *targets) {
    int16_t index[QTTT_MAX_SQUARES][QTTT_MAX_SQUARES];
    uint64_t total = 0;
    targets->count = 0;
    for (int i = 0; i < e->moves; i++) total += e->visits[i];
    if (!total || g->rules.classical || count_squares(p->open) < 2) return;
    targets->count = list_moves(g, p, &targets->move[0][0]);
    for (int i = 0; i < targets->count; i++) {
        index[targets->move[i][0]][targets->move[i][1]] = (int16_t)i;
        targets->share[i] = 0;
    }
    for (int i = 0; i < e->moves; i++) {
        uint8_t move[2];
        map_pair(g, symmetry, e->move[i], move);
        if (refusal_of(g, p, move[0], move[1]) < 0)
            targets->share[index[move[0]][move[1]]] += (float)e->visits[i] / (float)total;
    }
}

/* Whether the numbers of an example are in their ranges. */
static int is_sound(const Game *g, const QtttExample *e) {
    if (e->marks < 0 || e->marks > g->size || !(e->value >= -1 && e->value <= 1)) return 0;
    if (e->moves < 0 || e->moves > QTTT_EXAMPLE_MOVES) return 0;
    for (int i = 0; i < e->marks; i++)
        if (e->places[i][0] >= g->size || e->places[i][1] >= g->size) return 0;
    for (int i = 0; i < e->moves; i++)
        if (e->move[i][0] >= g->size || e->move[i][1] >= g->size) return 0;
    return 1;
}

/* Loads the position of an example, mapped by a symmetry; returns 0, or QTTT_BAD_POSITION. */
static int load(const Game *g, const QtttExample *e, int symmetry, Position *p) {
    uint8_t places[2 * QTTT_MAX_SQUARES];
    if (!is_sound(g, e)) return QTTT_BAD_POSITION;
    for (int mark = 0; mark < e->marks; mark++)
        map_pair(g, symmetry, e->places[mark], places + 2 * mark);
    return position_load(g, places, e->marks, p) || p->loop ? QTTT_BAD_POSITION : 0;
}

/* Learns from a sound example. */
static void learn(const Trainer *t, const Judge *j, const Game *g, const QtttExample *e,
                  int symmetry, QtttLoss *loss) {
    Position p;
    Sight sight;
    Targets targets;
    load(g, e, symmetry, &p);
    judge_see(j, g, &p, &sight);
    const float missed = learn_value(t, j, &sight, e->marks & 1 ? -e->value : e->value);
    loss->value_error += missed * missed;
    write_targets(g, &p, e, symmetry, &targets);
    if (targets.count) {
        loss->best_found += (float)learn_priors(t, j, g, &sight, &targets);
        loss->ranked++;
    }
    t->state->positions++;
}

int32_t qttt_train(QtttTraining *training, const uint8_t *rules, const QtttExample *examples,
                   int64_t count, float rate, uint64_t seed, QtttLoss *loss) {
    Game game;
    Judge judge;
    const Trainer trainer = {training, rate};
    Position position;
    int error = game_init(&game, rules);
    for (int64_t i = 0; i < count && !error; i++) error = load(&game, examples + i, 0, &position);
    if (error) return error;
    const int symmetries = game.rules.rows == game.rules.cols ? 8 : 4;
    judge_list_patterns(&judge, &game);
    *loss = (QtttLoss){0, 0, 0};
    for (int64_t i = 0; i < count; i++) {
        const int symmetry = (int)(next_random(&seed) % (uint64_t)symmetries);
        learn(&trainer, &judge, &game, examples + i, symmetry, loss);
    }
    if (count > 0) loss->value_error /= (float)count;
    if (loss->ranked) loss->best_found /= (float)loss->ranked;
    return 0;
}

/* --- files --------------------------------------------------------------------------------------- */

static void write_bytes(int8_t *to, const float *from, size_t count, float scale) {
    for (size_t i = 0; i < count; i++) {
        const float scaled = scale * from[i];
        to[i] = (int8_t)(scaled < -127 ? -127 : scaled > 127 ? 127 : scaled + (scaled < 0 ? -0.5f : 0.5f));
    }
}

static void write_words(int16_t *to, const float *from, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float scaled = 1024 * from[i];
        to[i] = (int16_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
    }
}

int32_t qttt_training_write(const QtttTraining *training, const uint8_t *rules,
                            QtttEvaluator *e) {
    static const uint8_t MAGIC[8] = {'Q', 'T', 'T', 'T', 'e', 'v', 'l', '1'};
    const QtttParameters *const w = &training->weight;
    Game game;
    const int error = game_init(&game, rules);
    if (error) return error;
    *e = (QtttEvaluator){.bytes = sizeof *e, .positions = training->positions};
    for (int i = 0; i < 8; i++) e->magic[i] = MAGIC[i];
    for (int i = 0; i < QTTT_RULES_BYTES; i++) e->rules[i] = rules[i];
    write_words(e->bias, w->bias, QTTT_WIDTH);
    write_words(e->layer[0], w->layer[0], QTTT_WIDTH * QTTT_WIDTH);
    write_words(e->layer_bias, w->layer_bias, QTTT_WIDTH);
    write_words(e->last, w->last, QTTT_WIDTH);
    write_words(&e->last_bias, &w->last_bias, 1);
    write_bytes(e->entry[0], w->entry[0], sizeof e->entry, 64);
    write_bytes(e->merit[0], w->merit[0], sizeof e->merit, 16);
    write_bytes(e->joint[0], w->joint[0], sizeof e->joint, 16);
    write_bytes(e->codes[0], w->codes[0], sizeof e->codes, 16);
    write_bytes(e->loop[0], w->loop[0], sizeof e->loop, 16);
    write_bytes(e->join[0], w->join[0], sizeof e->join, 16);
    return 0;
}

#endif
