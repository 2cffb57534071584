/* Ordinary tic-tac-toe as TicTacToe-AI plays it (BoogieJay 2017): the textbook's alpha-beta, an
 * evaluation of lines, and a cut-off when time has passed.
 *
 * X maximizes and O minimizes. Moves are searched in reading order without a transposition table,
 * so that node counts are those of the textbook's two functions:
 *
 *     MAX-VALUE (X to move)        MIN-VALUE (O to move)
 *     v >= beta: cut off           v <= alpha: cut off
 *
 * After the time cut-off, every node entered is searched at most `cutoff_depth` plies deeper, at
 * any depth of the tree. */
#include "game.h"

enum { WON = 1000000, INFINITE = WON + 1, MAX_WEIGHT = 1000 }; /* 256 lines are less than a win */

typedef struct {
    const Game *game;
    const QtttLevel *level;
    const volatile int32_t *clock;
    QtttChoice *found;
    int32_t marks; /* at the root */
} Search;

static inline int max(int a, int b) { return a > b ? a : b; }
static inline int min(int a, int b) { return a < b ? a : b; }

/* Sums the weights of the lines that hold marks of `mine` only and lack one, two or three. */
static int line_weights(const Search *s, Squares mine, Squares theirs) {
    int sum = 0;
    for (int i = 0; i < s->game->lines; i++) {
        const Squares line = s->game->line[i];
        const int lacking = count_squares(line & ~mine);
        if (!(line & theirs) && (line & mine) && lacking <= 3) sum += s->level->weight[lacking - 1];
    }
    return sum;
}

static int evaluate(const Search *s, Squares x, Squares o) {
    return line_weights(s, x, o) - line_weights(s, o, x);
}

/* Counts a node and reads the clock. Returns the number of plies to search below the node. */
static int enter(Search *s, Squares x, Squares o, int left) {
    QtttChoice *const found = s->found;
    const QtttLevel *const level = s->level;
    const int clock = s->clock ? *s->clock : 0;
    found->nodes++;
    found->depth = max(found->depth, count_squares(x | o) - s->marks);
    if (clock > 0 || (level->cutoff_nodes && found->nodes > level->cutoff_nodes)) found->cutoff = 1;
    if (clock > 1 || (level->max_nodes && found->nodes > level->max_nodes)) found->stopped = 1;
    return found->cutoff ? min(left, level->cutoff_depth) : left;
}

static int min_value(Search *s, Squares x, Squares o, int alpha, int beta, int left);

/* The value of a position with X to move; undefined if the search was stopped. */
static int max_value(Search *s, Squares x, Squares o, int alpha, int beta, int left) {
    left = enter(s, x, o, left);
    if (s->found->stopped) return 0;
    if (has_line(s->game, o)) return -WON;
    if ((x | o) == s->game->all) return 0;
    if (left == 0) return evaluate(s, x, o);
    int v = -INFINITE;
    for (Squares open = s->game->all & ~(x | o); open; open &= open - 1) {
        v = max(v, min_value(s, x | (open & -open), o, alpha, beta, left - 1));
        if (s->found->stopped) return v;
        if (v >= beta) {
            s->found->max_cutoffs++;
            return v;
        }
        alpha = max(alpha, v);
    }
    return v;
}

/* The same with O to move. */
static int min_value(Search *s, Squares x, Squares o, int alpha, int beta, int left) {
    left = enter(s, x, o, left);
    if (s->found->stopped) return 0;
    if (has_line(s->game, x)) return WON;
    if ((x | o) == s->game->all) return 0;
    if (left == 0) return evaluate(s, x, o);
    int v = INFINITE;
    for (Squares open = s->game->all & ~(x | o); open; open &= open - 1) {
        v = min(v, max_value(s, x, o | (open & -open), alpha, beta, left - 1));
        if (s->found->stopped) return v;
        if (v <= alpha) {
            s->found->min_cutoffs++;
            return v;
        }
        beta = min(beta, v);
    }
    return v;
}

/* MAX-VALUE or MIN-VALUE of the root, recording the value of each move. */
static void search_root(Search *s, Squares x, Squares o) {
    QtttChoice *const found = s->found;
    const int is_x = !(s->marks & 1), depth = s->level->depth ? s->level->depth : s->game->size;
    const int left = enter(s, x, o, depth);
    int alpha = -WON, beta = WON;
    for (Squares open = s->game->all & ~(x | o); open; open &= open - 1) {
        const Squares square = open & -open;
        const int value = is_x ? min_value(s, x | square, o, alpha, beta, left - 1)
                               : max_value(s, x, o | square, alpha, beta, left - 1);
        if (found->stopped) return;
        if (!found->moves || (is_x ? value > found->value : value < found->value)) {
            found->best = first_square(square);
            found->value = value;
        }
        found->move_value[found->moves++] = value;
        if (is_x ? value >= beta : value <= alpha) {
            *(is_x ? &found->max_cutoffs : &found->min_cutoffs) += 1;
            return;
        }
        if (is_x)
            alpha = max(alpha, value);
        else
            beta = min(beta, value);
    }
}

static int is_sound(const QtttLevel *level) {
    for (int i = 0; i < 3; i++)
        if (level->weight[i] > MAX_WEIGHT || level->weight[i] < -MAX_WEIGHT) return 0;
    return level->depth >= 0 && level->cutoff_depth > 0;
}

int32_t qttt_classical_choose(const uint8_t *rules, const uint8_t *places, int32_t marks,
                              const QtttLevel *level, const volatile int32_t *clock,
                              QtttChoice *found) {
    Game game;
    Position p;
    int error = game_init(&game, rules);
    if (!error && (!game.rules.classical || game.rules.ends_full)) error = QTTT_BAD_RULES;
    if (!error && !is_sound(level)) error = QTTT_BAD_RULES;
    if (!error) error = position_load(&game, places, marks, &p);
    if (!error && termination_of(&game, &p) >= 0) error = QTTT_BAD_POSITION;
    if (error) return error;
    Search s = {.game = &game, .level = level, .clock = clock, .found = found, .marks = marks};
    const Squares x = p.x, o = squares_of_o(&game, &p);
    *found = (QtttChoice){.best = first_square(p.open), .value = evaluate(&s, x, o)};
    search_root(&s, x, o);
    return 0;
}
