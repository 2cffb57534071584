/* C API of the judge: evaluations without search. */
#include "judge.h"

/* The priors of moves in the order of qttt_legal. */
static void write_priors(const Judge *j, const Game *g, const Position *p,
                         QtttEvaluation *evaluation) {
    Ranking r;
    int16_t index[QTTT_MAX_SQUARES][QTTT_MAX_SQUARES];
    evaluation->moves = r.count = list_moves(g, p, &r.move[0][0]);
    if (!r.count) return;
    if (p->loop) {
        evaluation->prior[0] = judge_collapse(j, g, p);
        evaluation->prior[1] = 1 - evaluation->prior[0];
        return;
    }
    for (int i = 0; i < r.count; i++) index[r.move[i][0]][r.move[i][1]] = (int16_t)i;
    judge_rank(j, g, p, &r);
    for (int i = 0; i < r.count; i++)
        evaluation->prior[index[r.move[i][0]][r.move[i][1]]] = r.prior[i];
}

int32_t qttt_evaluate(const uint8_t *rules, const uint8_t *places, int32_t marks,
                      const void *evaluator, size_t bytes, QtttEvaluation *evaluation) {
    Game game;
    Position p;
    Judge judge;
    int error = game_init(&game, rules);
    if (!error) error = position_load(&game, places, marks, &p);
    if (!error) error = judge_init(&judge, &game, evaluator, bytes);
    if (error) return error;
    evaluation->value = judge_value(&judge, &game, &p);
    write_priors(&judge, &game, &p, evaluation);
    return 0;
}

#ifdef QTTT_IS_LIBRARY
int32_t qttt_see(const uint8_t *rules, const uint8_t *places, int32_t marks, QtttSight *sight) {
    Game game;
    Position p;
    Judge judge = {.patterns = 0};
    Sight seen;
    int error = game_init(&game, rules);
    if (!error) error = position_load(&game, places, marks, &p);
    if (error || p.loop) return error ? error : QTTT_BAD_POSITION;
    judge_see(&judge, &game, &p, &seen);
    *sight = (QtttSight){.inputs = seen.inputs};
    for (int i = 0; i < seen.inputs; i++) sight->input[i] = seen.input[i];
    for (int square = 0; square < game.size; square++) {
        const int is_open = (p.open & BIT(square)) != 0;
        sight->code[square] = seen.code[square];
        sight->root[square] = is_open ? seen.root[square] : (uint8_t)square;
        sight->size[square] = is_open ? seen.size[square] : 1;
    }
    return 0;
}
#endif
