/* Heuristic for loops: compares the lines on the board after each collapse. */
#include "playout.h"

/* Weight of a line with `marks` own marks and none of the opponent, or of a run of this length:
 * each further mark multiplies it by four. */
static int weight_of(int marks) { return marks ? 1 << (2 * (marks > 8 ? 7 : marks - 1)) : 0; }

static int lines_seen(const Game *game, const Position *p) {
    const Squares o = squares_of_o(game, p);
    int sum = 0;
    for (int i = 0; i < game->lines; i++) {
        const Squares line = game->line[i];
        if (!(line & o)) sum += weight_of(count_squares(line & p->x));
        if (!(line & p->x)) sum -= weight_of(count_squares(line & o));
    }
    return sum;
}

static int runs_seen(const Game *game, const Position *p) {
    int count[QTTT_MAX_SQUARES + 1] = {0}, sum = 0;
    count_runs(game, p->x, 1, count);
    count_runs(game, squares_of_o(game, p), -1, count);
    for (int length = 2; length <= game->rules.rows || length <= game->rules.cols; length++)
        sum += count[length] * (weight_of(length) - weight_of(length - 1));
    return sum;
}

static int seen(const Game *game, const Position *p) {
    return game->rules.scoring == KRIST ? runs_seen(game, p) : lines_seen(game, p);
}

static int seen_after(const Game *game, Position *p, int square) {
    const Squares landed = collapse(p, square);
    const int sum = seen(game, p);
    uncollapse(p, square, landed);
    return sum;
}

int better_collapse(const Game *game, Position *p, int coin) {
    const int closer = p->marks & 1, chooser = game->rules.chooser == CLOSER ? closer : !closer;
    const int difference = seen_after(game, p, p->a) - seen_after(game, p, p->b);
    if (difference == 0) return coin ? p->a : p->b;
    return (difference > 0) == chooser ? p->a : p->b;
}
