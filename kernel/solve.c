/* The exact solver for boards of at most 9 squares: alpha-beta in null windows, with a table.
 *
 * Scores. One number orders outcomes by value first and by plies second: who is better off hurries,
 * who is worse off delays, and nobody hurries to a draw. For the player to place, with h = half
 * points ahead and d = plies to the end,
 *
 *     score = 64 h - d   if h > 0        score = 0   if h = 0        score = 64 h + d   if h < 0
 *
 * and one ply further from the end a score moves by one towards 0 (`later`). Where chance decides,
 * plies are not counted and score = 16 h: four collapses at most can halve it, so that it stays whole.
 *
 * The label theorem. A line of n marks of X is never older than X's n-th mark, so the subscripts of
 * X's first n marks cannot matter: only whose mark it is does. The same holds for O, and under krist
 * scoring for every mark. Positions that differ only in that, or by a symmetry of the board, share
 * one entry of the table.
 *
 * A key is two words. Among the 45 places of 9 squares (36 pairs, 9 squares), each word has a bit
 * for every place taken by one of the player's marks whose label does not matter, and six bits for
 * the place of each mark whose label does:
 *
 *      63         57         51         45                                              0
 *     |          | place+1  | place+1  | x x x x x x x x x x x x x x x x x x x x ... x x |  word of X
 *                  of mark 9   of mark 7   places of marks 1 3 5
 */
#include "game.h"

enum {
    SQUARES = QTTT_SOLVER_SQUARES,
    PLACES = SQUARES * (SQUARES + 1) / 2,
    SYMMETRIES = 8,
    HALF = 64,
    HALF_BY_CHANCE = 16,
    INFINITE = 1000,
    MAX_HALF = 4,
    TABLE_MARKS = 6,   /* positions with more marks are cheaper to search than to look up */
    BUCKET = 4,
    HISTORY_START = 32,
    HISTORY_GAIN = 64,
    HISTORY_LOSS = 16, /* what did not help loses 1/16 */
};

static const uint64_t MAGIC = 0x716b65726e656c31u;

typedef struct {
    uint64_t key[2];
    int16_t low, high; /* low <= score <= high */
    uint8_t best;      /* the place that was best or cut off, +1 */
    uint8_t marks;     /* 0: free */
} Entry;

typedef struct {
    uint64_t magic;
    Game game;
    int32_t hurry;               /* 1: plies count */
    int32_t half;                /* the score of half a point */
    int32_t bounded;             /* 1: lines that are blocked bound the score */
    int32_t top[2];              /* the most half points O, X can be ahead */
    int32_t free_mark[2];        /* labels of O, X up to this one do not matter */
    uint8_t place[SQUARES][SQUARES];
    uint8_t first[PLACES], second[PLACES];
    uint8_t image[SYMMETRIES][PLACES];
    int32_t simple;              /* 1: one line alone is worth half_of_line, none nothing */
    int32_t half_of_line;
    uint8_t lines_in[512];       /* how many lines this set of squares contains */
    uint32_t unblocked[512];     /* the lines without any of these squares, as bits */
    uint32_t within_reach[2][512]; /* those that O, X with these squares have marks enough for */
    uint32_t history[SQUARES][PLACES]; /* by marks: how well a placement did */
    uint64_t entries;            /* a power of two */
    Entry *table;
} Solver;

typedef struct {
    Solver *solver;
    const Game *game;
    Position p;
    uint64_t nodes, budget;
    const volatile int32_t *stop;
    int32_t aborted;
} Search;

static inline int max(int a, int b) { return a > b ? a : b; }

/* --- scores ----------------------------------------------------------------------------------- */

static inline int later(const Solver *s, int score) {
    return score - (s->hurry ? (score > 0) - (score < 0) : 0);
}

/* The inverse: a bound on the score one ply before `later` has moved it. */
static inline int sooner(const Solver *s, int score) {
    return score + (s->hurry ? (score > 0) - (score < 0) : 0);
}

/* Half points ahead, rounded away from 0: the value without its plies. Not for chance. */
static inline int half_of(int score) {
    return score > 0 ? (score + HALF - 1) / HALF : -((-score + HALF - 1) / HALF);
}

/* The score of a finished game for that player. */
static int ahead(const Solver *s, const Position *p, int player) {
    const int x = s->lines_in[p->x], o = s->lines_in[squares_of_o(&s->game, p)];
    int half;
    if (s->simple && x + o <= 1) {
        half = x ? s->half_of_line : o ? -s->half_of_line : 0;
    } else {
        QtttOutcome outcome;
        settle(&s->game, p, &outcome);
        half = outcome.x - outcome.o;
    }
    return player ? half * s->half : -half * s->half;
}

/* --- the table ---------------------------------------------------------------------------------- */

static inline int labelled(const Solver *s, int mark) { return mark > s->free_mark[mark & 1]; }

/* The key of a position without a loop: the least of its images under the symmetries. */
static void key_of(const Solver *s, const Position *p, uint64_t key[2]) {
    uint64_t word[2][SYMMETRIES] = {{0}};
    for (Squares left = s->game.all; left; left &= left - 1) {
        const int square = first_square(left), mark = p->mark[square];
        if (!mark) continue;
        const int other = p->open & BIT(square) ? p->up[square] : square;
        const int place = s->place[square][other];
        uint64_t *const w = word[mark & 1];
        if (!labelled(s, mark)) {
            for (int i = 0; i < SYMMETRIES; i++) w[i] |= (uint64_t)1 << s->image[i][place];
        } else {
            const int shift = PLACES + 6 * ((mark - s->free_mark[mark & 1]) / 2 - 1);
            for (int i = 0; i < SYMMETRIES; i++) w[i] |= (uint64_t)(s->image[i][place] + 1) << shift;
        }
    }
    int least = 0;
    for (int i = 1; i < SYMMETRIES; i++)
        if (word[1][i] < word[1][least] ||
            (word[1][i] == word[1][least] && word[0][i] < word[0][least]))
            least = i;
    key[0] = word[0][least];
    key[1] = word[1][least];
}

static inline uint64_t slot_of(const Solver *s, const uint64_t key[2]) {
    uint64_t hash = (key[0] ^ (key[1] << 29 | key[1] >> 35)) * 0x9E3779B97F4A7C15u;
    hash = (hash ^ key[1] ^ hash >> 32) * 0xD6E8FEB86659FD93u;
    return (hash ^ hash >> 32) & (s->entries - 1) & ~(uint64_t)(BUCKET - 1);
}

/* The entry of that key, or the one to give up for it: a free one, else the one with most marks. */
static Entry *find(const Solver *s, const uint64_t key[2], int *found) {
    Entry *const bucket = &s->table[slot_of(s, key)];
    Entry *victim = bucket;
    *found = 1;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].marks && bucket[i].key[0] == key[0] && bucket[i].key[1] == key[1])
            return &bucket[i];
        if (victim->marks && (!bucket[i].marks || bucket[i].marks > victim->marks))
            victim = &bucket[i];
    }
    *found = 0;
    return victim;
}

/* --- search ------------------------------------------------------------------------------------- */

static int search(Search *s, int alpha, int beta);

static int is_over(const Search *s) {
    const Solver *v = s->solver;
    if (!s->game->rules.ends_full &&
        (v->lines_in[s->p.x] || v->lines_in[squares_of_o(s->game, &s->p)]))
        return 1;
    const int open = count_squares(s->p.open);
    return open == 0 || (open <= 2 && termination_of(s->game, &s->p) >= 0);
}

/* For each square of a tree, what the closer has if the closing mark lands there. A loop of this
 * tree on squares a and b is worth combine(score[a], score[b]) to the closer. */
typedef struct {
    int score[SQUARES];
    Squares known;
} Collapses;

static inline int combine(const Search *s, int one, int other) {
    const int low = one < other ? one : other, high = one < other ? other : one;
    switch (s->game->rules.chooser) {
    case OTHER: return low;
    case CLOSER: return high;
    default: return (low + high) / 2;
    }
}

/* The score of the collapse on `square`, only if the game is over then: returns 0 if it goes on. */
static int try_end(Search *s, int square, int *score) {
    Position *p = &s->p;
    p->marks++;
    const Squares landed = collapse(p, square);
    const int over = is_over(s);
    if (over) *score = later(s->solver, ahead(s->solver, p, p->marks & 1));
    uncollapse(p, square, landed);
    p->loop = 0;
    p->marks--;
    return over;
}

static int search_collapse(Search *s, int square, int alpha, int beta) {
    Position *p = &s->p;
    p->marks++;
    const Squares landed = collapse(p, square);
    const int score = -search(s, -sooner(s->solver, beta), -sooner(s->solver, alpha));
    uncollapse(p, square, landed);
    p->loop = 0;
    p->marks--;
    return later(s->solver, score);
}

/* Adds the collapse on `square` and returns the best loop it makes with those already known. */
static int add_collapse(Search *s, Collapses *c, Squares tree, int square, int score) {
    Squares partners = c->known & tree;
    int best = -INFINITE;
    if (s->game->rules.no_pair_loops)
        for (Squares left = partners; left; left &= left - 1)
            if (is_pair(&s->p, square, first_square(left))) partners &= ~BIT(first_square(left));
    for (Squares left = partners; left; left &= left - 1)
        best = max(best, c->score[first_square(left)]);
    c->score[square] = score;
    c->known |= BIT(square);
    return partners ? later(s->solver, combine(s, score, best)) : -INFINITE;
}

/* All collapses that end the game: cheap, and often enough. */
static int search_ends(Search *s, Collapses *c, int beta) {
    int best = -INFINITE, score;
    for (Squares left = s->p.open; left; left &= left - 1) {
        const int square = first_square(left);
        const Squares tree = s->p.tree[root_of(&s->p, square)];
        if (tree & (tree - 1) && try_end(s, square, &score)) {
            best = max(best, add_collapse(s, c, tree, square, score));
            if (best >= beta) return best;
        }
    }
    return best;
}

/* Whether a loop in this tree can still be better than `low`. */
static int is_hopeless(const Search *s, const Collapses *c, Squares tree, int low) {
    if (s->game->rules.chooser != OTHER) return 0;
    int hopes = count_squares(tree & ~c->known);
    for (Squares left = tree & c->known; left; left &= left - 1)
        hopes += later(s->solver, c->score[first_square(left)]) > low;
    return hopes < 2;
}

static int search_loops(Search *s, Collapses *c, int best, int alpha, int beta) {
    for (Squares todo = s->p.open; todo;) {
        const Squares tree = s->p.tree[root_of(&s->p, first_square(todo))];
        todo &= ~tree;
        for (Squares left = tree & ~c->known; left; left &= left - 1) {
            const int low = max(alpha, best), square = first_square(left);
            if (is_hopeless(s, c, tree, low)) {
                best = low; /* an upper bound of what was not looked at */
                break;
            }
            const int exact = s->game->rules.chooser == CHANCE;
            const int a = exact ? -INFINITE : sooner(s->solver, low);
            const int b = exact ? INFINITE : sooner(s->solver, beta);
            const int score = search_collapse(s, square, a, b);
            best = max(best, add_collapse(s, c, tree, square, score));
            if (best >= beta || s->aborted) return best;
        }
    }
    return best;
}

static int search_link(Search *s, int place, int alpha, int beta) {
    const Solver *v = s->solver;
    const int a = v->first[place], b = v->second[place];
    const Squares hung = link(&s->p, a, b);
    const int player = s->p.marks & 1;
    const int score = is_over(s) ? ahead(v, &s->p, player)
                                 : -search(s, -sooner(v, beta), -sooner(v, alpha));
    cut(&s->p, a, b, hung);
    return later(v, score);
}

static int search_whole(Search *s, int square, int alpha, int beta) {
    const Solver *v = s->solver;
    const Position before = s->p;
    play(s->game, &s->p, square, square);
    const int player = s->p.marks & 1;
    const int score = is_over(s) ? ahead(v, &s->p, player)
                                 : -search(s, -sooner(v, beta), -sooner(v, alpha));
    s->p = before;
    return later(v, score);
}

static int is_whole(const Search *s) {
    return s->game->rules.classical || count_squares(s->p.open) == 1;
}

typedef struct {
    uint32_t weight[PLACES];
    uint8_t place[PLACES];
    int left;
} Links;

/* The places of the moves that close no loop; `first` is to come first. */
static void list_links(const Search *s, Links *links, int first) {
    const Solver *v = s->solver;
    const uint32_t *const history = v->history[s->p.marks];
    const int whole = is_whole(s);
    int n = 0;
    for (Squares left = s->p.open; left; left &= left - 1) {
        const int a = first_square(left);
        Squares partners = left & (left - 1) & ~s->p.tree[root_of(&s->p, a)];
        if (whole) partners = BIT(a);
        for (; partners; partners &= partners - 1) {
            const int place = v->place[a][first_square(partners)];
            links->place[n] = (uint8_t)place;
            links->weight[n++] = place == first ? ~0u : history[place];
        }
    }
    links->left = n;
}

/* Takes the most successful one out. Most lists are never read to their end, so none is sorted. */
static int next_link(Links *links) {
    int best = 0;
    for (int i = 1; i < links->left; i++)
        if (links->weight[i] > links->weight[best]) best = i;
    const int place = links->place[best], last = --links->left;
    links->place[best] = links->place[last];
    links->weight[best] = links->weight[last];
    return place;
}

static int search_links(Search *s, int best, int alpha, int beta, int *place) {
    const int whole = is_whole(s);
    uint32_t *const history = s->solver->history[s->p.marks];
    Links links;
    list_links(s, &links, *place);
    *place = -1;
    while (links.left) {
        const int next = next_link(&links), low = max(alpha, best);
        const int score = whole ? search_whole(s, s->solver->first[next], low, beta)
                                : search_link(s, next, low, beta);
        if (s->aborted) return best;
        if (score <= alpha) history[next] -= history[next] / HISTORY_LOSS;
        if (score > best) {
            best = score;
            if (score > alpha) *place = next;
        }
        if (best >= beta) {
            history[next] += HISTORY_GAIN;
            return best;
        }
    }
    return best;
}

/* Lines that a classical mark of the other player blocks bound the score from both sides. */
static void bound(const Search *s, int *low, int *high) {
    const Solver *v = s->solver;
    const int player = (s->p.marks + 1) & 1;
    const Squares x = s->p.x, o = squares_of_o(s->game, &s->p);
    const int x_top = v->within_reach[1][x] & v->unblocked[o] ? v->top[1] * v->half : 0;
    const int o_top = v->within_reach[0][o] & v->unblocked[x] ? v->top[0] * v->half : 0;
    *low = player ? -o_top : -x_top;
    *high = player ? x_top : o_top;
}

/* The last mark of all always closes a loop of all open squares, and the board is full after it. */
static int search_last(Search *s, int alpha, int beta) {
    Position *const p = &s->p;
    const Solver *v = s->solver;
    const Squares open = p->open, x = p->x;
    Collapses c = {.known = 0};
    const int mark = p->marks + 1;
    int best = -INFINITE;
    p->open = 0;
    for (Squares left = open; left && best < beta; left &= left - 1) {
        const int square = first_square(left);
        if (is_hopeless(s, &c, open, max(alpha, best))) {
            best = max(alpha, best);
            break;
        }
        reroot(p, square);
        p->mark[square] = (uint8_t)mark;
        p->x = x | (p->odd & open) | (Squares)(mark & 1) << square;
        const int score = later(v, ahead(v, p, mark & 1));
        p->mark[square] = 0;
        best = max(best, add_collapse(s, &c, open, square, score));
    }
    p->open = open;
    p->x = x;
    return best;
}

static int search_moves(Search *s, int alpha, int beta, int *place) {
    if (s->p.marks == s->game->size - 1 && !is_whole(s)) return search_last(s, alpha, beta);
    Collapses c = {.known = 0};
    int best = -INFINITE;
    if (!is_whole(s)) {
        best = search_ends(s, &c, beta);
        if (best < beta) best = search_loops(s, &c, best, alpha, beta);
        if (best >= beta || s->aborted) return best;
    }
    return search_links(s, best, alpha, beta, place);
}

/* The score of a settled position that is not over, for the player to place:
 *
 *     result <= alpha   is an upper bound        result >= beta   is a lower bound
 *     between them      is the score itself      aborted          means nothing */
static int search(Search *s, int alpha, int beta) {
    s->nodes++;
    if (s->budget && s->nodes > s->budget) s->aborted = 1;
    if ((s->nodes & 255) == 0 && s->stop && *s->stop) s->aborted = 1;
    if (s->aborted) return 0;
    if (s->solver->bounded) {
        int low, high;
        bound(s, &low, &high);
        if (low >= beta || low == high) return low;
        if (high <= alpha) return high;
    }
    int place = -1, found = 0;
    Entry *entry = 0;
    uint64_t key[2];
    const int keyed = s->p.marks <= TABLE_MARKS && s->solver->entries;
    if (keyed) {
        key_of(s->solver, &s->p, key);
        entry = find(s->solver, key, &found);
        if (found) {
            if (entry->low >= beta || entry->low == entry->high) return entry->low;
            if (entry->high <= alpha) return entry->high;
            place = entry->best - 1;
        }
    }
    const int score = search_moves(s, alpha, beta, &place);
    if (keyed && !s->aborted) {
        entry = find(s->solver, key, &found);
        if (!found)
            *entry = (Entry){{key[0], key[1]}, -INFINITE, INFINITE, 0, (uint8_t)(s->p.marks + 1)};
        if (score > alpha && score > entry->low) entry->low = (int16_t)score;
        if (score < beta && score < entry->high) entry->high = (int16_t)score;
        entry->best = (uint8_t)(place + 1);
    }
    return score;
}

/* --- the root ------------------------------------------------------------------------------------- */

typedef struct {
    int low, high; /* what is known of a score */
} Range;

/* The least score whose value is that many half points. */
static int least_of(int half) { return half > 0 ? half * HALF - (HALF - 1) : half * HALF; }

/* No score lies strictly between a value's slowest end and the next value: tightens a lower bound to
 * the first score that can be. */
static int tightened(int low) {
    const int slowest = half_of(low) * HALF - QTTT_SOLVER_LINE;
    if (low == -INFINITE) return low;
    if (low > 0) return max(low, slowest);
    return low > half_of(low) * HALF + QTTT_SOLVER_LINE ? (half_of(low) + 1) * HALF : low;
}

static int same_value(const Range *r) {
    return r->low > -INFINITE && r->high < INFINITE && half_of(r->low) == half_of(r->high);
}

/* Where to cut the range next: between two values first, then between two numbers of plies. */
static int next_beta(const Range *r, int from_below, int depth) {
    if (same_value(r)) return depth != QTTT_DISTANCES || r->low == r->high ? 0
                              : from_below ? r->low + 1 : r->high;
    if (r->low == -INFINITE && r->high == INFINITE) return least_of(1);
    if (r->high == INFINITE || (from_below && r->low > -INFINITE))
        return least_of(half_of(r->low) + 1);
    return least_of(half_of(r->high));
}

/* Narrows the score of a settled position, for the player to place, by null windows until its
 * value is known, and its plies if they are asked for. */
static void narrow(Search *s, Range *r, int depth) {
    if (!s->solver->hurry) {
        const int score = search(s, -INFINITE, INFINITE);
        if (!s->aborted) r->low = r->high = score;
        return;
    }
    int from_below = 1;
    while (!s->aborted) {
        if (same_value(r) && (depth != QTTT_DISTANCES || r->low == r->high)) return;
        const int beta = next_beta(r, from_below, depth);
        const int score = search(s, beta - 1, beta);
        if (s->aborted) return;
        from_below = score >= beta;
        if (from_below)
            r->low = tightened(score);
        else
            r->high = -tightened(-score);
    }
}

static Range negated(Range r) { return (Range){-r.high, -r.low}; }

static Range delayed(const Solver *s, Range r) {
    return (Range){r.low == -INFINITE ? r.low : later(s, r.low),
                   r.high == INFINITE ? r.high : later(s, r.high)};
}

static Range evaluate(Search *s, const Position *p, int depth);

/* What one move is worth, for X. */
static Range evaluate_move(Search *s, const Position *p, const uint8_t move[2], int depth) {
    Position next = *p;
    play(s->game, &next, move[0], move[1]);
    return delayed(s->solver, evaluate(s, &next, depth));
}

/* 1: X decides the next ply, 0: O does, 2: chance. */
static int decider(const Game *game, const Position *p) {
    const int placer = (p->marks + 1) & 1;
    if (!p->loop || game->rules.chooser == OTHER) return placer;
    return game->rules.chooser == CHANCE ? 2 : !placer;
}

static Range best_of(int who, Range one, Range other) {
    if (who == 2 && (one.low == -INFINITE || other.low == -INFINITE))
        return (Range){-INFINITE, INFINITE};
    if (who == 2) return (Range){(one.low + other.low) / 2, (one.high + other.high) / 2};
    if (who == 1) return (Range){max(one.low, other.low), max(one.high, other.high)};
    return (Range){-max(-one.low, -other.low), -max(-one.high, -other.high)};
}

/* The score of any position, for X. */
static Range evaluate(Search *s, const Position *p, int depth) {
    if (p->loop) {
        const uint8_t a[2] = {p->a, QTTT_COLLAPSE}, b[2] = {p->b, QTTT_COLLAPSE};
        const Range one = evaluate_move(s, p, a, depth);
        return best_of(decider(s->game, p), one, evaluate_move(s, p, b, depth));
    }
    const int player = (p->marks + 1) & 1;
    Range r = {-INFINITE, INFINITE};
    if (termination_of(s->game, p) >= 0)
        r.low = r.high = ahead(s->solver, p, player);
    else
        s->p = *p, narrow(s, &r, depth);
    return player ? r : negated(r);
}

static int32_t value_of(const Solver *s, int score) {
    if (!s->hurry) return score;
    return half_of(score) * QTTT_UNIT / 2;
}

static int plies_of(int score) {
    const int size = score < 0 ? -score : score;
    return half_of(size) * HALF - size;
}

/* What is sure for who decides: the value if it is known, else its bound on that side. */
static int sure(const Solver *s, int who, const Range *r) {
    const int top = s->top[1] * s->half, bottom = -s->top[0] * s->half;
    const int score = who == 0 ? r->high : r->low;
    return score == -INFINITE ? bottom : score == INFINITE ? top : score;
}

static QtttMoveValue move_value(const Search *s, const uint8_t move[2], int who, const Range *r,
                                int depth) {
    const Solver *v = s->solver;
    const int score = sure(v, who, r), known = v->hurry ? same_value(r) : r->low == r->high;
    const int counted = known && v->hurry && depth == QTTT_DISTANCES && r->low == r->high;
    return (QtttMoveValue){{move[0], move[1]}, (uint8_t)known,
                           (uint8_t)(counted ? plies_of(score) : 0), value_of(v, score)};
}

static int list_moves(const Game *game, const Position *p, uint8_t moves[][2]) {
    int n = 0;
    for (int a = 0; a < game->size; a++) {
        if (p->loop && refusal_of(game, p, a, QTTT_COLLAPSE) < 0)
            moves[n][0] = (uint8_t)a, moves[n++][1] = QTTT_COLLAPSE;
        for (int b = a; b < game->size; b++)
            if (refusal_of(game, p, a, b) < 0) moves[n][0] = (uint8_t)a, moves[n++][1] = (uint8_t)b;
    }
    return n;
}

static int is_same(const Solver *s, const Range *one, const Range *other, int depth) {
    if (depth == QTTT_DISTANCES || !s->hurry)
        return one->low == other->low && one->high == other->high;
    return half_of(one->low) == half_of(other->low);
}

/* Follows moves that keep the score until the game ends. */
static void find_line(Search *s, Position p, int depth, QtttAnalysis *analysis) {
    uint8_t moves[QTTT_SOLVER_MOVES][2];
    Range now = evaluate(s, &p, depth);
    while (!s->aborted && termination_of(s->game, &p) < 0) {
        const int n = list_moves(s->game, &p, moves), chance = decider(s->game, &p) == 2;
        int i = 0;
        Range next;
        for (; i < n; i++) {
            next = evaluate_move(s, &p, moves[i], depth);
            if (s->aborted) return;
            if (chance || is_same(s->solver, &now, &next, depth)) break;
        }
        uint8_t *const to = analysis->line[analysis->line_length++];
        to[0] = moves[i][0], to[1] = moves[i][1];
        play(s->game, &p, moves[i][0], moves[i][1]);
        now = evaluate(s, &p, depth);
    }
}

static void analyse(Search *s, const Position *root, int depth, QtttAnalysis *analysis) {
    const int who = decider(s->game, root);
    uint8_t moves[QTTT_SOLVER_MOVES][2];
    Range best = {0, 0};
    analysis->moves = list_moves(s->game, root, moves);
    for (int i = 0; i < analysis->moves; i++) {
        const Range r = evaluate_move(s, root, moves[i], depth);
        analysis->move[i] = move_value(s, moves[i], who, &r, depth);
        best = i ? best_of(who, best, r) : r;
    }
    const QtttMoveValue value = move_value(s, moves[0], who, &best, depth);
    analysis->value = value.value;
    analysis->exact = value.exact;
    find_line(s, *root, depth, analysis);
}

int32_t qttt_solve(void *memory, const uint8_t *places, int32_t marks, uint64_t nodes,
                   const volatile int32_t *stop, int32_t depth, QtttAnalysis *analysis) {
    Solver *const solver = memory;
    if (!memory || (uintptr_t)memory % 8 || solver->magic != MAGIC) return QTTT_BAD_MEMORY;
    Position root;
    const int error = position_load(&solver->game, places, marks, &root);
    if (error) return error;
    Search s = {.solver = solver, .game = &solver->game, .budget = nodes, .stop = stop};
    analysis->moves = analysis->line_length = 0;
    if (depth == QTTT_VALUE || termination_of(s.game, &root) >= 0) {
        const Range r = evaluate(&s, &root, depth);
        const uint8_t none[2] = {0, 0};
        const QtttMoveValue value = move_value(&s, none, decider(s.game, &root), &r, depth);
        analysis->value = value.value;
        analysis->exact = value.exact;
    } else {
        analyse(&s, &root, depth, analysis);
    }
    analysis->nodes = s.nodes;
    return 0;
}

/* --- the solver's memory ---------------------------------------------------------------------------- */

static void make_places(Solver *s) {
    const int cols = s->game.rules.cols, rows = s->game.rules.rows, size = s->game.size;
    int place = 0;
    for (int a = 0; a < size; a++)
        for (int b = a; b < size; b++) {
            s->first[place] = (uint8_t)a;
            s->second[place] = (uint8_t)b;
            s->place[a][b] = s->place[b][a] = (uint8_t)place++;
        }
    for (int i = 0; i < SYMMETRIES; i++) {
        uint8_t to[SQUARES] = {0};
        for (int square = 0; square < size; square++) {
            int row = square / cols, col = square % cols;
            if (i & 4 && rows == cols) {
                const int swapped = row;
                row = col, col = swapped;
            }
            if (i & 1) row = rows - 1 - row;
            if (i & 2) col = cols - 1 - col;
            to[square] = (uint8_t)(row * cols + col);
        }
        for (int p = 0; p < place; p++)
            s->image[i][p] = s->place[to[s->first[p]]][to[s->second[p]]];
    }
}

static void make_line(Solver *s, Squares set, int i) {
    const int missing = count_squares(s->game.line[i] & ~set), placed = count_squares(set);
    const uint32_t bit = (uint32_t)1 << i;
    if (i == 0) {
        s->lines_in[set] = 0;
        s->unblocked[set] = s->within_reach[0][set] = s->within_reach[1][set] = 0;
    }
    s->lines_in[set] += missing == 0;
    if (!(s->game.line[i] & set)) s->unblocked[set] |= bit;
    if (missing <= s->game.size / 2 - placed) s->within_reach[0][set] |= bit;
    if (missing <= (s->game.size + 1) / 2 - placed) s->within_reach[1][set] |= bit;
}

/* Before anything was tried, squares on many lines look best: the centre, then the corners. */
static void make_history(Solver *s) {
    for (int i = 0; i < PLACES; i++) {
        uint32_t lines = 0;
        for (int k = 0; k < s->game.lines; k++)
            lines += (s->game.line[k] >> s->first[i] & 1) + (s->game.line[k] >> s->second[i] & 1);
        for (int marks = 0; marks < SQUARES; marks++) s->history[marks][i] = HISTORY_START * lines;
    }
}

static void make_bounds(Solver *s) {
    static const uint8_t TOP[5][2] = {{2, 4}, {2, 2}, {2, 2}, {4, 4}, {2, 2}};
    const Rules *r = &s->game.rules;
    const int chance = r->chooser == CHANCE;
    s->hurry = !chance;
    s->half = chance ? HALF_BY_CHANCE : HALF;
    s->bounded = !r->ends_full;
    s->top[0] = TOP[r->scoring][0];
    s->top[1] = TOP[r->scoring][1];
    s->free_mark[0] = r->line ? 2 * r->line : SQUARES + 1;
    s->free_mark[1] = r->line ? 2 * r->line - 1 : SQUARES;
    s->simple = r->scoring != KRIST;
    s->half_of_line = r->scoring == MATCH ? 4 : 2;
    for (int set = 0; set < 512; set++)
        for (int i = 0; i < s->game.lines; i++) make_line(s, (Squares)set, i);
}

size_t qttt_solver_bytes(size_t entries) { return sizeof(Solver) + entries * sizeof(Entry); }

int32_t qttt_solver_init(void *memory, size_t bytes, const uint8_t *rules) {
    Solver *const s = memory;
    if (!memory || (uintptr_t)memory % 8 || bytes < sizeof(Solver)) return QTTT_BAD_MEMORY;
    s->magic = 0;
    const int error = game_init(&s->game, rules);
    if (error) return error;
    if (s->game.size > SQUARES) return QTTT_TOO_LARGE;
    make_places(s);
    make_bounds(s);
    make_history(s);
    s->table = (Entry *)(s + 1);
    s->entries = BUCKET;
    while (qttt_solver_bytes(2 * s->entries) <= bytes) s->entries *= 2;
    if (qttt_solver_bytes(s->entries) > bytes) s->entries = 0;
    for (uint64_t i = 0; i < s->entries; i++) s->table[i] = (Entry){.marks = 0};
    s->magic = MAGIC;
    return 0;
}
