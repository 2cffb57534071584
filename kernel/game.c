/* The rules on boards of at most QTTT_MAX_SQUARES squares; mirrors src/qttt/game. */
#include "game.h"

/* Compilers emit calls to these for large copies, and there is no libc. */
void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    char *t = to;
    const char *f = from;
    while (bytes--) *t++ = *f++;
    return to;
}

void *memset(void *at, int value, size_t bytes) {
    char *a = at;
    while (bytes--) *a++ = (char)value;
    return at;
}

static const int8_t STEP[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

static int rules_are_sound(const Rules *r) {
    const int krist = r->scoring == KRIST, squares = r->rows * r->cols;
    const int longest = r->rows > r->cols ? r->rows : r->cols;
    if (r->rows < 1 || r->cols < 1 || r->rows > 26 || r->cols > 26) return 0;
    if (squares < 2 || squares > QTTT_MAX_SQUARES) return 0;
    if (r->classical > 1 || r->no_pair_loops > 1 || r->chooser > CHANCE || r->last_empty > 1 ||
        r->ends_full > 1 || r->scoring > KRIST)
        return 0;
    if (krist ? r->line != 0 || !r->ends_full : r->line < 2 || r->line > longest) return 0;
    if (r->scoring == GOFF && (r->rows != 3 || r->cols != 3 || r->line != 3)) return 0;
    return !(r->classical && (r->no_pair_loops || r->chooser != OTHER || r->last_empty));
}

static int on_board(const Rules *r, int row, int col) {
    return row >= 0 && row < r->rows && col >= 0 && col < r->cols;
}

int game_init(Game *game, const uint8_t *rules) {
    const Rules r = {rules[0], rules[1], rules[2], rules[3], rules[4],
                     rules[5], rules[6], rules[7], rules[8]};
    if (!rules_are_sound(&r)) return QTTT_BAD_RULES;
    game->rules = r;
    game->size = r.rows * r.cols;
    game->all = game->size == QTTT_MAX_SQUARES ? ~(Squares)0 : BIT(game->size) - 1;
    game->first_column = 0;
    for (int row = 0; row < r.rows; row++) game->first_column |= BIT(row * r.cols);
    game->lines = 0;
    for (int d = 0; r.line && d < 4; d++)
        for (int square = 0; square < game->size; square++) {
            const int row = square / r.cols, col = square % r.cols, last = r.line - 1;
            if (!on_board(&r, row + last * STEP[d][0], col + last * STEP[d][1])) continue;
            Squares line = 0;
            for (int i = 0; i < r.line; i++)
                line |= BIT((row + i * STEP[d][0]) * r.cols + col + i * STEP[d][1]);
            game->line[game->lines++] = line;
        }
    return 0;
}

/* --- the end ------------------------------------------------------------------------------- */

int has_line(const Game *game, Squares marks) {
    for (int i = 0; i < game->lines; i++)
        if ((game->line[i] & ~marks) == 0) return 1;
    return 0;
}

static int any_line(const Game *game, const Position *p) {
    return has_line(game, p->x) || has_line(game, squares_of_o(game, p));
}

static int quantum_marks(const Position *p) {
    int marks = 0;
    for (Squares left = p->open; left; left &= left - 1) marks += p->mark[first_square(left)] != 0;
    return marks;
}

int termination_of(const Game *game, const Position *p) {
    const int open = count_squares(p->open);
    if (p->loop) return -1;
    if (!game->rules.ends_full && p->open != game->all && any_line(game, p)) return QTTT_LINE;
    if (open == 0 || (open == 1 && game->rules.last_empty)) return QTTT_FULL;
    if (open == 2 && game->rules.no_pair_loops && quantum_marks(p) == 1) return QTTT_BLOCKED;
    return -1;
}

int decider_of(const Game *game, const Position *p) {
    const int next = p->marks & 1 ? QTTT_O : QTTT_X, closer = p->marks & 1 ? QTTT_X : QTTT_O;
    if (!p->loop) return next;
    if (game->rules.chooser == CHANCE) return QTTT_CHANCE;
    return game->rules.chooser == CLOSER ? closer : next;
}

/* --- moves ---------------------------------------------------------------------------------- */

int legal_count(const Game *game, const Position *p) {
    if (p->loop) return 2;
    if (termination_of(game, p) >= 0) return 0;
    const int open = count_squares(p->open);
    if (open == 1 || game->rules.classical) return open;
    return open * (open - 1) / 2 - (game->rules.no_pair_loops ? quantum_marks(p) : 0);
}

static int refusal_of_placement(const Game *game, const Position *p, int a, int b) {
    const int whole = game->rules.classical || count_squares(p->open) == 1;
    if (!(p->open & BIT(a)) || !(p->open & BIT(b))) return QTTT_NOT_OPEN;
    if (whole != (a == b)) return whole ? QTTT_TWO_SQUARES : QTTT_ONE_SQUARE;
    return game->rules.no_pair_loops && is_pair(p, a, b) ? QTTT_PAIR_LOOP : -1;
}

int refusal_of(const Game *game, const Position *p, int a, int b) {
    const int collapses = b == QTTT_COLLAPSE;
    if (a < 0 || a >= game->size || (!collapses && (b < 0 || b >= game->size)))
        return QTTT_OFF_BOARD;
    if (termination_of(game, p) >= 0) return QTTT_GAME_OVER;
    if (collapses) {
        if (!p->loop) return QTTT_NO_LOOP;
        return a == p->a || a == p->b ? -1 : QTTT_NOT_ON_LOOP;
    }
    return p->loop ? QTTT_LOOP_PENDING : refusal_of_placement(game, p, a, b);
}

static int put_move(QtttNumber *moves, int n, int a, int b) {
    moves[2 * n] = (QtttNumber)a;
    moves[2 * n + 1] = (QtttNumber)b;
    return n + 1;
}

static int list_placements(const Game *game, const Position *p, QtttNumber *moves) {
    QtttNumber square[QTTT_MAX_SQUARES];
    int open = 0, n = 0;
    for (Squares left = p->open; left; left &= left - 1)
        square[open++] = (QtttNumber)first_square(left);
    const int whole = game->rules.classical || open == 1;
    for (int i = 0; i < open; i++)
        for (int j = whole ? i : i + 1; j < (whole ? i + 1 : open); j++)
            if (!game->rules.no_pair_loops || !is_pair(p, square[i], square[j]))
                n = put_move(moves, n, square[i], square[j]);
    return n;
}

/* In ascending order of squares. */
int list_moves(const Game *game, const Position *p, QtttNumber *moves) {
    int n = 0;
    if (p->loop) {
        n = put_move(moves, n, p->a, QTTT_COLLAPSE);
        return put_move(moves, n, p->b, QTTT_COLLAPSE);
    }
    return termination_of(game, p) >= 0 ? 0 : list_placements(game, p, moves);
}

static void put_classical(Position *p, int mark, int square) {
    p->mark[square] = (QtttNumber)mark;
    p->open &= ~BIT(square);
    if (mark & 1) p->x |= BIT(square);
}

void play(Position *p, int a, int b) {
    if (b == QTTT_COLLAPSE) {
        collapse(p, a);
    } else if (a == b) {
        put_classical(p, ++p->marks, a);
    } else if (root_of(p, a) == root_of(p, b)) {
        p->marks++;
        p->loop = 1;
        p->a = (QtttNumber)(a < b ? a : b);
        p->b = (QtttNumber)(a < b ? b : a);
    } else {
        link(p, a, b);
    }
}

/* --- reading and writing places --------------------------------------------------------------- */

/* Whether the game had ended before the last mark: a line has only older marks. */
static int ended_early(const Game *game, const Position *p, int last_a, int last_b) {
    if (game->rules.ends_full || !p->marks) return 0;
    if (last_a != last_b) return any_line(game, p);
    if (!game->rules.classical) return 0;
    QtttOutcome found;
    const int n = find_lines(game, p, found.line);
    for (int i = 0; i < n; i++)
        if (!(found.line[i].squares & BIT(last_a))) return 1;
    return 0;
}

static int load_classical(const Game *game, const QtttNumber *places, int marks, Position *p) {
    int landed = 0;
    for (int i = 0; i < marks; i++) {
        const int a = places[2 * i], b = places[2 * i + 1];
        if (a >= game->size || b >= game->size || a > b) return 0;
        if (a != b) continue;
        if (!(p->open & BIT(a))) return 0;
        put_classical(p, i + 1, a);
        landed++;
    }
    if (game->rules.classical) return landed == marks;
    return landed == 0 || landed >= (game->rules.no_pair_loops ? 3 : 2);
}

static int load_quantum(const Game *game, const QtttNumber *places, int marks, Position *p) {
    for (int i = 0; i < marks; i++) {
        const int a = places[2 * i], b = places[2 * i + 1];
        if (a == b) continue;
        if (p->loop || !(p->open & BIT(a)) || !(p->open & BIT(b))) return 0;
        if (game->rules.no_pair_loops && is_pair(p, a, b)) return 0;
        p->marks = i;
        play(p, a, b);
        if (p->loop && i != marks - 1) return 0;
    }
    p->marks = marks;
    return 1;
}

int position_load(const Game *game, const QtttNumber *places, int marks, Position *p) {
    if (marks < 0 || marks > game->size) return QTTT_BAD_POSITION;
    *p = (Position){.open = game->all};
    for (int square = 0; square < game->size; square++) p->tree[square] = BIT(square);
    if (!load_classical(game, places, marks, p)) return QTTT_BAD_POSITION;
    if (!load_quantum(game, places, marks, p)) return QTTT_BAD_POSITION;
    const QtttNumber *last = places + 2 * (marks - (marks > 0));
    if (marks && ended_early(game, p, last[0], last[1])) return QTTT_BAD_POSITION;
    return 0;
}

static void save_place(QtttNumber *places, int mark, int a, int b) {
    places[2 * mark - 2] = (QtttNumber)(a < b ? a : b);
    places[2 * mark - 1] = (QtttNumber)(a < b ? b : a);
}

int position_save(const Position *p, QtttNumber *places) {
    for (int square = 0; square < QTTT_MAX_SQUARES; square++)
        if (p->mark[square]) {
            const int quantum = (p->open & BIT(square)) != 0;
            save_place(places, p->mark[square], square, quantum ? p->up[square] : square);
        }
    if (p->loop) save_place(places, p->marks, p->a, p->b);
    return p->marks;
}
