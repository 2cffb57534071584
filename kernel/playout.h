/* Random numbers, and games played to their end by chance. */
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
    int coin; /* of equal collapses, which */
} Draw;

/* A random pair of these squares, `count` in number, all being equally likely; a random square,
 * twice, if the mark goes there whole. */
Draw draw(Squares open, uint32_t count, int whole, uint64_t random);

/* What a playout is told and tells. */
typedef struct {
    int steered; /* 0: all is left to chance */
    float merit[2][QTTT_MAX_SQUARES]; /* of O, X: how good half a mark on this square has been */
    uint8_t place[QTTT_MAX_SQUARES + 1][2]; /* out, by subscript: where each mark was placed */
} Guide;

/* Plays to the end, without a guide (NULL) by chance alone. Returns the number of plies. */
int64_t playout(const Game *game, Position *p, uint64_t *seed, Guide *guide);

/* glance.c: the square of the closing mark that looks better to the player who chooses. */
int glance_at_loop(const Game *game, Position *p, int coin);

#endif
