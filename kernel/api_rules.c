/* C API of the rules: validates arguments, calls the rules, writes results. */
#include "game.h"
#include "interface.h"

typedef struct {
    Game game;
    Position position;
} Loaded;

static int load(const uint8_t *rules, const QtttNumber *places, int marks, Loaded *loaded) {
    const int error = game_init(&loaded->game, rules);
    return error ? error : position_load(&loaded->game, places, marks, &loaded->position);
}

int32_t qttt_legal(const uint8_t *rules, const QtttNumber *places, int32_t marks,
                   QtttNumber *moves) {
    Loaded l;
    const int error = load(rules, places, marks, &l);
    return error ? error : list_moves(&l.game, &l.position, moves);
}

int32_t qttt_play(const uint8_t *rules, const QtttNumber *places, int32_t marks, int32_t first,
                  int32_t second, QtttNumber *next) {
    Loaded l;
    const int error = load(rules, places, marks, &l);
    if (error) return error;
    const int reason = refusal_of(&l.game, &l.position, first, second);
    if (reason >= 0) return QTTT_ILLEGAL - reason;
    play(&l.position, first, second);
    return position_save(&l.position, next);
}

int32_t qttt_outcome(const uint8_t *rules, const QtttNumber *places, int32_t marks,
                     QtttOutcome *outcome) {
    Loaded l;
    const int error = load(rules, places, marks, &l);
    if (error) return error;
    const int termination = termination_of(&l.game, &l.position);
    if (termination < 0) return 0;
    outcome->termination = termination;
    score_game(&l.game, &l.position, outcome);
    return 1;
}

int32_t qttt_survey(const uint8_t *rules, const QtttNumber *places, int32_t marks,
                    QtttSurvey *found) {
    Loaded l;
    const int error = load(rules, places, marks, &l);
    if (!error) survey(&l.game, &l.position, found);
    return error;
}

int32_t qttt_ensemble(const uint8_t *rules, const QtttNumber *places, int32_t marks,
                      QtttEnsemble *ensemble) {
    Loaded l;
    const int error = load(rules, places, marks, &l);
    if (!error) compute_odds(&l.position, ensemble);
    return error;
}

int32_t qttt_realities(const uint8_t *rules, const QtttNumber *places, int32_t marks,
                       uint64_t first, int32_t count, QtttNumber *squares) {
    Loaded l;
    const int error = load(rules, places, marks, &l);
    return error ? error : list_realities(&l.position, first, count, squares);
}

#if defined(QTTT_IS_LIBRARY) && !defined(QTTT_LARGE)
uint32_t qttt_interface(void) {
    return QTTT_INTERFACE;
}
#endif
