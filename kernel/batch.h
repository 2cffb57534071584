/* Batched stepping of games (batch.c), with the C API in api_batch.c; not in the WebAssembly. */
#ifndef QTTT_BATCH_H
#define QTTT_BATCH_H

#include "playout.h"

enum { MAX_ACTIONS = QTTT_MAX_SQUARES * (QTTT_MAX_SQUARES + 1) / 2 };

typedef struct {
    Position p;
    uint64_t coins, samples; /* random streams for coins and for sample_action */
    OpenSquares open;        /* of p when sample_action was last called */
} Slot;

typedef struct {
    uint64_t magic;
    Game game;
    QtttArrays arrays;
    int64_t games;
    int32_t actions;
    int32_t options;
    int32_t row[QTTT_MAX_SQUARES]; /* row[a] + b is the action of a <= b */
    uint8_t first[MAX_ACTIONS], second[MAX_ACTIONS];
    Slot slot[];
} Batch;

static inline int action_of(const Batch *b, int a, int c) {
    return a < c ? b->row[a] + c : b->row[c] + a;
}

int next_decider(const Game *game, const Position *p, int over); /* QtttDecider */
void write_rows(Batch *b, int64_t i, int over);   /* writes all arrays but done and rewards */
void write_result(Batch *b, int64_t i, int over); /* writes done and rewards */
void begin_game(Batch *b, int64_t i);            /* on the empty board */
int step_game(Batch *b, int64_t i, int action);  /* 1 if the game ended */
int64_t sample_action(Batch *b, int64_t i);      /* a random legal action; 0 if the game is over */

#endif
