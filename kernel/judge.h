/* The judge: values and priors of moves by learned weights (QtttEvaluator).
 *
 * Each square of a position has a code for what it holds, as the player to move sees it. Every three
 * and four squares in a row and every block of 2x2 is a pattern; its codes are an index into
 * tables. The weights do not depend on the size of the board.
 *
 *     value   the sum of the patterns' entries, and of those for entanglements, marks to come and
 *             the number of entanglements; then a layer of 16 units
 *     prior   the softmax of the sums of the patterns' merits for the two squares of a mark
 *
 * All sums are integers, which fit their types for any weights; so the results are the
 * same on every machine. */
#ifndef QTTT_JUDGE_H
#define QTTT_JUDGE_H

#include "game.h"

enum {
    MAX_PATTERNS = 9 * QTTT_MAX_SQUARES, /* a square begins at most 9 */
    NO_SQUARE = QTTT_MAX_SQUARES,        /* the fourth square of three in a row; its code is 0 */
    MAX_GAP = 255,                       /* greatest difference of logits that matters */
    MAX_INPUTS = MAX_ENTANGLEMENTS + 2,
    HALF_POINT = QTTT_SEARCH_UNITS_PER_POINT / 2,
};

typedef struct {
    const QtttEvaluator *weights;
    int32_t patterns;
    struct {
        uint8_t square[4], squares;
        uint16_t first; /* index of its entry if all codes are 0 */
    } pattern[MAX_PATTERNS];
    uint32_t likelihood[MAX_GAP + 1]; /* exp(-gap / 16), in units of 1/2^31 */
} Judge;

/* What the judge sees of a position without a pending loop. */
typedef struct {
    uint8_t code[QTTT_MAX_SQUARES + 1];
    uint8_t root[QTTT_MAX_SQUARES]; /* of the entanglement of an open square, */
    uint8_t size[QTTT_MAX_SQUARES]; /* and its number of squares; 1: free */
    uint16_t pattern[MAX_PATTERNS]; /* indices of entries */
    int inputs;
    uint16_t input[MAX_INPUTS]; /* indices of the other entries */
} Sight;

/* Moves of a position, and their priors. */
typedef struct {
    int count;
    uint8_t move[QTTT_MAX_MOVES][2];
    float prior[QTTT_MAX_MOVES];
} Ranking;

/* Indices of the weights for what a mark connects: in `loop`, or in `join`. */
typedef struct {
    int is_loop, codes, row, column;
} Tie;

static inline int at_most(int number, int limit) { return number < limit ? number : limit; }

/* The greatest possible lead. */
static inline int64_t judge_top(const Game *g) {
    return (g->rules.scoring == GOFF || g->rules.scoring == MATCH ? 4 : 2) * HALF_POINT;
}

/* judge.c. Returns 0, or an error. */
int judge_init(Judge *judge, const Game *game, const void *evaluator, size_t bytes);

/* Lists the patterns alone, for training. */
void judge_list_patterns(Judge *judge, const Game *game);

/* Of a position without a pending loop. */
void judge_see(const Judge *judge, const Game *game, const Position *p, Sight *sight);

/* The value of any position for X, where HALF_POINT is half a point. */
int32_t judge_value(const Judge *judge, const Game *game, const Position *p);

/* judge_prior.c. Writes the priors of these placements and sorts them, the likeliest first. */
void judge_rank(const Judge *judge, const Game *game, const Position *p, Ranking *ranking);

Tie judge_tie(const Game *game, const Sight *sight, int a, int b);

/* The prior of the first of two collapses; the second has the rest. */
float judge_collapse(const Judge *judge, const Game *game, const Position *p);

#endif
