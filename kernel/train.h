/* Training of the judge's weights, one example at a time by AdaGrad (Duchi, Hazan & Singer 2011). */
#ifndef QTTT_TRAIN_H
#define QTTT_TRAIN_H

#include "judge.h"
#include "playout.h"

typedef struct {
    QtttTraining *state;
    float rate;
} Trainer;

/* The moves of an example, with their share of its visits. */
typedef struct {
    int count;
    uint8_t move[QTTT_MAX_MOVES][2];
    float share[QTTT_MAX_MOVES];
} Targets;

/* Steps against the gradient of a weight, which stays within +-limit. */
static inline void descend(const Trainer *t, float *weight, float gradient, float limit) {
    float *const squares = (float *)&t->state->squares + (weight - (float *)&t->state->weight);
    *squares += gradient * gradient;
    const float moved = *weight - t->rate * gradient / __builtin_sqrtf(*squares);
    *weight = moved < -limit ? -limit : moved > limit ? limit : moved;
}

/* train_value.c. Learns the value for the player to move; returns the error before. */
float learn_value(const Trainer *t, const Judge *judge, const Sight *sight, float value);

/* train_prior.c. Learns the shares of moves; returns 1 if the most visited one had the greatest
 * prior. */
int learn_priors(const Trainer *t, const Judge *judge, const Game *game, const Sight *sight,
                 const Targets *targets);

#endif
