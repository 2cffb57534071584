/* Tablebase: the exact score of every settled position up to some number of marks.
 *
 * The file is a static function, a binary fuse map (Graf & Lemire 2022): three cells of a few
 * bits each, selected by a hash of the key (table.c), xor to the symbol of the position's score.
 * Keys are not stored, so the overhead is about an eighth of the symbols, and a probe reads three
 * cells. The result for a position that is not in the table is arbitrary; the number of marks
 * decides which positions are in it.
 *
 * A file is a QtttTableHeader, the cells, least bits first, and 8 zeros.
 *
 * The kernel checks that offsets are inside the file; the caller verifies the digest. */
#include "tablebase.h"

#define AT(field) offsetof(QtttTableHeader, field)

enum { HEADER = sizeof(QtttTableHeader), PADDING = 8 };

static uint64_t read_number(const uint8_t *at, int bytes) {
    uint64_t number = 0;
    for (int i = bytes; i--;) number = number << 8 | at[i];
    return number;
}

static uint32_t read_cell(const uint8_t *bytes, uint32_t cell, int bits) {
    const uint64_t at = (uint64_t)cell * (uint64_t)bits;
    return (uint32_t)(read_number(bytes + at / 8, 2) >> at % 8) & ((1u << bits) - 1);
}

/* The score of a settled position that is covered. */
int tablebase_probe(const Solver *s, const Position *p) {
    const uint8_t *const t = s->tablebase;
    const int bits = t[AT(bits)];
    uint64_t key[2];
    uint32_t cell[3];
    key_of(s, p, key);
    cells_of(hash_of(key, s->tablebase_seed), s->tablebase_cells, s->tablebase_segment, cell);
    uint32_t symbol = 0;
    for (int i = 0; i < 3; i++) symbol ^= read_cell(t + HEADER, cell[i], bits);
    return (int16_t)read_number(t + AT(score) + (p->marks * QTTT_TABLE_SYMBOLS + (int)symbol) * 2, 2);
}

static int has_rules(const uint8_t *table, const Rules *r) {
    const uint8_t mine[QTTT_RULES_BYTES] = {
        r->rows,    r->cols,       r->line,      r->classical, r->no_pair_loops,
        r->chooser, r->last_empty, r->ends_full, r->scoring,
    };
    for (int i = 0; i < QTTT_RULES_BYTES; i++)
        if (table[AT(rules) + i] != mine[i]) return 0;
    return 1;
}

static int has_scores(const Solver *s, const uint8_t *table) {
    const int most = 4 * s->half;
    for (int i = 0; i < QTTT_TABLE_LEVELS * QTTT_TABLE_SYMBOLS; i++) {
        const int score = (int16_t)read_number(table + AT(score) + 2 * i, 2);
        if (score < -most || score > most) return 0;
    }
    return 1;
}

static int is_table(const Solver *s, const uint8_t *t, size_t bytes) {
    static const uint8_t magic[8] = {'Q', 'T', 'T', 'T', 't', 'a', 'b', '2'};
    if (bytes < HEADER + PADDING || read_number(t + AT(bytes), 8) != bytes) return 0;
    for (int i = 0; i < 8; i++)
        if (t[i] != magic[i]) return 0;
    const uint64_t cells = read_number(t + AT(cells), 4), segment = read_number(t + AT(segment), 4);
    const int bits = t[AT(bits)];
    if (t[AT(marks)] >= QTTT_TABLE_LEVELS || t[AT(marks)] >= s->game.size || bits < 1 || bits > 8) return 0;
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
    s->tablebase_marks = table[AT(marks)];
    s->tablebase_cells = (uint32_t)read_number(table + AT(cells), 4);
    s->tablebase_segment = (uint32_t)read_number(table + AT(segment), 4);
    s->tablebase_seed = read_number(table + AT(seed), 8);
    s->tablebase = table;
    return 0;
}
