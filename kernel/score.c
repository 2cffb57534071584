/* Lines, krists and scores. */
#include "game.h"

static int time_of(const Position *p, Squares line) {
    int time = 0;
    for (; line; line &= line - 1) {
        const int mark = p->mark[first_square(line)];
        if (mark > time) time = mark;
    }
    return time;
}

int find_lines(const Game *game, const Position *p, QtttLine *found) {
    const Squares o = squares_of_o(game, p);
    int n = 0;
    for (int i = 0; i < game->lines; i++) {
        const Squares line = game->line[i];
        if ((line & ~p->x) && (line & ~o)) continue;
        found[n++] = (QtttLine){line, line & ~p->x ? QTTT_O : QTTT_X, time_of(p, line)};
    }
    return n;
}

/* Shifts a set of squares by one step: right, down, down right or down left. */
static Squares step(const Game *game, Squares squares, int direction) {
    const int cols = game->rules.cols;
    const Squares first = game->first_column, last = first << (cols - 1);
    switch (direction) {
    case 0: return (squares & ~last) << 1;
    case 1: return squares << cols;
    case 2: return (squares & ~last) << (cols + 1);
    default: return (squares & ~first) << (cols - 1);
    }
}

static Squares step_back(const Game *game, Squares squares, int direction) {
    const int cols = game->rules.cols;
    const Squares first = game->first_column, last = first << (cols - 1);
    switch (direction) {
    case 0: return (squares & ~first) >> 1;
    case 1: return squares >> cols;
    case 2: return (squares & ~first) >> (cols + 1);
    default: return (squares & ~last) >> (cols - 1);
    }
}

static Squares run_from(const Game *game, Squares mine, int square, int direction) {
    Squares run = 0;
    for (Squares here = BIT(square); here; here = step(game, here, direction) & mine) run |= here;
    return run;
}

/* The maximal runs of two or more marks of one player (R14). */
static int find_krists(const Game *game, const Position *p, QtttLine *found) {
    int n = 0;
    for (int player = QTTT_X; player <= QTTT_O; player++) {
        const Squares mine = player == QTTT_X ? p->x : squares_of_o(game, p);
        for (int direction = 0; direction < 4; direction++)
            for (Squares left = mine & ~step(game, mine, direction); left; left &= left - 1) {
                const Squares run = run_from(game, mine, first_square(left), direction);
                if (run & (run - 1)) found[n++] = (QtttLine){run, player, time_of(p, run)};
            }
    }
    return n;
}

static int32_t krist_balance(const QtttLine *krist, int n) {
    int count[QTTT_MAX_SQUARES + 1] = {0};
    for (int i = 0; i < n; i++) count[count_squares(krist[i].squares)] += krist[i].player == QTTT_X ? 1 : -1;
    for (int length = QTTT_MAX_SQUARES; length > 1; length--)
        if (count[length]) return count[length] > 0 ? 1 : -1;
    return 0;
}

/* Returns +1, -1 or 0: the player (X, O, none) with the earliest line; writes its time to *time. */
static int earliest(const QtttLine *line, int n, int *time) {
    int winner = 0;
    *time = 0;
    for (int i = 0; i < n; i++)
        if (!winner || line[i].time < *time) {
            winner = line[i].player == QTTT_X ? 1 : -1;
            *time = line[i].time;
        }
    return winner;
}

static void score_goff(const QtttLine *line, int n, int winner, QtttOutcome *outcome) {
    int32_t *first = winner > 0 ? &outcome->x : &outcome->o;
    int32_t *second = winner > 0 ? &outcome->o : &outcome->x;
    *first = 2;
    if (n == 1) return;
    if (line[0].player != line[1].player)
        *second = 1;
    else
        *first = line[0].time == line[1].time ? 4 : 3;
}

void score_game(const Game *game, const Position *p, QtttOutcome *outcome) {
    QtttLine *line = outcome->line;
    const int scoring = game->rules.scoring;
    const int n = scoring == KRIST ? find_krists(game, p, line) : find_lines(game, p, line);
    int time, winner = earliest(line, n, &time);
    outcome->lines = n;
    outcome->x = outcome->o = 0;
    if (scoring == KRIST) winner = krist_balance(line, n);
    if (scoring == COMPLETE)
        for (int i = 1; i < n; i++)
            if (line[i].player != line[0].player) winner = 0;
    if (winner == 0) {
        if (scoring == MATCH) outcome->x = outcome->o = 2;
        return;
    }
    if (scoring == GOFF)
        score_goff(line, n, winner, outcome);
    else
        *(winner > 0 ? &outcome->x : &outcome->o) = scoring == MATCH ? 4 : 2;
}

void count_runs(const Game *game, Squares mine, int add, int count[]) {
    for (int direction = 0; direction < 4; direction++) {
        const Squares begin = mine & ~step(game, mine, direction);
        Squares run = mine & step_back(game, mine, direction); /* starts of runs of two or more */
        for (int length = 2; run; length++) {
            count[length] += add * count_squares(run & begin);
            run = mine & step_back(game, run, direction);
        }
    }
}

/* krist_balance without a list: compares the greatest length of which the players differ in
 * number. */
static int count_balance(const Game *game, const Position *p) {
    int count[QTTT_MAX_SQUARES + 1] = {0};
    count_runs(game, p->x, 1, count);
    count_runs(game, squares_of_o(game, p), -1, count);
    for (int length = game->size; length > 1; length--)
        if (count[length]) return count[length] > 0 ? 1 : -1;
    return 0;
}

static int count_lines(const Game *game, Squares marks) {
    int lines = 0;
    for (int i = 0; i < game->lines; i++) lines += (game->line[i] & ~marks) == 0;
    return lines;
}

/* The points of score_game without the list of lines; for playouts and endgames. */
void half_points(const Game *game, const Position *p, int32_t *x, int32_t *o) {
    const int scoring = game->rules.scoring, krist = scoring == KRIST;
    const int x_lines = krist ? 0 : count_lines(game, p->x);
    const int o_lines = krist ? 0 : count_lines(game, squares_of_o(game, p));
    if ((x_lines && o_lines) || (scoring == GOFF && x_lines + o_lines > 1)) {
        QtttOutcome outcome;
        score_game(game, p, &outcome);
        *x = outcome.x, *o = outcome.o;
        return;
    }
    const int winner = krist ? count_balance(game, p) : (x_lines > 0) - (o_lines > 0);
    const int32_t won = scoring == MATCH ? 4 : 2, drawn = scoring == MATCH ? 2 : 0;
    *x = winner > 0 ? won : winner < 0 ? 0 : drawn;
    *o = winner < 0 ? won : winner > 0 ? 0 : drawn;
}
