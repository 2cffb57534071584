/* Training of the priors. */
#include "train.h"

#ifdef QTTT_IS_LIBRARY

#define LIMIT 7.9f /* of weights, which have eight bits */

/* Sums of merits of squares and pairs, or gradients of them. */
typedef struct {
    float square[QTTT_MAX_SQUARES + 1];
    float pair[QTTT_MAX_SQUARES][QTTT_MAX_SQUARES]; /* the smaller square first */
} Merits;

static void clear(const Game *g, Merits *m) {
    for (int a = 0; a < g->size; a++) {
        m->square[a] = 0;
        for (int b = 0; b < g->size; b++) m->pair[a][b] = 0;
    }
    m->square[NO_SQUARE] = 0;
}

static float *pair_of(Merits *m, int a, int b) {
    return a < b ? &m->pair[a][b] : &m->pair[b][a];
}

static void add_merits(const Trainer *t, const Judge *j, const Sight *s, Merits *m) {
    const QtttParameters *const w = &t->state->weight;
    for (int i = 0; i < j->patterns; i++) {
        const uint8_t *const at = j->pattern[i].square;
        const float *joint = w->joint[s->pattern[i]];
        for (int a = 0; a < j->pattern[i].squares; a++) {
            m->square[at[a]] += w->merit[s->pattern[i]][a];
            for (int b = a + 1; b < j->pattern[i].squares; b++) *pair_of(m, at[a], at[b]) += *joint++;
        }
    }
}

/* The exponential of x <= 0: a power of two times a series of six terms. */
static float exponential(float x) {
    if (x < -80) return 0;
    const float doublings = x * 1.442695f;
    const int whole = (int)(doublings - 0.5f);
    const float z = (doublings - (float)whole) * 0.6931472f;
    const float series = 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4 * (1 + z / 5))));
    const union {
        uint32_t bits;
        float number;
    } power = {.bits = (uint32_t)(whole + 127) << 23};
    return series * power.number;
}

static float *loop_or_join(QtttParameters *w, const Tie *tie) {
    return tie->is_loop ? &w->loop[tie->row][tie->column] : &w->join[tie->row][tie->column];
}

/* Writes the logits of the moves; returns whether that of the most visited one is the greatest. */
static int write_logits(const Trainer *t, const Game *g, const Sight *s, Merits *m,
                        const Targets *targets, float *logit) {
    QtttParameters *const w = &t->state->weight;
    int best = 0, wanted = 0;
    for (int i = 0; i < targets->count; i++) {
        const int a = targets->move[i][0], b = targets->move[i][1];
        const Tie tie = judge_tie(g, s, a, b);
        logit[i] = m->square[a] + m->square[b] + *pair_of(m, a, b) +
                   w->codes[tie.is_loop][tie.codes] + *loop_or_join(w, &tie);
        if (logit[i] > logit[best]) best = i;
        if (targets->share[i] > targets->share[wanted]) wanted = i;
    }
    for (int i = 0; i < targets->count; i++)
        if (i != best) logit[i] -= logit[best];
    logit[best] = 0;
    return best == wanted;
}

static void learn_patterns(const Trainer *t, const Judge *j, const Sight *s, Merits *gradient) {
    QtttParameters *const w = &t->state->weight;
    for (int i = 0; i < j->patterns; i++) {
        const uint8_t *const at = j->pattern[i].square;
        float *joint = w->joint[s->pattern[i]];
        for (int a = 0; a < j->pattern[i].squares; a++) {
            const float of_square = gradient->square[at[a]];
            if (of_square != 0) descend(t, &w->merit[s->pattern[i]][a], of_square, LIMIT);
            for (int b = a + 1; b < j->pattern[i].squares; b++, joint++) {
                const float of_pair = *pair_of(gradient, at[a], at[b]);
                if (of_pair != 0) descend(t, joint, of_pair, LIMIT);
            }
        }
    }
}

int learn_priors(const Trainer *t, const Judge *j, const Game *g, const Sight *s,
                 const Targets *targets) {
    QtttParameters *const w = &t->state->weight;
    float logit[QTTT_MAX_MOVES], sum = 0;
    Merits m;
    clear(g, &m);
    add_merits(t, j, s, &m);
    const int is_found = write_logits(t, g, s, &m, targets, logit);
    for (int i = 0; i < targets->count; i++) sum += logit[i] = exponential(logit[i]);
    clear(g, &m);
    for (int i = 0; i < targets->count; i++) {
        const int a = targets->move[i][0], b = targets->move[i][1];
        const float gradient = logit[i] / sum - targets->share[i];
        const Tie tie = judge_tie(g, s, a, b);
        m.square[a] += gradient, m.square[b] += gradient;
        *pair_of(&m, a, b) = gradient;
        descend(t, &w->codes[tie.is_loop][tie.codes], gradient, LIMIT);
        descend(t, loop_or_join(w, &tie), gradient, LIMIT);
    }
    learn_patterns(t, j, s, &m);
    return is_found;
}

#endif
