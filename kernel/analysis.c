/* C API of the solver: values of a position and its moves, and the principal variation. */
#include "solver.h"

typedef struct {
    int low, high; /* bounds of a score */
} Range;

/* The lead in half points, that is, a score without its plies. Not for chance. */
static inline int half_of(int score) {
    return score > 0 ? (score + HALF - 1) / HALF : -((-score + HALF - 1) / HALF);
}

/* The least score with a value of `half` half points. */
static int min_score_of(int half) { return half > 0 ? half * HALF - (HALF - 1) : half * HALF; }

/* Raises a lower bound to the next possible score: there are gaps between values. */
static int tightened(int low) {
    const int slowest = half_of(low) * HALF - QTTT_SOLVER_LINE;
    if (low == -INFINITE) return low;
    if (low > 0) return max(low, slowest);
    return low > half_of(low) * HALF + QTTT_SOLVER_LINE ? (half_of(low) + 1) * HALF : low;
}

static int same_value(const Range *r) {
    return r->low > -INFINITE && r->high < INFINITE && half_of(r->low) == half_of(r->high);
}

/* The upper end of a null window between two values that are still possible. */
static int next_beta(const Range *r, int from_below) {
    if (r->low == -INFINITE && r->high == INFINITE) return min_score_of(1);
    if (r->high == INFINITE || (from_below && r->low > -INFINITE))
        return min_score_of(half_of(r->low) + 1);
    return min_score_of(half_of(r->high));
}

static void search_exactly(Search *s, Range *r) {
    const int alpha = max(r->low - 1, -INFINITE), beta = -max(-r->high - 1, -INFINITE);
    const int score = search(s, alpha, beta);
    if (!s->aborted) r->low = r->high = score;
}

/* Narrows the score of a settled position, for the player to place: to one value by null windows,
 * then, if plies are requested, to one score. */
static void narrow(Search *s, Range *r, int depth) {
    int from_below = 1;
    if (tablebase_covers(s->solver, &s->p)) {
        r->low = r->high = tablebase_probe(s->solver, &s->p);
        return;
    }
    /* Impossible scores from a corrupt table can make bounds cross; the loop still terminates. */
    while (s->solver->prefer_short_wins && !s->aborted && r->low < r->high && !same_value(r)) {
        const int beta = next_beta(r, from_below), score = search(s, beta - 1, beta);
        if (s->aborted) return;
        from_below = score >= beta;
        if (from_below)
            r->low = tightened(score);
        else
            r->high = -tightened(-score);
    }
    if (r->low != r->high && (depth == QTTT_DISTANCES || !s->solver->prefer_short_wins))
        search_exactly(s, r);
}

int exact_score(Search *s, const Position *p) {
    Range r = {-INFINITE, INFINITE};
    s->p = *p;
    search_exactly(s, &r);
    return r.low;
}

static Range negated(Range r) { return (Range){-r.high, -r.low}; }

static Range delayed(const Solver *s, Range r) {
    return (Range){r.low == -INFINITE ? r.low : later(s, r.low),
                   r.high == INFINITE ? r.high : later(s, r.high)};
}

static Range evaluate(Search *s, const Position *p, int depth);

/* The score of one move, for X. */
static Range evaluate_move(Search *s, const Position *p, const uint8_t move[2], int depth) {
    Position next = *p;
    play(&next, move[0], move[1]);
    return delayed(s->solver, evaluate(s, &next, depth));
}

static Range best_of(int who, Range one, Range other) {
    if (who == QTTT_CHANCE && (one.low == -INFINITE || other.low == -INFINITE))
        return (Range){-INFINITE, INFINITE};
    if (who == QTTT_CHANCE)
        return (Range){(one.low + other.low) / 2, (one.high + other.high) / 2};
    if (who == QTTT_X) return (Range){max(one.low, other.low), max(one.high, other.high)};
    return (Range){-max(-one.low, -other.low), -max(-one.high, -other.high)};
}

/* The score of any position, for X. */
static Range evaluate(Search *s, const Position *p, int depth) {
    if (p->loop) {
        const uint8_t a[2] = {p->a, QTTT_COLLAPSE}, b[2] = {p->b, QTTT_COLLAPSE};
        const Range one = evaluate_move(s, p, a, depth);
        return best_of(decider_of(s->game, p), one, evaluate_move(s, p, b, depth));
    }
    const int player = (p->marks + 1) & 1;
    Range r = {-INFINITE, INFINITE};
    if (termination_of(s->game, p) >= 0)
        r.low = r.high = lead_score(s->solver, p, player);
    else
        s->p = *p, narrow(s, &r, depth);
    return player ? r : negated(r);
}

static int32_t value_of(const Solver *s, int score) {
    if (!s->prefer_short_wins) return score;
    return half_of(score) * QTTT_UNITS_PER_POINT / 2;
}

static int plies_of(int score) {
    const int size = score < 0 ? -score : score;
    return half_of(size) * HALF - size;
}

/* The worst case for the decider: the score if it is known, otherwise its bound. */
static int bound_for_decider(const Solver *s, int who, const Range *r) {
    const int top = s->top[1] * s->half, bottom = -s->top[0] * s->half;
    const int score = who == QTTT_O ? r->high : r->low;
    return score == -INFINITE ? bottom : score == INFINITE ? top : score;
}

static QtttMoveValue move_value(const Search *s, const uint8_t move[2], int who, const Range *r,
                                int depth) {
    const Solver *v = s->solver;
    const int score = bound_for_decider(v, who, r);
    const int known = v->prefer_short_wins ? same_value(r) : r->low == r->high;
    const int counted =
        known && v->prefer_short_wins && depth == QTTT_DISTANCES && r->low == r->high;
    return (QtttMoveValue){{move[0], move[1]}, (uint8_t)known,
                           (uint8_t)(counted ? plies_of(score) : 0), value_of(v, score)};
}

/* Whether a position scores at least `least` for a player; cheaper than computing the score. */
static int scores_at_least(Search *s, const Position *p, int player, int least);

/* The same for a pending loop. For a coin, the score of one side determines the bound of the
 * other. */
static int loop_scores_at_least(Search *s, const Position *p, int player, int least) {
    const int who = decider_of(s->game, p);
    Position one = *p, other = *p;
    play(&one, p->a, QTTT_COLLAPSE);
    play(&other, p->b, QTTT_COLLAPSE);
    if (who == QTTT_CHANCE) {
        const int score = evaluate(s, &one, QTTT_DISTANCES).low;
        return scores_at_least(s, &other, player, 2 * least - (player ? score : -score));
    }
    const int is_enough = scores_at_least(s, &one, player, sooner(s->solver, least));
    if (is_enough == (who == (player ? QTTT_X : QTTT_O))) return is_enough;
    return scores_at_least(s, &other, player, sooner(s->solver, least));
}

static int scores_at_least(Search *s, const Position *p, int player, int least) {
    if (p->loop) return loop_scores_at_least(s, p, player, least);
    if (termination_of(s->game, p) >= 0) return lead_score(s->solver, p, player) >= least;
    s->p = *p;
    if (player == ((p->marks + 1) & 1)) return search(s, least - 1, least) >= least;
    return search(s, -least, 1 - least) <= -least;
}

/* Whether a move keeps the score of the position; no move exceeds it. */
static int is_best(Search *s, const Position *p, const uint8_t move[2], const Range *best,
                   int depth) {
    const int player = decider_of(s->game, p) == QTTT_X;
    const int score = player ? best->low : -best->high;
    const int by_value = depth != QTTT_DISTANCES && s->solver->prefer_short_wins;
    const int least = by_value ? min_score_of(half_of(score)) : score;
    Position next = *p;
    play(&next, move[0], move[1]);
    return scores_at_least(s, &next, player, sooner(s->solver, least));
}

/* Follows moves that keep the score until the game ends. */
static void find_line(Search *s, Position p, int depth, QtttAnalysis *analysis) {
    uint8_t moves[QTTT_SOLVER_MOVES][2];
    while (termination_of(s->game, &p) < 0) {
        const int n = list_moves(s->game, &p, moves[0]);
        const Range best = evaluate(s, &p, depth);
        int i = 0;
        if (decider_of(s->game, &p) != QTTT_CHANCE)
            while (!s->aborted && i < n && !is_best(s, &p, moves[i], &best, depth)) i++;
        if (s->aborted || i == n) return;
        uint8_t *const to = analysis->line[analysis->line_length++];
        to[0] = moves[i][0], to[1] = moves[i][1];
        play(&p, moves[i][0], moves[i][1]);
    }
}

/* Finds the best moves; the values of the others stay unknown. */
static void compare(Search *s, const Position *root, int depth, QtttAnalysis *analysis) {
    const int who = decider_of(s->game, root);
    const Range best = evaluate(s, root, depth), unknown = {-INFINITE, INFINITE};
    uint8_t moves[QTTT_SOLVER_MOVES][2];
    analysis->moves = list_moves(s->game, root, moves[0]);
    for (int i = 0; i < analysis->moves; i++) {
        const int is_one = !s->aborted && is_best(s, root, moves[i], &best, depth);
        const Range *const known = is_one && !s->aborted ? &best : &unknown;
        analysis->move[i] = move_value(s, moves[i], who, known, depth);
    }
    const QtttMoveValue value = move_value(s, moves[0], who, &best, depth);
    analysis->value = value.value;
    analysis->exact = value.exact && !s->aborted;
    find_line(s, *root, depth, analysis);
}

static void analyse(Search *s, const Position *root, int depth, QtttAnalysis *analysis) {
    const int who = decider_of(s->game, root);
    uint8_t moves[QTTT_SOLVER_MOVES][2];
    Range best = {0, 0};
    analysis->moves = list_moves(s->game, root, moves[0]);
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
    if (!is_solver(memory) && !is_wide_solver(memory)) return QTTT_BAD_MEMORY;
    Position root;
    const int error = position_load(&solver->game, places, marks, &root);
    if (error) return error;
    Search s = {.solver = solver, .game = &solver->game, .budget = nodes, .stop = stop};
    analysis->moves = analysis->line_length = 0;
    if (depth == QTTT_VALUE || termination_of(s.game, &root) >= 0) {
        const Range r = evaluate(&s, &root, depth);
        const uint8_t none[2] = {0, 0};
        const QtttMoveValue value = move_value(&s, none, decider_of(s.game, &root), &r, depth);
        analysis->value = value.value;
        analysis->exact = value.exact;
    } else if (depth <= QTTT_DISTANCES || decider_of(s.game, &root) == QTTT_CHANCE) {
        analyse(&s, &root, depth, analysis);
    } else {
        compare(&s, &root, depth == QTTT_BEST ? QTTT_VALUES : QTTT_DISTANCES, analysis);
    }
    analysis->nodes = s.nodes;
    return 0;
}


int32_t qttt_probe(void *memory, const uint8_t *places, int32_t marks, QtttMoveValue *value) {
    Solver *const solver = memory;
    if (!is_solver(memory)) return QTTT_BAD_MEMORY;
    Position root;
    const int error = position_load(&solver->game, places, marks, &root);
    if (error) return error;
    if (!tablebase_covers(solver, &root)) return 0;
    Search s = {.solver = solver, .game = &solver->game};
    const uint8_t none[2] = {0, 0};
    const Range r = evaluate(&s, &root, QTTT_DISTANCES);
    *value = move_value(&s, none, decider_of(s.game, &root), &r, QTTT_DISTANCES);
    return 1;
}
