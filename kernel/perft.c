/* Counting paths, and playing at random. */
#include "game.h"

/* Paths of two plies that begin with a placement, no classical ones: each pair either closes a
 * loop, which has two collapses, or leaves the same number of placements behind. */
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

static int64_t perft(const Game *game, Position *p, int plies);

static int64_t perft_collapse(const Game *game, Position *p, int square, int plies) {
    const Squares landed = collapse(p, square);
    const int64_t paths = perft(game, p, plies);
    uncollapse(p, square, landed);
    return paths;
}

static int64_t perft_loop(const Game *game, Position *p, int a, int b, int plies) {
    p->marks++;
    p->loop = 1;
    const int64_t paths =
        perft_collapse(game, p, a, plies - 1) + perft_collapse(game, p, b, plies - 1);
    p->loop = 0;
    p->marks--;
    return paths;
}

static int64_t perft_pair(const Game *game, Position *p, int a, int b, int plies) {
    if (root_of(p, a) == root_of(p, b)) return perft_loop(game, p, a, b, plies);
    const Squares hung = link(p, a, b);
    const int64_t paths = perft(game, p, plies);
    cut(p, a, b, hung);
    return paths;
}

static int64_t perft_whole(const Game *game, Position *p, int plies) {
    int64_t paths = 0;
    for (Squares left = p->open; left; left &= left - 1) {
        const int square = first_square(left);
        Position next = *p;
        play(&next, square, square);
        paths += perft(game, &next, plies);
    }
    return paths;
}

static int64_t perft(const Game *game, Position *p, int plies) {
    if (plies == 0) return 1;
    if (plies == 1) return legal_count(game, p);
    if (termination_of(game, p) >= 0) return 0;
    const int whole = game->rules.classical || count_squares(p->open) == 1;
    if (whole) return perft_whole(game, p, plies - 1);
    if (plies == 2) return count_pairs(game, p);
    int64_t paths = 0;
    for (Squares first = p->open; first; first &= first - 1) {
        const int a = first_square(first);
        for (Squares second = first & (first - 1); second; second &= second - 1) {
            const int b = first_square(second);
            if (game->rules.no_pair_loops && is_pair(p, a, b)) continue;
            paths += perft_pair(game, p, a, b, plies - 1);
        }
    }
    return paths;
}

int64_t qttt_perft(const uint8_t *rules, const uint8_t *places, int32_t marks, int32_t plies) {
    Game game;
    Position p;
    int error = game_init(&game, rules);
    if (!error) error = position_load(&game, places, marks, &p);
    if (error) return error;
    if (plies < 0) return 0;
    if (!p.loop || plies == 0) return perft(&game, &p, plies);
    const int a = p.a, b = p.b;
    return perft_collapse(&game, &p, a, plies - 1) + perft_collapse(&game, &p, b, plies - 1);
}

/* --- playouts ------------------------------------------------------------------------------- */

/* splitmix64 (Steele, Lea & Flood 2014): 64 good bits from a counter. */
static inline uint64_t next_random(uint64_t *seed) {
    uint64_t z = *seed += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline uint32_t below(uint32_t bits, uint32_t n) {
    return (uint32_t)((uint64_t)bits * n >> 32);
}

static inline int nth_square(Squares squares, int n) {
    while (n--) squares &= squares - 1;
    return first_square(squares);
}

/* A random legal placement, played; a loop it closes is collapsed at random at once. Returns the
 * number of plies. */
static int random_turn(const Game *game, Position *p, uint64_t *seed) {
    const uint64_t random = next_random(seed);
    const uint32_t open = (uint32_t)count_squares(p->open);
    const int a = nth_square(p->open, (int)below((uint32_t)random, open));
    if (open == 1 || game->rules.classical) {
        play(p, a, a);
        return 1;
    }
    const uint32_t other = below((uint32_t)(random >> 32) & ~1u, open - 1);
    const int b = nth_square(p->open & ~BIT(a), (int)other);
    if (game->rules.no_pair_loops && is_pair(p, a, b)) return 0;
    if (root_of(p, a) != root_of(p, b)) {
        link(p, a, b);
        return 1;
    }
    p->marks++;
    collapse(p, random & (1ull << 32) ? a : b);
    return 2;
}

static int64_t playout(const Game *game, Position *p, uint64_t *seed) {
    int64_t plies = 0;
    if (p->loop) {
        collapse(p, next_random(seed) >> 63 ? p->a : p->b);
        plies++;
    }
    while (termination_of(game, p) < 0) plies += random_turn(game, p, seed);
    return plies;
}

int64_t qttt_playouts(const uint8_t *rules, const uint8_t *places, int32_t marks, uint64_t *seed,
                      int64_t games, int64_t *totals) {
    Game game;
    Position start;
    QtttOutcome outcome;
    int error = game_init(&game, rules);
    if (!error) error = position_load(&game, places, marks, &start);
    if (error) return error;
    int64_t plies = 0;
    for (int64_t i = 0; i < games; i++) {
        Position p = start;
        plies += playout(&game, &p, seed);
        settle(&game, &p, &outcome);
        totals[0] += outcome.x;
        totals[1] += outcome.o;
        totals[outcome.x > outcome.o ? 2 : outcome.x < outcome.o ? 3 : 4]++;
    }
    return plies;
}
