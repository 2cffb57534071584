/* Random and guided playouts. */
#include "playout.h"

static inline uint32_t below(uint32_t bits, uint32_t n) {
    return (uint32_t)((uint64_t)bits * n >> 32);
}

void list_open(OpenSquares *open, Squares squares) {
    open->squares = squares;
    open->count = 0;
    for (; squares; squares &= squares - 1)
        open->square[open->count++] = (QtttNumber)first_square(squares);
}

Draw draw(const OpenSquares *open, int whole, uint64_t random) {
    const uint32_t i = below((uint32_t)random, open->count);
    const int a = open->square[i];
    if (whole) return (Draw){a, a, 0};
    const uint32_t j = below((uint32_t)(random >> 32) & ~1u, open->count - 1);
    return (Draw){a, open->square[j + (j >= i)], (int)(random >> 32) & 1};
}

/* Returns the better of two random placements, by the average results of moves (MAST: Finnsson &
 * Bjornsson 2008), here kept by square. */
static Draw better_draw(const OpenSquares *open, const float *merit, Draw first, uint64_t random) {
    const Draw second = draw(open, 0, random);
    return merit[second.a] + merit[second.b] > merit[first.a] + merit[first.b] ? second : first;
}

static void decide(const Game *game, Position *p, int coin, const Guide *guide) {
    if (guide && guide->guided && game->rules.chooser != CHANCE)
        collapse(p, better_collapse(game, p, coin));
    else
        collapse(p, coin ? p->a : p->b);
}

/* Plays a random legal placement and collapses the loop that it closes. Returns the number of
 * plies, 0 if the pair is forbidden. */
static int random_turn(const Game *game, Position *p, const OpenSquares *open, uint64_t *seed,
                       Guide *guide) {
    const int whole = open->count == 1 || game->rules.classical, player = (p->marks + 1) & 1;
    Draw d = draw(open, whole, next_random(seed));
    if (guide && guide->guided && !whole)
        d = better_draw(open, guide->merit[player], d, next_random(seed));
    if (!whole && game->rules.no_pair_loops && is_pair(p, d.a, d.b)) return 0;
    if (guide) {
        guide->place[p->marks + 1][0] = (uint8_t)d.a;
        guide->place[p->marks + 1][1] = (uint8_t)d.b;
    }
    if (whole || root_of(p, d.a) != root_of(p, d.b)) {
        play(p, d.a, d.b);
        return 1;
    }
    p->marks++;
    p->loop = 1;
    p->a = (uint8_t)d.a;
    p->b = (uint8_t)d.b;
    decide(game, p, d.coin, guide);
    return 2;
}

int64_t playout(const Game *game, Position *p, uint64_t *seed, Guide *guide) {
    const int can_block = game->rules.no_pair_loops;
    OpenSquares open;
    int64_t plies = 0;
    if (p->loop) {
        decide(game, p, (int)(next_random(seed) >> 63), guide);
        plies++;
    }
    open.squares = ~p->open;
    for (;;) {
        const int has_changed = p->open != open.squares; /* else no line and no end is new */
        if ((has_changed || can_block) && termination_of(game, p) >= 0) return plies;
        if (has_changed) list_open(&open, p->open);
        plies += random_turn(game, p, &open, seed, guide);
    }
}

int64_t qttt_playouts(const uint8_t *rules, const uint8_t *places, int32_t marks, uint64_t *seed,
                      int64_t games, int64_t *totals, const volatile int32_t *stop) {
    Game game;
    Position start;
    QtttOutcome outcome;
    int error = game_init(&game, rules);
    if (!error) error = position_load(&game, places, marks, &start);
    if (error) return error;
    int64_t plies = 0;
    for (int64_t i = 0; i < games && !(stop && *stop); i++) {
        Position p = start;
        plies += playout(&game, &p, seed, NULL);
        score_game(&game, &p, &outcome);
        totals[0] += outcome.x;
        totals[1] += outcome.o;
        totals[outcome.x > outcome.o ? 2 : outcome.x < outcome.o ? 3 : 4]++;
    }
    return plies;
}
