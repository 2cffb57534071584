/* Exact solver of ordinary tic-tac-toe on boards of at most 16 squares.
 *
 * A position is two sets of squares. Its key in the transposition table is the least of its images
 * under the symmetries of the board:
 *
 *     X . O .
 *     . X . .      mine    0000 0000 0010 0001      if X is to move
 *     . . . .      theirs  0000 0000 0000 0100
 *     . . . .
 *
 * Scores are for the player to move. A game won with mark number m scores 32 - m for the winner and
 * m - 32 for the loser, so that the winner prefers short games and the loser long ones; a draw is
 * 0. Such a score depends only on the number of marks at the end, not on the root of the search,
 * and needs no adjustment on the way to the root. */
#include "game.h"

enum { SQUARES = QTTT_CLASSICAL_SQUARES, FULL_SCORE = 32, SYMMETRIES = 8, BYTE = 256 };

/* An entry of the table: key, low and high in one word; 0 is free. */
enum { LOW_SHIFT = 32, HIGH_SHIFT = 40, BIAS = 64 };

typedef struct {
    const Game *game;
    uint64_t *table, entries;
    uint64_t nodes, budget; /* budget 0: none */
    const volatile int32_t *stop;
    int32_t aborted; /* 1: scores are undefined */
    int32_t symmetries;
    uint8_t order[SQUARES]; /* move order: squares on the most lines first */
    uint16_t image[SYMMETRIES][SQUARES / 8][BYTE]; /* of eight squares at a time */
} Search;

typedef struct {
    uint32_t mine, theirs;
} Board;

typedef struct {
    int low, high; /* low <= score <= high */
} Range;

static inline int max(int a, int b) { return a > b ? a : b; }
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int count(uint32_t squares) { return __builtin_popcount(squares); }
static inline int marks_of(Board b) { return count(b.mine | b.theirs); }

static inline Board after(Board b, uint32_t square) {
    return (Board){b.theirs, b.mine | square};
}

/* --- initialization ------------------------------------------------------------------------- */

/* The image of a square. The bits of `symmetry` are reflections: top to bottom, left to right, and
 * at the diagonal of a square board. */
static int moved(const Rules *r, int symmetry, int square) {
    int row = square / r->cols, col = square % r->cols;
    if (symmetry & 1) row = r->rows - 1 - row;
    if (symmetry & 2) col = r->cols - 1 - col;
    return symmetry & 4 ? col * r->cols + row : row * r->cols + col;
}

static void prepare_symmetries(Search *s) {
    const Rules *r = &s->game->rules;
    s->symmetries = r->rows == r->cols ? 8 : 4;
    for (int symmetry = 0; symmetry < s->symmetries; symmetry++)
        for (int half = 0; half < SQUARES / 8; half++)
            for (int byte = 0; byte < BYTE; byte++) {
                uint32_t image = 0;
                for (int bit = 0; bit < 8 && 8 * half + bit < s->game->size; bit++)
                    if (byte >> bit & 1) image |= 1u << moved(r, symmetry, 8 * half + bit);
                s->image[symmetry][half][byte] = (uint16_t)image;
            }
}

static int lines_through(const Game *game, int square) {
    int lines = 0;
    for (int i = 0; i < game->lines; i++) lines += (game->line[i] & BIT(square)) != 0;
    return lines;
}

static void prepare_order(Search *s) {
    for (int n = 0; n < s->game->size; n++) {
        const int lines = lines_through(s->game, n);
        int at = n;
        for (; at && lines_through(s->game, s->order[at - 1]) < lines; at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = (uint8_t)n;
    }
}

/* --- the table ------------------------------------------------------------------------------ */

/* The least of the images, so that symmetric positions share a key. */
static uint32_t key_of(const Search *s, Board b) {
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < s->symmetries; i++) {
        const uint16_t(*const image)[BYTE] = s->image[i];
        const uint32_t mine = image[0][b.mine & 255] | image[1][b.mine >> 8];
        const uint32_t theirs = image[0][b.theirs & 255] | image[1][b.theirs >> 8];
        const uint32_t key = mine << SQUARES | theirs;
        if (key < least) least = key;
    }
    return least;
}

static uint64_t *slot_of(const Search *s, uint32_t key) {
    const uint32_t mixed = key * 2654435769u; /* 2^32 / golden ratio: Fibonacci hashing */
    return s->table + ((uint64_t)mixed * s->entries >> 32);
}

/* The known bounds of a position; the full range if there is no entry. */
static Range table_lookup(const Search *s, uint32_t key) {
    const uint64_t entry = s->entries ? *slot_of(s, key) : 0;
    if (!entry || (uint32_t)entry != key) return (Range){-FULL_SCORE, FULL_SCORE};
    return (Range){(int)(entry >> LOW_SHIFT & 255) - BIAS, (int)(entry >> HIGH_SHIFT & 255) - BIAS};
}

static void table_store(const Search *s, uint32_t key, Range r) {
    if (s->entries)
        *slot_of(s, key) = key | (uint64_t)(r.low + BIAS) << LOW_SHIFT |
                           (uint64_t)(r.high + BIAS) << HIGH_SHIFT;
}

/* --- the search ----------------------------------------------------------------------------- */

/* Bounds that follow from the lines without search. */
typedef struct {
    Range range;
    uint32_t forced; /* the squares in which the other player threatens to complete a line */
} LineBounds;

/* A player who lacks n marks of a line without marks of the opponent completes it after n moves at
 * the earliest, and not at all if the board is full by then. */
static LineBounds line_bounds(const Search *s, Board b) {
    const int marks = marks_of(b), size = s->game->size;
    int mine = SQUARES, theirs = SQUARES;
    uint32_t forced = 0;
    for (int i = 0; i < s->game->lines; i++) {
        const uint32_t line = (uint32_t)s->game->line[i];
        if (!(line & b.theirs)) mine = min(mine, count(line & ~b.mine));
        if (line & b.mine) continue;
        const uint32_t lacking = line & ~b.theirs;
        theirs = min(theirs, count(lacking));
        if (!(lacking & (lacking - 1))) forced |= lacking;
    }
    const int win = marks + 2 * mine - 1, loss = marks + 2 * theirs;
    return (LineBounds){{loss > size ? 0 : loss - FULL_SCORE, win > size ? 0 : FULL_SCORE - win},
                        forced};
}

static int search(Search *s, Board b, int alpha, int beta);

static int search_moves(Search *s, Board b, uint32_t moves, int alpha, int beta) {
    int best = -FULL_SCORE;
    for (int i = 0; i < s->game->size && best < beta; i++) {
        const uint32_t square = 1u << s->order[i];
        if (!(moves & square)) continue;
        best = max(best, -search(s, after(b, square), -beta, -max(alpha, best)));
        if (s->aborted) return 0;
    }
    return best;
}

static int search_and_remember(Search *s, Board b, uint32_t moves, int alpha, int beta) {
    const uint32_t key = key_of(s, b);
    Range known = table_lookup(s, key);
    if (known.low >= beta || known.low == known.high) return known.low;
    if (known.high <= alpha) return known.high;
    const int score = search_moves(s, b, moves, alpha, beta);
    if (s->aborted) return 0;
    if (score > alpha) known.low = score;
    if (score < beta) known.high = score;
    table_store(s, key, known);
    return score;
}

static void count_node(Search *s) {
    s->nodes++;
    if (s->budget && s->nodes > s->budget) s->aborted = 1;
    if (s->nodes % 256 == 0 && s->stop && *s->stop) s->aborted = 1;
}

/* The score of a position without lines (fail-soft):
 *
 *     result <= alpha   is an upper bound        result >= beta   is a lower bound
 *     between them      is the score itself      aborted          is undefined */
static int search(Search *s, Board b, int alpha, int beta) {
    count_node(s);
    if (s->aborted) return 0;
    const LineBounds o = line_bounds(s, b);
    const int size = s->game->size, next = FULL_SCORE - marks_of(b) - 1;
    if (o.range.high == next) return next; /* completes a line at once */
    if (o.range.low >= beta || o.range.low == o.range.high) return o.range.low;
    if (o.range.high <= alpha) return o.range.high;
    if (o.forced & (o.forced - 1)) return o.range.low; /* two threats at a time */
    const uint32_t open = ((1u << size) - 1) & ~(b.mine | b.theirs);
    return search_and_remember(s, b, o.forced ? o.forced : open, alpha, beta);
}

/* --- analysis ------------------------------------------------------------------------------- */

static int is_known(Range r) { return r.low > 0 || r.high < 0 || r.low == r.high; }

/* Determines the sign of the score by null windows, then the score itself if plies are
 * requested. */
static Range evaluate(Search *s, Board b, int depth) {
    Range r = {-FULL_SCORE, FULL_SCORE};
    for (int beta = 1; beta >= 0 && !is_known(r); beta--) {
        const int score = search(s, b, beta - 1, beta);
        if (s->aborted) return r;
        if (score >= beta)
            r.low = score;
        else
            r.high = score;
    }
    if (depth == QTTT_DISTANCES && r.low != r.high) {
        const int score = search(s, b, r.low - 1, r.high + 1);
        if (!s->aborted) r.low = r.high = score;
    }
    return r;
}

/* The score of a move, for the player who makes it. */
static Range evaluate_move(Search *s, Board b, int square, int depth) {
    const Board next = after(b, 1u << square);
    const int won = FULL_SCORE - marks_of(next);
    if (has_line(s->game, next.theirs)) return (Range){won, won};
    const Range r = evaluate(s, next, depth);
    return (Range){-r.high, -r.low};
}

/* Converts the worst case for the player to move to the API's format. */
static QtttMoveValue move_value(const Search *s, Board b, int square, Range r, int depth) {
    const int won = s->game->rules.scoring == MATCH ? 2 * QTTT_UNITS_PER_POINT : QTTT_UNITS_PER_POINT;
    const int value = r.low > 0 ? won : r.low == 0 ? 0 : -won;
    const int counted = depth == QTTT_DISTANCES && value && r.low == r.high;
    const int plies = FULL_SCORE - (r.low > 0 ? r.low : -r.low) - marks_of(b);
    return (QtttMoveValue){{(uint8_t)square, (uint8_t)square}, (uint8_t)is_known(r),
                           (uint8_t)(counted ? plies : 0), marks_of(b) & 1 ? -value : value};
}

static int is_same(Range one, Range other, int depth) {
    if (depth == QTTT_DISTANCES) return one.low == other.low && one.high == other.high;
    return (one.low > 0) == (other.low > 0) && (one.high < 0) == (other.high < 0);
}

/* Follows moves that keep the score to the end of the game; `r` is the score of `b`. */
static void find_line(Search *s, Board b, Range r, int depth, QtttAnalysis *analysis) {
    for (int square = 0; square < s->game->size; square++) {
        if ((b.mine | b.theirs) & 1u << square) continue;
        const Range next = evaluate_move(s, b, square, depth);
        if (s->aborted) return;
        if (!is_same(r, next, depth)) continue;
        uint8_t *const to = analysis->line[analysis->line_length++];
        to[0] = to[1] = (uint8_t)square;
        b = after(b, 1u << square);
        if (has_line(s->game, b.theirs)) return;
        r = (Range){-next.high, -next.low};
        square = -1;
    }
}

static void analyse(Search *s, Board root, int depth, QtttAnalysis *analysis) {
    Range best = {-FULL_SCORE, -FULL_SCORE};
    for (int square = 0; square < s->game->size; square++) {
        if ((root.mine | root.theirs) & 1u << square) continue;
        const Range r = evaluate_move(s, root, square, depth);
        analysis->move[analysis->moves++] = move_value(s, root, square, r, depth);
        best = (Range){max(best.low, r.low), max(best.high, r.high)};
    }
    const QtttMoveValue value = move_value(s, root, 0, best, depth);
    analysis->value = value.value;
    analysis->exact = value.exact;
    if (!s->aborted) find_line(s, root, best, depth, analysis);
}

/* For a game that is over, or if only the value is requested. */
static void analyse_position(Search *s, Board root, QtttAnalysis *analysis) {
    const int lost = marks_of(root) - FULL_SCORE, is_lost = has_line(s->game, root.theirs);
    const Range r = is_lost ? (Range){lost, lost} : evaluate(s, root, QTTT_VALUE);
    const QtttMoveValue value = move_value(s, root, 0, r, QTTT_VALUE);
    analysis->value = value.value;
    analysis->exact = value.exact;
}

static int is_solvable(const Rules *r) {
    return r->classical && !r->ends_full && r->scoring != GOFF;
}

int32_t qttt_classical_solve(const uint8_t *rules, const uint8_t *places, int32_t marks,
                             uint64_t nodes, const volatile int32_t *stop, int32_t depth,
                             uint64_t *table, uint64_t entries, QtttAnalysis *analysis) {
    Game game;
    Position p;
    int error = game_init(&game, rules);
    if (!error && !is_solvable(&game.rules)) error = QTTT_BAD_RULES;
    if (!error && game.size > SQUARES) error = QTTT_TOO_LARGE;
    if (!error) error = position_load(&game, places, marks, &p);
    if (error) return error;
    Search s = {.game = &game, .table = table, .entries = entries, .budget = nodes, .stop = stop};
    prepare_symmetries(&s);
    prepare_order(&s);
    const uint32_t x = (uint32_t)p.x, o = (uint32_t)squares_of_o(&game, &p);
    const Board root = marks & 1 ? (Board){o, x} : (Board){x, o};
    analysis->moves = analysis->line_length = 0;
    if (depth == QTTT_BEST) depth = QTTT_VALUES; /* the search is fast: no need to save work */
    if (depth == QTTT_QUICKEST) depth = QTTT_DISTANCES;
    if (depth == QTTT_VALUE || termination_of(&game, &p) >= 0)
        analyse_position(&s, root, analysis);
    else
        analyse(&s, root, depth, analysis);
    analysis->nodes = s.nodes;
    return 0;
}
