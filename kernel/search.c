/* Alpha-beta over settled positions: those without a pending loop.
 *
 * Loops are not searched pair by pair. In a tree of k squares the closing mark can land on
 * any of the k squares, and each landing is one collapse; a loop offers two of them to the
 * chooser. So the scores of k collapses determine those of all k(k-1)/2 loops, and two good
 * ones are often enough. */
#include "solver.h"

/* The score of a finished game for `player`. */
int lead_score(const Solver *s, const Position *p, int player) {
    const int x = s->lines_in[p->x], o = s->lines_in[squares_of_o(&s->game, p)];
    int half;
    if (s->half_of_line && x + o <= 1) {
        half = (x - o) * s->half_of_line;
    } else {
        QtttOutcome outcome;
        score_game(&s->game, p, &outcome);
        half = outcome.x - outcome.o;
    }
    return player ? half * s->half : -half * s->half;
}

static inline uint32_t *history_of(const Search *s) {
    return s->solver->history[s->p.marks & s->solver->history_mask];
}

static int is_over(const Search *s) {
    const Solver *v = s->solver;
    if (!s->game->rules.ends_full &&
        (v->lines_in[s->p.x] || v->lines_in[squares_of_o(s->game, &s->p)]))
        return 1;
    const int open = count_squares(s->p.open);
    return open == 0 || (open <= 2 && termination_of(s->game, &s->p) >= 0);
}

/* Known collapses of one tree: the closer's score for each landing square of the closing mark. The
 * score of a loop on squares a and b is combine(score[a], score[b]). */
typedef struct {
    Squares tree, known;
    int score[WIDE_SQUARES];
} Collapses;

static inline int combine(const Search *s, int one, int other) {
    const int low = one < other ? one : other, high = one < other ? other : one;
    switch (s->game->rules.chooser) {
    case OTHER: return low;
    case CLOSER: return high;
    default: return (low + high) / 2;
    }
}

/* The score for the player who has just decided. */
static int score_now(Search *s, int player, int alpha, int beta) {
    const Solver *v = s->solver;
    if (is_over(s)) return later(v, lead_score(v, &s->p, player));
    return later(v, -search(s, -sooner(v, beta), -sooner(v, alpha)));
}

/* Plays the next mark so that it closes a loop and lands on `square`. */
static Squares close_on(Position *p, int square) {
    p->marks++;
    return collapse(p, square);
}

static void reopen(Position *p, int square, Squares landed) {
    uncollapse(p, square, landed);
    p->loop = 0;
    p->marks--;
}

/* Adds the collapse on `square`. Returns the score of the best loop with the known ones. */
static int add_collapse(const Search *s, Collapses *c, int square, int score) {
    Squares partners = c->known;
    int best = -INFINITE;
    if (s->game->rules.no_pair_loops)
        for (Squares left = c->known; left; left &= left - 1)
            if (is_pair(&s->p, square, first_square(left))) partners &= ~BIT(first_square(left));
    for (Squares left = partners; left; left &= left - 1)
        best = max(best, c->score[first_square(left)]);
    c->score[square] = score;
    c->known |= BIT(square);
    return partners ? later(s->solver, combine(s, score, best)) : -INFINITE;
}

/* Whether no loop of the tree can exceed `low`. If the other player chooses, a loop needs two
 * collapses that exceed it. */
static int is_hopeless(const Search *s, const Collapses *c, int low) {
    if (!s->solver->prunes_trees) return 0;
    int hopes = count_squares(c->tree & ~c->known);
    for (Squares left = c->known; left; left &= left - 1)
        hopes += later(s->solver, c->score[first_square(left)]) > low;
    return hopes < 2;
}

/* The score of the best loop of one tree, or `best` if greater. For chance, scores must be
 * exact. */
static int search_tree(Search *s, Squares tree, int best, int alpha, int beta) {
    const int exact = s->game->rules.chooser == CHANCE;
    Collapses c = {.tree = tree};
    for (Squares left = tree; left && best < beta && !s->aborted; left &= left - 1) {
        const int low = max(alpha, best), square = first_square(left);
        if (is_hopeless(s, &c, low)) return low; /* an upper bound of the skipped loops */
        const Squares landed = close_on(&s->p, square);
        const int score = score_now(s, s->p.marks & 1, exact ? -INFINITE : sooner(s->solver, low),
                                    exact ? INFINITE : sooner(s->solver, beta));
        reopen(&s->p, square, landed);
        best = max(best, add_collapse(s, &c, square, score));
    }
    return best;
}

static int search_loops(Search *s, int alpha, int beta) {
    int best = -INFINITE;
    for (Squares todo = s->p.open; todo && best < beta && !s->aborted;) {
        const Squares tree = s->p.tree[root_of(&s->p, first_square(todo))];
        if (tree & (tree - 1)) best = search_tree(s, tree, best, alpha, beta);
        todo &= ~tree;
    }
    return best;
}

static int search_link(Search *s, int place, int alpha, int beta) {
    const int a = s->solver->first[place], b = s->solver->second[place];
    const Squares hung = link(&s->p, a, b);
    const int score = score_now(s, s->p.marks & 1, alpha, beta);
    cut(&s->p, a, b, hung);
    return score;
}

static int search_whole(Search *s, int square, int alpha, int beta) {
    const Position before = s->p;
    play(&s->p, square, square);
    const int score = score_now(s, s->p.marks & 1, alpha, beta);
    s->p = before;
    return score;
}

static int is_whole(const Search *s) {
    return s->game->rules.classical || count_squares(s->p.open) == 1;
}

/* Moves that close no loop, including the whole marks of R3 and R4. */
typedef struct {
    uint32_t weight[PLACES];
    uint8_t place[PLACES];
    int left;
} Links;

static void list_links(const Search *s, Links *links) {
    const Solver *v = s->solver;
    const uint32_t *const history = history_of(s);
    const int whole = is_whole(s);
    int n = 0;
    for (Squares left = s->p.open; left; left &= left - 1) {
        const int a = first_square(left);
        Squares partners = left & (left - 1) & ~s->p.tree[root_of(&s->p, a)];
        if (whole) partners = BIT(a);
        for (; partners; partners &= partners - 1) {
            const int place = v->place[a][first_square(partners)];
            links->place[n] = (uint8_t)place;
            links->weight[n++] = history[place];
        }
    }
    links->left = n;
}

/* Removes and returns the move with the best history. Lists are not sorted: few are used up. */
static int next_link(Links *links) {
    int best = 0;
    for (int i = 1; i < links->left; i++)
        if (links->weight[i] > links->weight[best]) best = i;
    const int place = links->place[best], last = --links->left;
    links->place[best] = links->place[last];
    links->weight[best] = links->weight[last];
    return place;
}

static int search_links(Search *s, int best, int alpha, int beta) {
    const int whole = is_whole(s);
    const Solver *const v = s->solver;
    uint32_t *const history = history_of(s);
    Links links;
    list_links(s, &links);
    while (links.left && best < beta) {
        const int place = next_link(&links), low = max(alpha, best);
        const int score = whole ? search_whole(s, s->solver->first[place], low, beta)
                                : search_link(s, place, low, beta);
        if (s->aborted) return best;
        if (score <= alpha) history[place] -= history[place] >> v->history_loss;
        if (score >= beta) history[place] += v->history_gain;
        best = max(best, score);
    }
    return best;
}

/* Bounds: a player who cannot complete any line, because of the other player's classical marks or
 * because too few marks are left, gets nothing. */
static void bound(const Search *s, int *low, int *high) {
    const Solver *v = s->solver;
    const int player = (s->p.marks + 1) & 1;
    const Squares x = s->p.x, o = squares_of_o(s->game, &s->p);
    const int x_top = v->lines_within[1][x] & v->lines_without[o] ? v->top[1] * v->half : 0;
    const int o_top = v->lines_within[0][o] & v->lines_without[x] ? v->top[0] * v->half : 0;
    *low = player ? -o_top : -x_top;
    *high = player ? x_top : o_top;
}

static int search_loops_last(Search *s, int alpha, int beta) {
    const int best = search_links(s, -INFINITE, alpha, beta);
    if (best >= beta || s->aborted || is_whole(s)) return best;
    return max(best, search_loops(s, max(alpha, best), beta));
}

/* Loops first: they reduce the board, and often one is enough (Ishizeki & Matsuura 2011). */
static int search_moves(Search *s, int alpha, int beta) {
    if (!(s->solver->ideas & QTTT_LOOPS_FIRST)) return search_loops_last(s, alpha, beta);
    const int best = is_whole(s) ? -INFINITE : search_loops(s, alpha, beta);
    return best >= beta || s->aborted ? best : search_links(s, best, alpha, beta);
}

static void count_node(Search *s) {
    s->nodes++;
    if (s->budget && s->nodes > s->budget) s->aborted = 1;
    if (s->nodes % 256 == 0 && s->stop && *s->stop) s->aborted = 1;
}

static int search_and_store(Search *s, int alpha, int beta) {
    uint64_t key[2];
    key_of(s->solver, &s->p, key);
    const Entry *const known = table_find(s->solver, key);
    if (known && (known->low >= beta || known->low == known->high)) return known->low;
    if (known && known->high <= alpha) return known->high;
    const int score = search_moves(s, alpha, beta);
    if (s->aborted) return score;
    const Entry entry = {{key[0], key[1]},
                        (int16_t)(score > alpha ? score : -INFINITE),
                        (int16_t)(score < beta ? score : INFINITE),
                        s->p.marks + 1};
    table_store(s->solver, key, &entry);
    return score;
}

/* The score of a settled position for the player to place (fail-soft):
 *
 *     result <= alpha   is an upper bound        result >= beta   is a lower bound
 *     between them      is the score itself      aborted          is undefined */
int search(Search *s, int alpha, int beta) {
    count_node(s);
    if (s->aborted) return 0;
    if (tablebase_covers(s->solver, &s->p)) return tablebase_probe(s->solver, &s->p);
    if (s->solver->bounded) {
        int low, high;
        bound(s, &low, &high);
        if (low >= beta || low == high) return low;
        if (high <= alpha) return high;
    }
    if (s->p.marks <= s->solver->table_marks && s->solver->entries) return search_and_store(s, alpha, beta);
    return search_moves(s, alpha, beta);
}
