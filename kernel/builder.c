/* Builds a tablebase: enumerates positions by their keys (table.c), scores them, and computes the
 * cells whose xor gives their symbols (tablebase.c). */
#include "tablebase.h"

/* Open addressing; the key 0, 0 marks a free slot (the empty board is no position's child). */
static int add_key(uint64_t *slots, int bits, const uint64_t key[2]) {
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    uint64_t i = hash_of(key, 0) & mask;
    for (; slots[2 * i] | slots[2 * i + 1]; i = (i + 1) & mask)
        if (slots[2 * i] == key[0] && slots[2 * i + 1] == key[1]) return 0;
    slots[2 * i] = key[0];
    slots[2 * i + 1] = key[1];
    return 1;
}

static void put_mark(const Solver *s, Position *p, int mark, int place) {
    const int a = s->first[place], b = s->second[place];
    p->marks = mark - 1;
    if (a != b) {
        link(p, a, b);
        return;
    }
    p->mark[a] = (uint8_t)mark;
    p->open &= ~BIT(a);
    if (mark & 1) p->x |= BIT(a);
}

/* Makes any one of the positions with this key. */
static void position_of(const Solver *s, const uint64_t key[2], Position *p) {
    const uint64_t early = ((uint64_t)1 << KEY_PLACES) - 1;
    int marks = 0;
    *p = (Position){.open = s->game.all};
    for (int square = 0; square < s->game.size; square++) p->tree[square] = BIT(square);
    for (int player = 0; player < 2; player++) {
        int mark = 2 - player;
        for (uint64_t left = key[player] & early; left; left &= left - 1, mark += 2, marks++)
            put_mark(s, p, mark, first_square(left));
        mark = s->free_mark[player] + 2;
        for (uint64_t left = key[player] >> KEY_PLACES; left; left >>= 6, mark += 2)
            if (left & 63) put_mark(s, p, mark, (int)(left & 63) - 1), marks++;
    }
    p->marks = marks;
}

#ifdef QTTT_IS_LIBRARY
int32_t qttt_table_places(const void *solver, const uint64_t *keys, int64_t n, uint8_t *places) {
    const Solver *const s = solver;
    Position p;
    if (!is_solver(solver)) return QTTT_BAD_MEMORY;
    const int bytes = s->game.size * 2;
    for (int64_t i = 0; i < n; i++, places += bytes) {
        for (int k = 0; k < bytes; k++) places[k] = QTTT_NO_PLACE;
        position_of(s, keys + 2 * i, &p);
        position_save(&p, places);
    }
    return 0;
}
#endif

static int add_position(const Solver *s, const Position *p, uint64_t *slots, int bits) {
    uint64_t key[2];
    if (termination_of(&s->game, p) >= 0) return 0;
    key_of(s, p, key);
    return add_key(slots, bits, key);
}

static int64_t add_links(const Solver *s, Position *p, int a, uint64_t *slots, int bits) {
    int64_t added = 0;
    for (Squares left = p->open & ~p->tree[root_of(p, a)]; left; left &= left - 1) {
        const int b = first_square(left);
        if (b < a) continue;
        const Squares hung = link(p, a, b);
        added += add_position(s, p, slots, bits);
        cut(p, a, b, hung);
    }
    return added;
}

/* Adds the position in which the closing mark of a loop lands on `a`, if there is such a loop: it
 * needs a second square in the tree, which must not form a pair loop where that is forbidden. */
static int64_t add_collapse(const Solver *s, Position *p, int a, uint64_t *slots, int bits) {
    int partners = 0;
    for (Squares left = p->tree[root_of(p, a)] & ~BIT(a); left; left &= left - 1)
        partners += !(s->game.rules.no_pair_loops && is_pair(p, a, first_square(left)));
    if (!partners) return 0;
    p->marks++;
    const Squares landed = collapse(p, a);
    const int64_t added = add_position(s, p, slots, bits);
    uncollapse(p, a, landed);
    p->loop = 0;
    p->marks--;
    return added;
}

static int64_t add_wholes(const Solver *s, const Position *p, uint64_t *slots, int bits) {
    int64_t added = 0;
    for (Squares left = p->open; left; left &= left - 1) {
        Position next = *p;
        play(&next, first_square(left), first_square(left));
        added += add_position(s, &next, slots, bits);
    }
    return added;
}

int64_t qttt_table_expand(void *solver, const uint64_t *keys, int64_t n, uint64_t *slots,
                          int32_t bits) {
    const Solver *const s = solver;
    int64_t added = 0;
    Position p;
    if (!is_solver(solver) || bits < 0 || bits > 40) return QTTT_BAD_MEMORY;
    for (int64_t i = 0; i < n; i++) {
        /* Probing a full set would not terminate; a position has fewer than 128 children. */
        if (added + 128 > (int64_t)1 << bits) return QTTT_BAD_MEMORY;
        position_of(s, keys + 2 * i, &p);
        if (s->game.rules.classical || count_squares(p.open) == 1) {
            added += add_wholes(s, &p, slots, bits);
        } else {
            for (Squares left = p.open; left; left &= left - 1) {
                added += add_links(s, &p, first_square(left), slots, bits);
                added += add_collapse(s, &p, first_square(left), slots, bits);
            }
        }
    }
    return added;
}

int64_t qttt_table_gather(uint64_t *slots, int32_t bits) {
    int64_t n = 0;
    for (int64_t i = 0; i < (int64_t)1 << bits; i++)
        if (slots[2 * i] | slots[2 * i + 1]) {
            slots[2 * n] = slots[2 * i];
            slots[2 * n + 1] = slots[2 * i + 1];
            n++;
        }
    return n;
}

int32_t qttt_table_score(void *solver, const uint64_t *keys, int64_t n, int16_t *scores) {
    if (!is_solver(solver)) return QTTT_BAD_MEMORY;
    Search s = {.solver = solver, .game = &((Solver *)solver)->game};
    Position p;
    for (int64_t i = 0; i < n; i++) {
        position_of(s.solver, keys + 2 * i, &p);
        scores[i] = (int16_t)exact_score(&s, &p);
    }
    return 0;
}

#ifdef QTTT_IS_LIBRARY
/* The lead in a score, in half points. */
static int lead_of(const Solver *s, int score) {
    return score > 0 ? (score + s->half - 1) / s->half : -((s->half - 1 - score) / s->half);
}

/* The lead of the player who placed the latest mark. */
static int lead_after(Search *s, const Position *p) {
    if (termination_of(s->game, p) >= 0)
        return lead_score(s->solver, p, p->marks % 2) / s->solver->half;
    return -lead_of(s->solver, exact_score(s, p));
}

/* For each open square in a tree, the lead after a closing mark has landed there. */
static void find_landings(Search *s, const Position *p, int lead[SQUARES]) {
    for (Squares left = p->open; left; left &= left - 1) {
        const int square = first_square(left);
        Position next = *p;
        if (p->tree[root_of(p, square)] == BIT(square)) continue;
        next.marks++;
        collapse(&next, square);
        lead[square] = lead_after(s, &next);
    }
}

static void add_move(Search *s, const Position *p, int a, int b, const int lead[SQUARES],
                     QtttAnatomy *to, int64_t *worths) {
    int mine;
    if (a != b && root_of(p, a) == root_of(p, b)) {
        const int least = lead[a] < lead[b] ? lead[a] : lead[b], most = max(lead[a], lead[b]);
        mine = s->game->rules.chooser == CLOSER ? most : least;
        worths[most - least]++;
    } else {
        Position next = *p;
        play(&next, a, b);
        mine = lead_after(s, &next);
    }
    const int lost = lead_of(s->solver, to->score) - mine;
    to->legal++;
    to->keeping += lost == 0;
    to->lost = (int16_t)(to->lost + lost);
}

int32_t qttt_table_anatomy(void *solver, const uint64_t *keys, int64_t n, QtttAnatomy *found,
                           int64_t *worths) {
    if (!is_solver(solver)) return QTTT_BAD_MEMORY;
    Search s = {.solver = solver, .game = &((Solver *)solver)->game};
    if (s.game->rules.chooser == CHANCE) return QTTT_BAD_RULES;
    for (int64_t i = 0; i < n; i++) {
        Position p;
        int lead[SQUARES];
        position_of(s.solver, keys + 2 * i, &p);
        found[i] = (QtttAnatomy){.score = (int16_t)exact_score(&s, &p)};
        find_landings(&s, &p, lead);
        for (int a = 0; a < s.game->size; a++)
            for (int b = a; b < s.game->size; b++)
                if (refusal_of(s.game, &p, a, b) < 0) add_move(&s, &p, a, b, lead, &found[i], worths);
    }
    return 0;
}
#endif

int32_t qttt_table_rank(const int16_t *scores, int64_t n, uint8_t *symbols, int16_t *found) {
    uint8_t seen[2 * INFINITE] = {0}, rank[2 * INFINITE];
    int32_t symbols_used = 0;
    for (int64_t i = 0; i < n; i++) {
        if (scores[i] <= -INFINITE || scores[i] >= INFINITE) return QTTT_BAD_TABLE;
        seen[scores[i] + INFINITE] = 1;
    }
    for (int score = 0; score < 2 * INFINITE; score++) {
        if (!seen[score]) continue;
        if (symbols_used == QTTT_TABLE_SYMBOLS) return QTTT_BAD_TABLE;
        found[symbols_used] = (int16_t)(score - INFINITE);
        rank[score] = (uint8_t)symbols_used++;
    }
    for (int64_t i = 0; i < n; i++) symbols[i] = rank[scores[i] + INFINITE];
    return symbols_used;
}

/* Peeling: assign a cell that only one key uses to that key and remove the key, which frees further
 * cells. Then, in reverse order, each key sets its own cell so that its three cells xor to its
 * symbol. `users` is the xor of the keys that use a cell; `cell` first counts them. */
int32_t qttt_table_fill(const uint64_t *keys, const uint8_t *symbols, int64_t n, uint64_t seed,
                        uint32_t cells, uint32_t segment, uint8_t *cell, uint32_t *scratch) {
    uint32_t *const users = scratch, *const ring = users + cells, *const order = ring + cells;
    uint32_t *const own = order + n, three[3];
    uint32_t pending = 0;
    int64_t peeled = 0;
    for (uint32_t i = 0; i < cells; i++) users[i] = ring[i] = cell[i] = 0;
    for (int64_t k = 0; k < n; k++) {
        cells_of(hash_of(keys + 2 * k, seed), cells, segment, three);
        for (int i = 0; i < 3; i++) {
            if (cell[three[i]]++ == 255) return 0;
            users[three[i]] ^= (uint32_t)k;
        }
    }
    for (uint32_t i = 0; i < cells; i++)
        if (cell[i] == 1) ring[pending++] = i;
    while (pending) {
        const uint32_t single = ring[--pending];
        if (cell[single] != 1) continue;
        const uint32_t key = users[single];
        order[peeled] = key;
        own[peeled++] = single;
        cells_of(hash_of(keys + 2 * (int64_t)key, seed), cells, segment, three);
        for (int i = 0; i < 3; i++) {
            users[three[i]] ^= key;
            if (--cell[three[i]] == 1) ring[pending++] = three[i];
        }
    }
    if (peeled != n) return 0;
    for (uint32_t i = 0; i < cells; i++) cell[i] = 0;
    while (peeled--) {
        const uint32_t key = order[peeled];
        cells_of(hash_of(keys + 2 * (int64_t)key, seed), cells, segment, three);
        cell[own[peeled]] = symbols[key] ^ cell[three[0]] ^ cell[three[1]] ^ cell[three[2]];
    }
    return 1;
}
