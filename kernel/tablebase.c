/* A table of positions: the exact score of every settled position of up to so many marks.
 *
 * The file is a static function, a binary fuse map (Graf & Lemire 2022): three cells of a few
 * bits each, found by hashing the key of table.c, xor to the symbol of the position's score. Keys
 * are not stored, so it takes about nine bits for each eight that the symbols need, and a probe
 * reads three cells. Asked for a position that it was not built from it says nothing sensible; the
 * number of marks tells which ones it knows.
 *
 *      0   8  "QTTTtab1"                      32  4  cells
 *      8   9  the rules, as in qttt.h         36  4  cells in a segment, a power of two
 *     17   1  the most marks that it covers   40  8  seed
 *     18   1  bits in a cell                  48  8 x 4  positions of 0, 1, 2 ... marks
 *     19   5  zeros                           80  7 x 256 x 2  scores by marks and symbol
 *     24   8  bytes of the whole file       3664  32  BLAKE2b-256 of everything else
 *                                           3696     the cells, least bits first, and 8 zeros
 *
 * All numbers are little-endian. The kernel checks that it stays inside the file; that the bytes
 * are those that were written is for the caller to check, by the digest. */
#include "solver.h"

enum {
    RULES_AT = 8, MARKS_AT = 17, BITS_AT = 18, BYTES_AT = 24, CELLS_AT = 32, SEGMENT_AT = 36,
    SEED_AT = 40, SCORES_AT = 80, HEADER = 3696, LEVELS = 7,
    SYMBOLS = 256, PADDING = 8,
};

static uint64_t read_number(const uint8_t *at, int bytes) {
    uint64_t number = 0;
    for (int i = bytes; i--;) number = number << 8 | at[i];
    return number;
}

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

static uint64_t hash_of(const uint64_t key[2], uint64_t seed) {
    return mixed(mixed(key[0] + seed) ^ key[1]);
}

/* --- probing -------------------------------------------------------------------------------- */

/* The three cells of a hash, in three neighbouring segments. */
static void cells_of(uint64_t hash, uint32_t cells, uint32_t segment, uint32_t cell[3]) {
    const uint32_t starts = cells - 2 * segment, mask = segment - 1;
    cell[0] = (uint32_t)((hash >> 32) * starts >> 32);
    cell[1] = (cell[0] + segment) ^ ((uint32_t)(hash >> 18) & mask);
    cell[2] = (cell[0] + 2 * segment) ^ ((uint32_t)hash & mask);
}

static uint32_t read_cell(const uint8_t *bytes, uint32_t cell, int bits) {
    const uint64_t at = (uint64_t)cell * (uint64_t)bits;
    return (uint32_t)(read_number(bytes + at / 8, 2) >> at % 8) & ((1u << bits) - 1);
}

/* The score of a settled position that the table covers. */
int tablebase_probe(const Solver *s, const Position *p) {
    const uint8_t *const t = s->tablebase;
    const int bits = t[BITS_AT];
    uint64_t key[2];
    uint32_t cell[3];
    key_of(s, p, key);
    cells_of(hash_of(key, s->tablebase_seed), s->tablebase_cells, s->tablebase_segment, cell);
    uint32_t symbol = 0;
    for (int i = 0; i < 3; i++) symbol ^= read_cell(t + HEADER, cell[i], bits);
    return (int16_t)read_number(t + SCORES_AT + (p->marks * SYMBOLS + (int)symbol) * 2, 2);
}

static int has_rules(const uint8_t *table, const Rules *r) {
    const uint8_t mine[QTTT_RULES_BYTES] = {r->rows,    r->cols,      r->line,
                                            r->classical, r->no_pair_loops, r->chooser,
                                            r->last_empty, r->ends_full, r->scoring};
    for (int i = 0; i < QTTT_RULES_BYTES; i++)
        if (table[RULES_AT + i] != mine[i]) return 0;
    return 1;
}

static int has_scores(const Solver *s, const uint8_t *table) {
    const int most = 4 * s->half;
    for (int i = 0; i < LEVELS * SYMBOLS; i++) {
        const int score = (int16_t)read_number(table + SCORES_AT + 2 * i, 2);
        if (score < -most || score > most) return 0;
    }
    return 1;
}

static int is_table(const Solver *s, const uint8_t *t, size_t bytes) {
    static const uint8_t magic[8] = {'Q', 'T', 'T', 'T', 't', 'a', 'b', '1'};
    if (bytes < HEADER + PADDING || read_number(t + BYTES_AT, 8) != bytes) return 0;
    for (int i = 0; i < 8; i++)
        if (t[i] != magic[i]) return 0;
    const uint64_t cells = read_number(t + CELLS_AT, 4), segment = read_number(t + SEGMENT_AT, 4);
    const int bits = t[BITS_AT];
    if (t[MARKS_AT] >= LEVELS || t[MARKS_AT] >= s->game.size || bits < 1 || bits > 8) return 0;
    if (segment == 0 || segment & (segment - 1) || segment > 1 << 18) return 0;
    return cells >= 3 * segment && cells % segment == 0 &&
           bytes == HEADER + (cells * (uint64_t)bits + 7) / 8 + PADDING;
}

int32_t qttt_solver_attach(void *memory, const uint8_t *table, size_t bytes) {
    Solver *const s = memory;
    if (!is_solver(memory)) return QTTT_BAD_MEMORY;
    s->tablebase = 0;
    if (!table) return 0;
    if (!is_table(s, table, bytes)) return QTTT_BAD_TABLE;
    if (!has_rules(table, &s->game.rules)) return QTTT_BAD_RULES;
    if (!has_scores(s, table)) return QTTT_BAD_TABLE;
    s->tablebase_marks = table[MARKS_AT];
    s->tablebase_cells = (uint32_t)read_number(table + CELLS_AT, 4);
    s->tablebase_segment = (uint32_t)read_number(table + SEGMENT_AT, 4);
    s->tablebase_seed = read_number(table + SEED_AT, 8);
    s->tablebase = table;
    return 0;
}

/* --- building ------------------------------------------------------------------------------- */

/* Open addressing; the key 0, 0 is the empty board, nobody's child, and marks a free slot. */
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

/* A position with that key; which one of those that share it does not matter. */
static void position_of(const Solver *s, const uint64_t key[2], Position *p) {
    const uint64_t early = ((uint64_t)1 << PLACES) - 1;
    int marks = 0;
    *p = (Position){.open = s->game.all};
    for (int square = 0; square < s->game.size; square++) p->tree[square] = BIT(square);
    for (int player = 0; player < 2; player++) {
        int mark = 2 - player;
        for (uint64_t left = key[player] & early; left; left &= left - 1, mark += 2, marks++)
            put_mark(s, p, mark, first_square(left));
        mark = s->free_mark[player] + 2;
        for (uint64_t left = key[player] >> PLACES; left; left >>= 6, mark += 2)
            if (left & 63) put_mark(s, p, mark, (int)(left & 63) - 1), marks++;
    }
    p->marks = marks;
}

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

/* Where the closing mark of a loop lands on `a`; a loop needs a partner, which must not be a's pair
 * where that is forbidden. */
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
        /* A full set would be searched for ever: one position has fewer children than 128. */
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

int32_t qttt_table_rank(const int16_t *scores, int64_t n, uint8_t *symbols, int16_t *found) {
    uint8_t seen[2 * INFINITE] = {0}, rank[2 * INFINITE];
    int32_t symbols_used = 0;
    for (int64_t i = 0; i < n; i++) {
        if (scores[i] <= -INFINITE || scores[i] >= INFINITE) return QTTT_BAD_TABLE;
        seen[scores[i] + INFINITE] = 1;
    }
    for (int score = 0; score < 2 * INFINITE; score++) {
        if (!seen[score]) continue;
        if (symbols_used == SYMBOLS) return QTTT_BAD_TABLE;
        found[symbols_used] = (int16_t)(score - INFINITE);
        rank[score] = (uint8_t)symbols_used++;
    }
    for (int64_t i = 0; i < n; i++) symbols[i] = rank[scores[i] + INFINITE];
    return symbols_used;
}

/* Peeling: a cell that only one key needs can be left to that key; without the key, other cells
 * become such cells. In the opposite order each key sets its own cell so that its three xor to its
 * symbol. `users` is the xor of the keys that need a cell, and `cell` counts them. */
int32_t qttt_table_fill(const uint64_t *keys, const uint8_t *symbols, int64_t n, uint64_t seed,
                        uint32_t cells, uint32_t segment, uint8_t *cell, uint32_t *scratch) {
    uint32_t *const users = scratch, *const ring = users + cells, *const order = ring + cells;
    uint32_t *const own = order + n, three[3];
    uint32_t waiting = 0;
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
        if (cell[i] == 1) ring[waiting++] = i;
    while (waiting) {
        const uint32_t alone = ring[--waiting];
        if (cell[alone] != 1) continue;
        const uint32_t key = users[alone];
        order[peeled] = key;
        own[peeled++] = alone;
        cells_of(hash_of(keys + 2 * (int64_t)key, seed), cells, segment, three);
        for (int i = 0; i < 3; i++) {
            users[three[i]] ^= key;
            if (--cell[three[i]] == 1) ring[waiting++] = three[i];
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
