/* Minimax and alpha-beta as textbooks print them, to repeat published experiments.
 *
 * Every placement and every collapse is a node. X maximizes and O minimizes. Moves are listed in
 * reading order and sorted by the criteria, the first of which weighs most; equal moves keep their
 * order. The value is the lead of X in half points; plies do not count. */
#include "solver.h"
#ifdef QTTT_IS_LIBRARY

typedef struct {
    Solver *solver;
    const Game *game;
    Position p;
    const QtttTextbook *how;
    QtttTextbookResult *found;
    const volatile int32_t *stop;
    uint64_t entered;
    uint8_t rank[SQUARES][SQUARES][2]; /* of a pair, without and with a loop: less is earlier */
} Run;

typedef struct {
    uint8_t a, b, rank;
} Choice;

/* --- order ------------------------------------------------------------------------------------ */

static Squares squares_of(const Rules *r, int criterion) {
    Squares found = 0;
    for (int square = 0; square < r->rows * r->cols; square++) {
        const int row = square / r->cols, col = square % r->cols;
        const int corner = (row == 0 || row == r->rows - 1) && (col == 0 || col == r->cols - 1);
        const int centre = 2 * row == r->rows - 1 && 2 * col == r->cols - 1;
        const int kind = corner ? QTTT_CORNERS : centre ? QTTT_CENTRE : QTTT_SIDES;
        if (kind == criterion) found |= BIT(square);
    }
    return found;
}

static int has_feature(const Run *r, int criterion, int a, int b, int is_loop) {
    if (criterion == QTTT_LOOPS) return is_loop;
    return (squares_of(&r->game->rules, criterion) & (BIT(a) | BIT(b))) != 0;
}

static void make_ranks(Run *r) {
    for (int a = 0; a < r->game->size; a++)
        for (int b = a; b < r->game->size; b++)
            for (int is_loop = 0; is_loop < 2; is_loop++) {
                int rank = 0;
                for (int i = 0; i < r->how->criteria; i++)
                    rank = 2 * rank + !has_feature(r, r->how->criterion[i], a, b, is_loop);
                r->rank[a][b][is_loop] = (uint8_t)rank;
            }
}

static int add_choice(Choice *choices, int n, Choice new) {
    int i = n;
    for (; i && choices[i - 1].rank > new.rank; i--) choices[i] = choices[i - 1];
    choices[i] = new;
    return n + 1;
}

static int list_pairs(const Run *r, Choice *choices) {
    int n = 0;
    for (Squares left = r->p.open; left; left &= left - 1) {
        const int a = first_square(left), root = root_of(&r->p, a);
        for (Squares others = left & (left - 1); others; others &= others - 1) {
            const int b = first_square(others), is_loop = root == root_of(&r->p, b);
            if (is_loop && r->game->rules.no_pair_loops && is_pair(&r->p, a, b)) continue;
            n = add_choice(choices, n, (Choice){(uint8_t)a, (uint8_t)b, r->rank[a][b][is_loop]});
        }
    }
    return n;
}

static int list_wholes(const Run *r, Choice *choices) {
    int n = 0;
    for (Squares left = r->p.open; left; left &= left - 1) {
        const int a = first_square(left);
        n = add_choice(choices, n, (Choice){(uint8_t)a, (uint8_t)a, r->rank[a][a][0]});
    }
    return n;
}

static int list_choices(const Run *r, Choice *choices) {
    const Position *const p = &r->p;
    if (p->loop) {
        choices[0] = (Choice){p->a, QTTT_COLLAPSE, 0};
        choices[1] = (Choice){p->b, QTTT_COLLAPSE, 0};
        return 2;
    }
    if (r->game->rules.classical || count_squares(p->open) == 1) return list_wholes(r, choices);
    return list_pairs(r, choices);
}

/* --- search ----------------------------------------------------------------------------------- */

static int explore(Run *r, int alpha, int beta);

static int explore_collapse(Run *r, int square, int alpha, int beta) {
    const Squares landed = collapse(&r->p, square);
    const int value = explore(r, alpha, beta);
    uncollapse(&r->p, square, landed);
    return value;
}

static int explore_loop(Run *r, int a, int b, int alpha, int beta) {
    r->p.marks++;
    r->p.loop = 1;
    r->p.a = (uint8_t)a;
    r->p.b = (uint8_t)b;
    const int value = explore(r, alpha, beta);
    r->p.loop = 0;
    r->p.marks--;
    return value;
}

static int explore_choice(Run *r, Choice choice, int alpha, int beta) {
    const int a = choice.a, b = choice.b;
    if (b == QTTT_COLLAPSE) return explore_collapse(r, a, alpha, beta);
    if (a == b) {
        const Position before = r->p;
        play(&r->p, a, b);
        const int value = explore(r, alpha, beta);
        r->p = before;
        return value;
    }
    if (root_of(&r->p, a) == root_of(&r->p, b)) return explore_loop(r, a, b, alpha, beta);
    const Squares hung = link(&r->p, a, b);
    const int value = explore(r, alpha, beta);
    cut(&r->p, a, b, hung);
    return value;
}

/* MAX-VALUE if the decider is X, otherwise MIN-VALUE; fail-soft, as in the textbook. */
static int expand(Run *r, int alpha, int beta) {
    const int marks = r->p.marks, is_max = decider_of(r->game, &r->p) == QTTT_X;
    Choice choices[QTTT_SOLVER_MOVES];
    const int n = list_choices(r, choices);
    int best = is_max ? -INFINITE : INFINITE;
    r->found->expanded[marks]++;
    r->found->legal[marks] += (uint64_t)n;
    for (int i = 0; i < n && !r->found->stopped; i++) {
        r->found->searched[marks]++;
        const int value = r->how->prunes ? explore_choice(r, choices[i], alpha, beta)
                                         : explore_choice(r, choices[i], -INFINITE, INFINITE);
        if (is_max ? value > best : value < best) best = value;
        if (!r->how->prunes) continue;
        if (is_max ? best >= beta : best <= alpha) return best;
        if (is_max && best > alpha) alpha = best;
        if (!is_max && best < beta) beta = best;
    }
    return best;
}

static int expand_with_table(Run *r, int alpha, int beta) {
    uint64_t key[2];
    key_of(r->solver, &r->p, key);
    const Entry *const known = table_find(r->solver, key);
    if (known && (known->low >= beta || known->low == known->high)) return known->low;
    if (known && known->high <= alpha) return known->high;
    const int value = expand(r, alpha, beta);
    if (r->found->stopped) return value;
    const int is_exact = !r->how->prunes;
    const Entry entry = {{key[0], key[1]},
                        (int16_t)(is_exact || value > alpha ? value : -INFINITE),
                        (int16_t)(is_exact || value < beta ? value : INFINITE),
                        r->p.marks + 1};
    table_store(r->solver, key, &entry);
    return value;
}

static void count_node(Run *r) {
    r->entered++;
    r->found->nodes[r->p.marks]++;
    if (r->how->max_nodes && r->entered >= r->how->max_nodes) r->found->stopped = 1;
    if (r->entered % 4096 == 0 && r->stop && *r->stop) r->found->stopped = 1;
}

static int explore(Run *r, int alpha, int beta) {
    count_node(r);
    if (r->found->stopped) return 0;
    if (termination_of(r->game, &r->p) >= 0)
        return lead_score(r->solver, &r->p, 1) / r->solver->half;
    if (r->solver->entries && !r->p.loop && r->p.marks <= TABLE_MARKS)
        return expand_with_table(r, alpha, beta);
    return expand(r, alpha, beta);
}

/* --- API -------------------------------------------------------------------------------------- */

static int is_sound(const QtttTextbook *how) {
    if (how->criteria < 0 || how->criteria > QTTT_CRITERIA) return 0;
    for (int i = 0; i < how->criteria; i++)
        if (how->criterion[i] >= QTTT_CRITERIA) return 0;
    return 1;
}

int32_t qttt_textbook(void *memory, const uint8_t *places, int32_t marks, const QtttTextbook *how,
                      const volatile int32_t *stop, QtttTextbookResult *found) {
    Solver *const solver = memory;
    if (!is_solver(memory)) return QTTT_BAD_MEMORY;
    if (solver->game.rules.chooser == CHANCE || !is_sound(how)) return QTTT_BAD_RULES;
    Run r = {.solver = solver, .game = &solver->game, .how = how, .found = found, .stop = stop};
    const int error = position_load(r.game, places, marks, &r.p);
    if (error) return error;
    *found = (QtttTextbookResult){.value = 0};
    make_ranks(&r);
    table_clear(solver); /* entries of qttt_solve are scores, those of this search are values */
    found->value = explore(&r, -INFINITE, INFINITE);
    table_clear(solver);
    return 0;
}
#endif
