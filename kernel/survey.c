/* Survey of a position: decider, entanglements, loop and lines. */
#include "game.h"

/* The marks of a tree but a closing mark, as bits. */
static QtttSet marks_in(const Position *p, Squares tree) {
    QtttSet marks = 0;
    for (; tree; tree &= tree - 1) {
        const int mark = p->mark[first_square(tree)];
        if (mark) marks |= BIT(mark - 1);
    }
    return marks;
}

int find_entanglements(const Position *p, Entanglement *found) {
    int n = 0;
    Squares tree;
    for (Squares left = p->open; left; left &= ~tree) {
        tree = p->tree[root_of(p, first_square(left))];
        if (!(tree & (tree - 1))) continue;
        const int has_loop = p->loop && tree & BIT(p->a);
        const Entanglement one = {tree, first_square(marks_in(p, tree)) + 1, has_loop};
        int at = n++;
        for (; at && found[at - 1].first > one.first; at--) found[at] = found[at - 1];
        found[at] = one;
    }
    return n;
}

static void name_marks(const Position *p, const Entanglement *e, QtttNumber *entanglement) {
    const QtttSet closing = e->has_loop ? BIT(p->marks - 1) : 0;
    for (QtttSet left = marks_in(p, e->squares) | closing; left; left &= left - 1)
        entanglement[first_square(left)] = (QtttNumber)e->first;
}

/* The marks between two squares of a tree, as bits. */
static QtttSet marks_between(Position *p, int a, int b) {
    QtttSet marks = 0;
    reroot(p, b);
    for (int here = a; here != b; here = p->up[here]) marks |= BIT(p->mark[here] - 1);
    return marks;
}

static void survey_loop(Position *p, QtttSurvey *survey) {
    survey->closing = p->marks;
    survey->loop = marks_between(p, p->a, p->b) | BIT(p->marks - 1);
    survey->stems = marks_in(p, p->tree[p->b]) & ~survey->loop;
}

void survey(const Game *game, Position *p, QtttSurvey *survey) {
    Entanglement part[MAX_ENTANGLEMENTS];
    const int parts = find_entanglements(p, part), termination = termination_of(game, p);
    score_game(game, p, &survey->outcome);
    survey->outcome.termination = termination;
    survey->decider = termination < 0 ? decider_of(game, p) : QTTT_NONE;
    survey->closing = 0;
    survey->loop = survey->stems = 0;
    for (int i = 0; i < QTTT_MAX_SQUARES; i++) survey->entanglement[i] = 0;
    for (int i = 0; i < parts; i++) name_marks(p, part + i, survey->entanglement);
    if (p->loop) survey_loop(p, survey);
}
