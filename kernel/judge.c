/* The judge's view of a position, and its value. */
#include "judge.h"

enum {
    THREE = 0, FOUR = 512, BLOCK = 512 + 4096,     /* first entries of patterns, */
    GROUP = QTTT_PATTERNS, LEFT = GROUP + QTTT_GROUPS, /* of entanglements, marks to come, */
    TREES = LEFT + QTTT_COUNTS,                     /* and the number of entanglements */
    ONE = 1024,        /* scale of layers */
    SQUASHED = 4096,   /* scale of the squashed value */
    MAX_OUTPUT = 64 * SQUASHED,
};

enum { FREE, MINE, THEIRS, MOSTLY_MINE, RATHER_MINE, EVEN, RATHER_THEIRS, MOSTLY_THEIRS };

/* --- patterns of a board ---------------------------------------------------------------------- */

static void add_pattern(Judge *j, const Game *g, int row, int col, const int8_t (*step)[2],
                        int squares, int first) {
    const int n = j->patterns;
    for (int i = 0; i < 4; i++) {
        const int r = row + step[i][0], c = col + step[i][1];
        if (i < squares && (r >= g->rules.rows || c >= g->rules.cols || c < 0)) return;
        j->pattern[n].square[i] = (uint8_t)(i < squares ? r * g->rules.cols + c : NO_SQUARE);
    }
    j->pattern[n].squares = (uint8_t)squares;
    j->pattern[n].first = (uint16_t)first;
    j->patterns++;
}

void judge_list_patterns(Judge *j, const Game *g) {
    static const int8_t RUN[4][4][2] = {
        {{0, 0}, {0, 1}, {0, 2}, {0, 3}},
        {{0, 0}, {1, 0}, {2, 0}, {3, 0}},
        {{0, 0}, {1, 1}, {2, 2}, {3, 3}},
        {{0, 0}, {1, -1}, {2, -2}, {3, -3}},
    };
    static const int8_t SQUARE[4][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    j->patterns = 0;
    for (int square = 0; square < g->size; square++) {
        const int row = square / g->rules.cols, col = square % g->rules.cols;
        for (int direction = 0; direction < 4; direction++) {
            add_pattern(j, g, row, col, RUN[direction], 3, THREE);
            add_pattern(j, g, row, col, RUN[direction], 4, FOUR);
        }
        add_pattern(j, g, row, col, SQUARE, 4, BLOCK);
    }
}

/* --- the file ---------------------------------------------------------------------------------- */

static int is_evaluator(const QtttEvaluator *e, size_t bytes) {
    static const uint8_t MAGIC[8] = {'Q', 'T', 'T', 'T', 'e', 'v', 'l', '1'};
    if (bytes != sizeof(QtttEvaluator) || e->bytes != bytes) return 0;
    for (int i = 0; i < 8; i++)
        if (e->magic[i] != MAGIC[i]) return 0;
    return 1;
}

/* Whether it was trained with these rules, on a board of any size. */
static int fits(const QtttEvaluator *e, const Rules *r) {
    const uint8_t mine[QTTT_RULES_BYTES - 2] = {
        r->line, r->classical, r->no_pair_loops, r->chooser, r->last_empty, r->ends_full, r->scoring,
    };
    for (int i = 0; i < QTTT_RULES_BYTES - 2; i++)
        if (e->rules[i + 2] != mine[i]) return 0;
    return 1;
}

int judge_init(Judge *j, const Game *g, const void *evaluator, size_t bytes) {
    if ((uintptr_t)evaluator % 8) return QTTT_BAD_MEMORY;
    if (!is_evaluator(evaluator, bytes)) return QTTT_BAD_EVALUATOR;
    if (!fits(evaluator, &g->rules)) return QTTT_BAD_RULES;
    uint64_t likelihood = (uint64_t)1 << 31;
    for (int gap = 0; gap <= MAX_GAP; gap++) {
        j->likelihood[gap] = (uint32_t)likelihood;
        likelihood = likelihood * 4034748382u >> 32; /* exp(-1/16) * 2^32 */
    }
    j->weights = evaluator;
    judge_list_patterns(j, g);
    return 0;
}

/* --- codes -------------------------------------------------------------------------------------- */

/* Finds the entanglements; `below` counts the squares at or below an open square of its tree. */
static void see_trees(const Position *p, int mover, Sight *s, uint8_t *below) {
    int trees = 0;
    for (Squares left = p->open; left; left &= left - 1) below[first_square(left)] = 0;
    for (Squares left = p->open; left; left &= left - 1) {
        const int square = first_square(left);
        int here = square;
        for (below[here]++; p->mark[here]; below[here]++) here = p->up[here];
        s->root[square] = (uint8_t)here;
        s->size[square] = (uint8_t)count_squares(p->tree[here]);
        if (here != square) continue;
        trees++;
        if (s->size[square] == 1) continue;
        const int marks = s->size[square] - 1, of_x = count_squares(p->odd & p->tree[square]);
        const int own = mover == QTTT_X ? of_x : marks - of_x;
        s->input[s->inputs++] =
            (uint16_t)(GROUP + 16 * at_most(marks + 1, 15) + at_most(own, 15));
    }
    s->input[s->inputs++] = (uint16_t)(TREES + at_most(trees, QTTT_COUNTS - 1));
}

/* The code of an open square, where of `size` equally likely realities `lead` more give it a mark of
 * the player to move than one of the opponent. */
static uint8_t grade_of(int lead, int size) {
    const int twentieths = 20 * lead;
    if (size == 1) return FREE;
    if (twentieths >= 11 * size) return MOSTLY_MINE;
    if (twentieths >= 3 * size) return RATHER_MINE;
    if (twentieths > -3 * size) return EVEN;
    return twentieths > -11 * size ? RATHER_THEIRS : MOSTLY_THEIRS;
}

/* A mark lands on its lower square unless the square that stays empty is at or below it. */
static void see_codes(const Game *g, const Position *p, int mover, Sight *s,
                      const uint8_t *below) {
    int lead[QTTT_MAX_SQUARES] = {0};
    const Squares mine = mover == QTTT_X ? p->x : squares_of_o(g, p);
    for (Squares left = p->open; left; left &= left - 1) {
        const int square = first_square(left);
        if (!p->mark[square]) continue;
        const int sign = (p->mark[square] & 1) == (mover == QTTT_X) ? 1 : -1;
        lead[square] += sign * (s->size[square] - below[square]);
        lead[p->up[square]] += sign * below[square];
    }
    for (int square = 0; square < g->size; square++) {
        if (p->open & BIT(square))
            s->code[square] = grade_of(lead[square], s->size[square]);
        else
            s->code[square] = mine & BIT(square) ? MINE : THEIRS;
    }
    s->code[NO_SQUARE] = FREE;
}

void judge_see(const Judge *j, const Game *g, const Position *p, Sight *s) {
    const int mover = p->marks & 1 ? QTTT_O : QTTT_X;
    uint8_t below[QTTT_MAX_SQUARES];
    s->inputs = 0;
    s->input[s->inputs++] = (uint16_t)(LEFT + at_most(g->size - p->marks, QTTT_COUNTS - 1));
    see_trees(p, mover, s, below);
    see_codes(g, p, mover, s, below);
    for (int i = 0; i < j->patterns; i++) {
        const uint8_t *const at = j->pattern[i].square;
        s->pattern[i] = (uint16_t)(j->pattern[i].first + s->code[at[0]] + 8 * s->code[at[1]] +
                                   64 * s->code[at[2]] + 512 * s->code[at[3]]);
    }
}

/* --- value -------------------------------------------------------------------------------------- */

/* The greatest number whose square is at most n < 2^38. */
static int64_t square_root(int64_t n) {
    int64_t root = 0;
    for (int64_t bit = 1 << 18; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= n) root += bit;
    return root;
}

static void add_entry(int32_t *restrict sum, const int8_t *restrict entry) {
    for (int i = 0; i < QTTT_WIDTH; i++) sum[i] += entry[i];
}

/* The output of the layer for the player to move, in units of 1/SQUASHED. */
static int64_t output_of(const QtttEvaluator *w, int32_t *sum) {
    int64_t output = (int64_t)w->last_bias * ONE;
    for (int i = 0; i < QTTT_WIDTH; i++) {
        const int32_t clipped = sum[i] * (ONE / 64) + w->bias[i];
        sum[i] = clipped < -ONE ? -ONE : clipped > ONE ? ONE : clipped;
    }
    for (int k = 0; k < QTTT_WIDTH; k++) {
        int32_t unit = w->layer_bias[k] * ONE;
        for (int i = 0; i < QTTT_WIDTH; i++) unit += w->layer[k][i] * sum[i];
        if (unit < 0) unit /= 20;
        output += (int64_t)w->last[k] * (unit / ONE);
    }
    return output / (ONE * ONE / SQUASHED);
}

/* The value of a settled position, by the weights. */
static int32_t learned_value(const Judge *j, const Game *g, const Position *p) {
    int32_t sum[QTTT_WIDTH] = {0};
    Sight s;
    judge_see(j, g, p, &s);
    for (int i = 0; i < j->patterns; i++) add_entry(sum, j->weights->entry[s.pattern[i]]);
    for (int i = 0; i < s.inputs; i++) add_entry(sum, j->weights->entry[s.input[i]]);
    int64_t output = output_of(j->weights, sum);
    output = output < -MAX_OUTPUT ? -MAX_OUTPUT : output > MAX_OUTPUT ? MAX_OUTPUT : output;
    const int64_t root = square_root(SQUASHED * SQUASHED + output * output);
    const int64_t value = judge_top(g) * output / root;
    return (int32_t)(p->marks & 1 ? -value : value);
}

int32_t judge_value(const Judge *j, const Game *g, const Position *p) {
    if (!p->loop && termination_of(g, p) >= 0) {
        int32_t x, o;
        half_points(g, p, &x, &o);
        return (x - o) * HALF_POINT;
    }
    if (!p->loop) return learned_value(j, g, p);
    Position one = *p, other = *p;
    collapse(&one, p->a), collapse(&other, p->b);
    const int32_t first = judge_value(j, g, &one), second = judge_value(j, g, &other);
    const int decider = decider_of(g, p);
    if (decider == QTTT_CHANCE) return (int32_t)(((int64_t)first + second) / 2);
    return (decider == QTTT_X) == (first > second) ? first : second;
}
