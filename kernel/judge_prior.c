/* The judge's priors of moves. */
#include "judge.h"

#define UNIFORM 0.03f /* share of the priors that all moves have in equal parts */

/* Merits of squares, and of pairs in the order in which their pattern lists them. */
typedef struct {
    int32_t square[QTTT_MAX_SQUARES + 1];
    int16_t pair[QTTT_MAX_SQUARES][QTTT_MAX_SQUARES];
} Merits;

static void add_merits(const Judge *j, const Game *g, const Sight *s, Merits *m) {
    for (int a = 0; a < g->size; a++) {
        m->square[a] = 0;
        for (int b = 0; b < g->size; b++) m->pair[a][b] = 0;
    }
    m->square[NO_SQUARE] = 0;
    for (int i = 0; i < j->patterns; i++) {
        const uint8_t *const at = j->pattern[i].square;
        const int8_t *const merit = j->weights->merit[s->pattern[i]];
        const int8_t *joint = j->weights->joint[s->pattern[i]];
        const int squares = j->pattern[i].squares;
        for (int a = 0; a < 4; a++) m->square[at[a]] += merit[a];
        for (int a = 0; a < squares; a++)
            for (int b = a + 1; b < squares; b++)
                m->pair[at[a]][at[b]] = (int16_t)(m->pair[at[a]][at[b]] + *joint++);
    }
}

static int distance(const Game *g, int a, int b) {
    const int cols = g->rules.cols, down = a / cols - b / cols, right = a % cols - b % cols;
    const int rows = down < 0 ? -down : down, columns = right < 0 ? -right : right;
    return rows > columns ? rows : columns;
}

Tie judge_tie(const Game *g, const Sight *s, int a, int b) {
    const int is_loop = s->root[a] == s->root[b];
    const int low = s->code[a] < s->code[b] ? s->code[a] : s->code[b];
    const int codes = low * QTTT_CODES + (s->code[a] ^ s->code[b] ^ low);
    if (is_loop) return (Tie){1, codes, at_most(s->size[a], 15), at_most(distance(g, a, b), 7)};
    const int one = at_most(s->size[a], 7), other = at_most(s->size[b], 7);
    return (Tie){0, codes, at_most(one, other), one < other ? other : one};
}

/* The logit of a mark on two squares, in units of 1/16. */
static int logit_of(const Judge *j, const Game *g, const Sight *s, const Merits *m, int a, int b) {
    const QtttEvaluator *const w = j->weights;
    const Tie tie = judge_tie(g, s, a, b);
    return m->square[a] + m->square[b] + m->pair[a][b] + m->pair[b][a] +
           w->codes[tie.is_loop][tie.codes] +
           (tie.is_loop ? w->loop : w->join)[tie.row][tie.column];
}

/* Sorts moves by their gaps to the greatest logit, equal ones in their order. */
static void sort_by_gap(const Judge *j, const uint8_t *gap, Ranking *r) {
    uint16_t next[MAX_GAP + 2] = {0};
    uint8_t move[QTTT_MAX_MOVES][2];
    uint64_t total = 0;
    for (int i = 0; i < r->count; i++) {
        move[i][0] = r->move[i][0], move[i][1] = r->move[i][1];
        next[gap[i] + 1]++;
        total += j->likelihood[gap[i]];
    }
    for (int i = 0; i < MAX_GAP; i++) next[i + 1] = (uint16_t)(next[i + 1] + next[i]);
    const float least = UNIFORM / (float)r->count, scale = (1 - UNIFORM) / (float)total;
    for (int i = 0; i < r->count; i++) {
        const int at = next[gap[i]]++;
        r->move[at][0] = move[i][0], r->move[at][1] = move[i][1];
        r->prior[at] = scale * (float)j->likelihood[gap[i]] + least;
    }
}

void judge_rank(const Judge *j, const Game *g, const Position *p, Ranking *r) {
    int16_t logit[QTTT_MAX_MOVES];
    int greatest = INT16_MIN;
    uint8_t gap[QTTT_MAX_MOVES];
    Merits merits;
    Sight sight;
    if (r->move[0][0] == r->move[0][1]) { /* whole marks */
        for (int i = 0; i < r->count; i++) r->prior[i] = 1 / (float)r->count;
        return;
    }
    judge_see(j, g, p, &sight);
    add_merits(j, g, &sight, &merits);
    for (int i = 0; i < r->count; i++) {
        logit[i] = (int16_t)logit_of(j, g, &sight, &merits, r->move[i][0], r->move[i][1]);
        greatest = logit[i] > greatest ? logit[i] : greatest;
    }
    for (int i = 0; i < r->count; i++) gap[i] = (uint8_t)at_most(greatest - logit[i], MAX_GAP);
    sort_by_gap(j, gap, r);
}

/* The share of the first collapse: half if a coin decides or both have the same value, and near 1 if
 * it is better for the deciding player by more than half of the greatest lead. */
float judge_collapse(const Judge *j, const Game *g, const Position *p) {
    Position one = *p, other = *p;
    const int decider = decider_of(g, p);
    if (decider == QTTT_CHANCE) return 0.5f;
    collapse(&one, p->a), collapse(&other, p->b);
    const float sign = decider == QTTT_O ? -1.0f : 1.0f;
    const float lead = sign * (float)(judge_value(j, g, &one) - judge_value(j, g, &other));
    const float halves = 2 * lead / (float)judge_top(g);
    return (1 - UNIFORM) * (0.5f + 0.5f * halves / __builtin_sqrtf(1 + halves * halves)) +
           UNIFORM / 2;
}
