/* Random numbers and playouts. */
#ifndef QTTT_PLAYOUT_H
#define QTTT_PLAYOUT_H

#include "game.h"

/* The finaliser of splitmix64 (Steele, Lea & Flood 2014): every bit depends on every other. */
static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline uint64_t next_random(uint64_t *seed) { return mix(*seed += 0x9E3779B97F4A7C15u); }

typedef struct {
    int a, b;
    int coin; /* breaks ties between collapses */
} Draw;

/* A set of squares as a list, to draw from. */
typedef struct {
    Squares squares;
    uint32_t count;
    QtttNumber square[QTTT_MAX_SQUARES];
} OpenSquares;

void list_open(OpenSquares *open, Squares squares);

/* Draws a pair of open squares uniformly; one square twice if the mark is whole. */
Draw draw(const OpenSquares *open, int whole, uint64_t random);

/* Input and output of a playout. */
typedef struct {
    int guided; /* 0: uniformly random */
    float merit[2][QTTT_MAX_SQUARES]; /* of O, X: mean result of marks with a half on this square */
    uint8_t place[QTTT_MAX_SQUARES + 1][2]; /* out, by subscript: where each mark was placed */
} Guide;

/* Plays to the end, uniformly at random without a guide (NULL). Returns the number of plies. */
int64_t playout(const Game *game, Position *p, uint64_t *seed, Guide *guide);

/* loop_heuristic.c: the square of the closing mark that the heuristic prefers for the chooser. */
int better_collapse(const Game *game, Position *p, int coin);

#endif
