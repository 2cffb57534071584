/* Perft: counts paths. */
#include "game.h"

typedef struct {
    Game game;
    const volatile int32_t *stop;
} Counting;

/* Counts paths of two plies that begin with a quantum placement: each pair either closes a loop,
 * which has two collapses, or leaves the same number of placements. */
static int64_t count_pairs(const Game *game, const Position *p) {
    int64_t loops = 0, edges = 0;
    for (Squares left = p->open; left; left &= left - 1) {
        const int square = first_square(left);
        if (p->mark[square]) {
            edges++;
        } else {
            const int size = count_squares(p->tree[square]);
            loops += size * (size - 1) / 2;
        }
    }
    const int64_t open = count_squares(p->open), all = open * (open - 1) / 2, links = all - loops;
    if (!game->rules.no_pair_loops) return loops * 2 + links * all;
    return (loops - edges) * 2 + links * (all - edges - 1);
}

static int64_t perft(const Counting *c, Position *p, int plies);

static int64_t perft_collapse(const Counting *c, Position *p, int square, int plies) {
    const Squares landed = collapse(p, square);
    const int64_t paths = perft(c, p, plies);
    uncollapse(p, square, landed);
    return paths;
}

static int64_t perft_loop(const Counting *c, Position *p, int a, int b, int plies) {
    p->marks++;
    p->loop = 1;
    const int64_t paths = perft_collapse(c, p, a, plies - 1) + perft_collapse(c, p, b, plies - 1);
    p->loop = 0;
    p->marks--;
    return paths;
}

static int64_t perft_pair(const Counting *c, Position *p, int a, int b, int plies) {
    if (root_of(p, a) == root_of(p, b)) return perft_loop(c, p, a, b, plies);
    const Squares hung = link(p, a, b);
    const int64_t paths = perft(c, p, plies);
    cut(p, a, b, hung);
    return paths;
}

static int64_t perft_whole(const Counting *c, Position *p, int plies) {
    int64_t paths = 0;
    for (Squares left = p->open; left; left &= left - 1) {
        const int square = first_square(left);
        Position next = *p;
        play(&next, square, square);
        paths += perft(c, &next, plies);
    }
    return paths;
}

static int64_t perft(const Counting *c, Position *p, int plies) {
    const Game *const game = &c->game;
    if (plies == 0) return 1;
    if (plies == 1) return legal_count(game, p);
    if (plies > 2 && c->stop && *c->stop) return 0;
    if (termination_of(game, p) >= 0) return 0;
    const int whole = game->rules.classical || count_squares(p->open) == 1;
    if (whole) return perft_whole(c, p, plies - 1);
    if (plies == 2) return count_pairs(game, p);
    int64_t paths = 0;
    for (Squares first = p->open; first; first &= first - 1) {
        const int a = first_square(first);
        for (Squares second = first & (first - 1); second; second &= second - 1) {
            const int b = first_square(second);
            if (game->rules.no_pair_loops && is_pair(p, a, b)) continue;
            paths += perft_pair(c, p, a, b, plies - 1);
        }
    }
    return paths;
}

int64_t qttt_perft(const uint8_t *rules, const uint8_t *places, int32_t marks, int32_t plies,
                   const volatile int32_t *stop) {
    Counting c = {.stop = stop};
    Position p;
    int error = game_init(&c.game, rules);
    if (!error) error = position_load(&c.game, places, marks, &p);
    if (error) return error;
    if (plies < 0) return 0;
    if (!p.loop || plies == 0) return perft(&c, &p, plies);
    const int a = p.a, b = p.b;
    return perft_collapse(&c, &p, a, plies - 1) + perft_collapse(&c, &p, b, plies - 1);
}
