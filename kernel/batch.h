/* Many games in step: batch.c plays them, batches.c is the border. Not in the WebAssembly. */
#ifndef QTTT_BATCH_H
#define QTTT_BATCH_H

#include "game.h"

enum { MOST_ACTIONS = QTTT_MAX_SQUARES * (QTTT_MAX_SQUARES + 1) / 2 };

typedef struct {
    Position p;
    uint64_t coins, samples; /* streams of random numbers: what chance decides, what is sampled */
} Slot;

typedef struct {
    uint64_t magic;
    Game game;
    QtttArrays arrays;
    int64_t games;
    int32_t actions;
    int32_t options;
    int32_t row[QTTT_MAX_SQUARES]; /* row[a] + b is the action of a <= b */
    uint8_t first[MOST_ACTIONS], second[MOST_ACTIONS];
    Slot slot[];
} Batch;

static inline int action_of(const Batch *b, int a, int c) {
    return a < c ? b->row[a] + c : b->row[c] + a;
}

int next_of(const Game *game, const Position *p, int over); /* QTTT_..._NEXT */
void show_game(Batch *b, int64_t i, int over);   /* writes its rows, but for how it ended */
void show_result(Batch *b, int64_t i, int over); /* writes that */
void begin_game(Batch *b, int64_t i);            /* on the empty board */
int step_game(Batch *b, int64_t i, int action);  /* 1 if it ended */
int64_t sample_action(Batch *b, int64_t i);      /* a random legal one; 0 if it is over */

#endif
