/* Batched stepping of games, with incremental updates of their arrays: a placement writes two
 * squares, and the legal actions change only with the open squares. */
#include "batch.h"
#ifdef QTTT_IS_LIBRARY

/* One game's rows of the arrays. */
typedef struct {
    uint8_t *places, *marks, *landing, *taken, *x_next, *legal;
} View;

static View view_of(const Batch *b, int64_t i) {
    const int n = b->game.size;
    uint8_t *const planes = b->arrays.observations + i * (n + QTTT_EXTRA_PLANES) * n;
    return (View){
        .places = b->arrays.places + i * n * 2,
        .marks = planes,
        .landing = planes + n * n,
        .taken = planes + n * (n + 1),
        .x_next = planes + n * (n + 2),
        .legal = b->arrays.legal + i * b->actions,
    };
}

static inline void fill(uint8_t *at, int bytes, int value) {
    for (int k = 0; k < bytes; k++) at[k] = (uint8_t)value;
}

static inline int is_whole(const Game *game, const Position *p) {
    return game->rules.classical || count_squares(p->open) == 1;
}

/* --- writing the arrays ----------------------------------------------------------------------- */

static void show_placements(const Batch *b, const Position *p, uint8_t *legal) {
    for (Squares left = p->open; left; left &= left - 1) {
        uint8_t *const row = legal + b->row[first_square(left)];
        for (Squares others = left & (left - 1); others; others &= others - 1)
            row[first_square(others)] = 1;
    }
    if (!b->game.rules.no_pair_loops) return;
    for (Squares left = p->open; left; left &= left - 1) {
        const int square = first_square(left);
        if (p->mark[square]) legal[action_of(b, square, p->up[square])] = 0;
    }
}

static void show_legal(const Batch *b, const Position *p, int over, uint8_t *legal) {
    fill(legal, b->actions, 0);
    if (p->loop) {
        legal[action_of(b, p->a, p->a)] = legal[action_of(b, p->b, p->b)] = 1;
    } else if (over) {
        return;
    } else if (is_whole(&b->game, p)) {
        for (Squares left = p->open; left; left &= left - 1) {
            const int square = first_square(left);
            legal[action_of(b, square, square)] = 1;
        }
    } else {
        show_placements(b, p, legal);
    }
}

int next_decider(const Game *game, const Position *p, int over) {
    return over ? QTTT_NONE : decider_of(game, p);
}

static void show_player(Batch *b, int64_t i, const View *v, int over) {
    const int player = next_decider(&b->game, &b->slot[i].p, over);
    b->arrays.players[i] = (uint8_t)player;
    fill(v->x_next, b->game.size, player == QTTT_X);
}

static void show_mark(const Batch *b, const View *v, int mark, int a, int c) {
    uint8_t *const plane = v->marks + (mark - 1) * b->game.size;
    v->places[2 * mark - 2] = (uint8_t)(a < c ? a : c);
    v->places[2 * mark - 1] = (uint8_t)(a < c ? c : a);
    plane[a] = plane[c] = 1;
    if (a == c) v->taken[a] = 1;
}

void write_result(Batch *b, int64_t i, int over) {
    int32_t x = 0, o = 0;
    if (over) half_points(&b->game, &b->slot[i].p, &x, &o);
    b->arrays.done[i] = (uint8_t)over;
    b->arrays.rewards[2 * i] = 0.5f * (float)(x - o);
    b->arrays.rewards[2 * i + 1] = 0.5f * (float)(o - x);
}

/* Writes all arrays but `done` and `rewards`. */
void write_rows(Batch *b, int64_t i, int over) {
    const Position *const p = &b->slot[i].p;
    const int n = b->game.size;
    const View v = view_of(b, i);
    uint8_t places[2 * QTTT_MAX_SQUARES];
    fill(v.places, 2 * n, QTTT_NO_PLACE);
    fill(v.marks, n * (n + QTTT_EXTRA_PLANES), 0);
    if (p->marks) position_save(p, places);
    for (int mark = 1; mark <= p->marks; mark++)
        show_mark(b, &v, mark, places[2 * mark - 2], places[2 * mark - 1]);
    if (p->loop) v.landing[p->a] = v.landing[p->b] = 1;
    show_legal(b, p, over, v.legal);
    show_player(b, i, &v, over);
}

void begin_game(Batch *b, int64_t i) {
    Position *const p = &b->slot[i].p;
    p->open = b->game.all;
    p->x = p->odd = 0;
    p->marks = p->loop = 0;
    for (int square = 0; square < b->game.size; square++) {
        p->mark[square] = 0;
        p->tree[square] = BIT(square);
    }
    write_rows(b, i, 0);
}

/* --- taking actions --------------------------------------------------------------------------- */

static void land(const Batch *b, Position *p, const View *v, int square) {
    v->landing[p->a] = v->landing[p->b] = 0;
    for (Squares landed = collapse(p, square); landed; landed &= landed - 1) {
        const int s = first_square(landed), mark = p->mark[s];
        uint8_t *const plane = v->marks + (mark - 1) * b->game.size;
        plane[v->places[2 * mark - 2]] = plane[v->places[2 * mark - 1]] = 0;
        show_mark(b, v, mark, s, s);
    }
}

/* After a loop was closed: leaves it pending, or flips the coin. */
static void close_loop(const Batch *b, Slot *slot, const View *v) {
    Position *const p = &slot->p;
    if (b->game.rules.chooser == CHANCE && !(b->options & QTTT_ASK_CHANCE))
        land(b, p, v, next_random(&slot->coins) >> 63 ? p->a : p->b);
    else
        v->landing[p->a] = v->landing[p->b] = 1;
}

/* Returns 1 if the game is over. */
static int take(const Batch *b, Slot *slot, const View *v, int action) {
    Position *const p = &slot->p;
    const int a = b->first[action], c = b->second[action];
    if (p->loop) {
        land(b, p, v, a);
    } else {
        play(p, a, c);
        show_mark(b, v, p->marks, a, c);
        if (p->loop) {
            close_loop(b, slot, v);
        } else if (a != c && !b->game.rules.no_pair_loops) {
            return 0; /* legal actions are unchanged, and no game ends without a classical mark */
        }
    }
    const int over = termination_of(&b->game, p) >= 0;
    show_legal(b, p, over, v->legal);
    return over;
}

int step_game(Batch *b, int64_t i, int action) {
    const View v = view_of(b, i);
    if (b->arrays.players[i] == QTTT_NONE) {
        b->arrays.rewards[2 * i] = b->arrays.rewards[2 * i + 1] = 0;
        return 0;
    }
    const int over = take(b, &b->slot[i], &v, action);
    write_result(b, i, over);
    if (over && b->options & QTTT_AUTO_RESET)
        begin_game(b, i);
    else
        show_player(b, i, &v, over);
    return over;
}

int64_t sample_action(Batch *b, int64_t i) {
    Slot *const slot = &b->slot[i];
    const Position *const p = &slot->p;
    if (b->arrays.players[i] == QTTT_NONE) return 0;
    const uint64_t random = next_random(&slot->samples);
    if (p->loop) return random >> 63 ? action_of(b, p->a, p->a) : action_of(b, p->b, p->b);
    const int whole = is_whole(&b->game, p);
    if (slot->open.squares != p->open) list_open(&slot->open, p->open);
    Draw d = draw(&slot->open, whole, random);
    while (b->game.rules.no_pair_loops && !whole && is_pair(p, d.a, d.b))
        d = draw(&slot->open, whole, next_random(&slot->samples));
    return action_of(b, d.a, d.b);
}
#endif
