/* Training of the value. */
#include "train.h"

#ifdef QTTT_IS_LIBRARY

#define LIMIT 1.98f       /* of entries, which have eight bits */
#define LAYER_LIMIT 31.0f /* of the layer's weights, which have sixteen */
#define LEAK 0.05f        /* slope of a unit below zero */

typedef struct {
    float sum[QTTT_WIDTH], clipped[QTTT_WIDTH]; /* of entries */
    float unit[QTTT_WIDTH];
    float output;
} Pass;

static void add_entries(const Judge *j, const Sight *s, const float (*entry)[QTTT_WIDTH],
                        float *sum) {
    for (int i = 0; i < j->patterns; i++)
        for (int k = 0; k < QTTT_WIDTH; k++) sum[k] += entry[s->pattern[i]][k];
    for (int i = 0; i < s->inputs; i++)
        for (int k = 0; k < QTTT_WIDTH; k++) sum[k] += entry[s->input[i]][k];
}

static void run_forward(const QtttParameters *w, const Judge *j, const Sight *s, Pass *pass) {
    for (int i = 0; i < QTTT_WIDTH; i++) pass->sum[i] = w->bias[i];
    add_entries(j, s, w->entry, pass->sum);
    for (int i = 0; i < QTTT_WIDTH; i++) {
        const float sum = pass->sum[i];
        pass->clipped[i] = sum < -1 ? -1 : sum > 1 ? 1 : sum;
    }
    pass->output = w->last_bias;
    for (int k = 0; k < QTTT_WIDTH; k++) {
        float unit = w->layer_bias[k];
        for (int i = 0; i < QTTT_WIDTH; i++) unit += w->layer[k][i] * pass->clipped[i];
        pass->unit[k] = unit > 0 ? unit : LEAK * unit;
        pass->output += w->last[k] * pass->unit[k];
    }
}

/* Learns the layer; writes the gradients of the sums. */
static void learn_layer(const Trainer *t, const Pass *pass, float of_output, float *of_sum) {
    QtttParameters *const w = &t->state->weight;
    for (int i = 0; i < QTTT_WIDTH; i++) of_sum[i] = 0;
    for (int k = 0; k < QTTT_WIDTH; k++) {
        const float of_unit = of_output * w->last[k] * (pass->unit[k] > 0 ? 1 : LEAK);
        descend(t, &w->last[k], of_output * pass->unit[k], LAYER_LIMIT);
        for (int i = 0; i < QTTT_WIDTH; i++) {
            of_sum[i] += of_unit * w->layer[k][i];
            descend(t, &w->layer[k][i], of_unit * pass->clipped[i], LAYER_LIMIT);
        }
        descend(t, &w->layer_bias[k], of_unit, LAYER_LIMIT);
    }
    descend(t, &w->last_bias, of_output, LAYER_LIMIT);
}

/* Beyond the clipping a sum still learns to come back, and slowly to go further. */
static float gradient_beyond(float sum, float gradient) {
    const int goes_further = (sum > 1 && gradient < 0) || (sum < -1 && gradient > 0);
    return goes_further ? 0.1f * gradient : gradient;
}

float learn_value(const Trainer *t, const Judge *j, const Sight *s, float value) {
    QtttParameters *const w = &t->state->weight;
    Pass pass;
    float of_sum[QTTT_WIDTH];
    run_forward(w, j, s, &pass);
    const float scale = 1 / (1 + pass.output * pass.output);
    const float error = pass.output * __builtin_sqrtf(scale) - value;
    learn_layer(t, &pass, error * scale * __builtin_sqrtf(scale), of_sum);
    for (int k = 0; k < QTTT_WIDTH; k++) {
        of_sum[k] = gradient_beyond(pass.sum[k], of_sum[k]);
        descend(t, &w->bias[k], of_sum[k], LIMIT);
    }
    for (int i = 0; i < j->patterns; i++)
        for (int k = 0; k < QTTT_WIDTH; k++)
            descend(t, &w->entry[s->pattern[i]][k], of_sum[k], LIMIT);
    for (int i = 0; i < s->inputs; i++)
        for (int k = 0; k < QTTT_WIDTH; k++)
            descend(t, &w->entry[s->input[i]][k], of_sum[k], LIMIT);
    return error;
}

#endif
