/* Fuzzes the kernel through its public header; built with sanitizers.
 *
 *     fuzz walk SEED GAMES RULES...      plays GAMES random games under each of the rules (9 bytes
 *                                        in hex) and prints a digest of all results
 *     fuzz garbage SEED INPUTS           calls every function with INPUTS random inputs and prints
 *                                        the numbers of accepted and rejected positions
 *     fuzz overflow, fuzz overread, fuzz uninitialized
 *                                        injects a fault that a sanitizer must catch
 *
 * Every buffer has exactly the size required by the header, so that a sanitizer detects any access
 * beyond it. Other guarantees are checked by `require`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../kernel/qttt.h"

#define require(truth) ((truth) ? (void)0 : broken(#truth, __LINE__))

static void broken(const char *promise, int line) {
    fprintf(stderr, "fuzz.c:%d: not true: %s\n", line, promise);
    exit(1);
}

/* --- random numbers and digest -------------------------------------------------------------- */

static uint64_t seed, digest;

static uint64_t scrambled(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static uint64_t chance(void) { return scrambled(seed += 0x9E3779B97F4A7C15u); }

static int below(int n) { return (int)(chance() % (uint64_t)n); }

static void see(int64_t number) { digest = scrambled(digest * 31 + (uint64_t)number); }

/* --- arguments, in memory of the exact size -------------------------------------------------- */

typedef struct {
    uint8_t rules[QTTT_RULES_BYTES];
    uint8_t places[2 * QTTT_MAX_SQUARES];
    int32_t marks;
} Question;

static void *exactly(const void *from, size_t bytes) {
    void *to = malloc(bytes ? bytes : 1);
    if (!to) abort();
    for (size_t i = 0; i < bytes; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

static size_t bytes_of(const Question *q) {
    const int marks = q->marks < 0 ? 0 : q->marks > QTTT_MAX_SQUARES ? QTTT_MAX_SQUARES : q->marks;
    return 2 * (size_t)marks;
}

typedef struct {
    uint8_t *rules, *places;
    uint8_t *moves, *next;
    QtttOutcome *outcome;
} Buffers;

enum { UNTOUCHED = 0xA5, MOVES_BYTES = 2 * QTTT_MAX_MOVES, NEXT_BYTES = 2 * QTTT_MAX_SQUARES };

static Buffers buffers_for(const Question *q) {
    Buffers b = {exactly(q->rules, QTTT_RULES_BYTES), exactly(q->places, bytes_of(q)),
                 malloc(MOVES_BYTES), malloc(NEXT_BYTES), malloc(sizeof(QtttOutcome))};
    memset(b.moves, UNTOUCHED, MOVES_BYTES);
    memset(b.next, UNTOUCHED, NEXT_BYTES);
    memset(b.outcome, UNTOUCHED, sizeof(QtttOutcome));
    return b;
}

static void give_back(Buffers b) {
    free(b.rules), free(b.places), free(b.moves), free(b.next), free(b.outcome);
}

static int is_untouched(const void *memory, size_t bytes) {
    static uint8_t untouched[sizeof(QtttSurvey)];
    if (!untouched[0]) memset(untouched, UNTOUCHED, sizeof untouched);
    return memcmp(memory, untouched, bytes) == 0;
}

/* --- walks ------------------------------------------------------------------------------------ */

static void see_outcome(const Buffers *b, int32_t marks) {
    require(qttt_outcome(b->rules, b->places, marks, b->outcome) == 1);
    const QtttOutcome *const o = b->outcome;
    see(o->x), see(o->o), see(o->termination), see(o->lines);
    for (int i = 0; i < o->lines; i++)
        see((int64_t)o->line[i].squares), see(o->line[i].player), see(o->line[i].time);
}

static void see_survey(const Buffers *b, int32_t marks) {
    QtttSurvey *const s = malloc(sizeof *s);
    require(qttt_survey(b->rules, b->places, marks, s) == 0);
    see(s->outcome.termination), see(s->outcome.lines), see(s->decider), see(s->closing);
    see((int64_t)s->loop), see((int64_t)s->stems);
    for (int i = 0; i < QTTT_MAX_SQUARES; i++) see(s->entanglement[i]);
    free(s);
}

/* Digests the ensemble and one of its realities. */
static void see_ensemble(const Buffers *b, int32_t marks) {
    QtttEnsemble *const e = malloc(sizeof *e);
    uint8_t *const squares = malloc((size_t)marks + !marks);
    require(qttt_ensemble(b->rules, b->places, marks, e) == 0);
    see((int64_t)e->count);
    for (const QtttOdds *o = e->odds; o < e->odds + marks; o++)
        see(o->square[0]), see(o->square[1]), see(o->share[0]), see(o->share[1]), see(o->of);
    require(qttt_realities(b->rules, b->places, marks, chance() % e->count, 1, squares) == 1);
    for (int i = 0; i < marks; i++) see(squares[i]);
    free(e), free(squares);
}

/* Plays any two numbers: squares, values just off the board, or a collapse. */
static void see_reply(const Buffers *b, int32_t marks, int size) {
    const int first = below(size + 2) - 1, second = below(size + 3) - 1;
    see(qttt_play(b->rules, b->places, marks, first, second > size ? QTTT_COLLAPSE : second, b->next));
}

/* Plays one ply; returns 0 if the game is over. */
static int step(Question *q) {
    Buffers b = buffers_for(q);
    const int size = q->rules[0] * q->rules[1];
    const int n = qttt_legal(b.rules, b.places, q->marks, b.moves);
    see(n);
    for (int i = 0; i < n; i++) see(b.moves[2 * i] << 8 | b.moves[2 * i + 1]);
    see_reply(&b, q->marks, size);
    see_survey(&b, q->marks);
    see_ensemble(&b, q->marks);
    if (n == 0) {
        see_outcome(&b, q->marks);
    } else {
        const int i = below(n);
        q->marks = qttt_play(b.rules, b.places, q->marks, b.moves[2 * i], b.moves[2 * i + 1], b.next);
        require(q->marks >= 0 && q->marks <= size);
        memcpy(q->places, b.next, 2 * (size_t)q->marks);
        for (int k = 0; k < 2 * q->marks; k++) see(q->places[k]);
    }
    give_back(b);
    return n > 0;
}

static void read_rules(const char *hex, uint8_t *rules) {
    for (int i = 0; i < QTTT_RULES_BYTES; i++) {
        unsigned byte;
        require(sscanf(hex + 2 * i, "%2x", &byte) == 1);
        rules[i] = (uint8_t)byte;
    }
}

static void walk(int games, char **rules, int count) {
    for (int r = 0; r < count; r++)
        for (int i = 0; i < games; i++) {
            Question q = {.marks = 0};
            read_rules(rules[r], q.rules);
            while (step(&q)) {}
        }
    printf("%016llx\n", (unsigned long long)digest);
}

/* --- garbage -------------------------------------------------------------------------------- */

static int byte(void) { return below(256); }

/* Half of them are valid; the rest are wrong in one byte or in all. */
static void any_rules(uint8_t *rules) {
    static const uint8_t MOST[QTTT_RULES_BYTES] = {4, 4, 4, 2, 2, 3, 2, 2, 5};
    for (int i = 0; i < QTTT_RULES_BYTES; i++) rules[i] = (uint8_t)(below(MOST[i]) + (i < 3));
    if (below(4)) rules[3] = 0;
    if (below(4)) rules[0] = rules[1] = 3;
    if (rules[8] == 4) rules[2] = 0, rules[7] = 1;
    if (below(50) == 0) rules[0] = rules[1] = 8;
    if (below(8) == 0) rules[below(QTTT_RULES_BYTES)] = (uint8_t)byte();
    if (below(16) == 0)
        for (int i = 0; i < QTTT_RULES_BYTES; i++) rules[i] = (uint8_t)byte();
}

static int32_t any_count(void) {
    static const int32_t ODD[] = {-1, INT32_MIN, INT32_MAX, 65, 128, 129, 255, 256, 1 << 16};
    return below(8) ? below(10) : below(4) ? below(66) : ODD[below(9)];
}

static void any_places(Question *q) {
    const int squares = q->rules[0] * q->rules[1];
    q->marks = any_count();
    for (int i = 0; i < 2 * QTTT_MAX_SQUARES; i++)
        q->places[i] = (uint8_t)(squares && below(64) ? below(squares) : byte());
    for (int i = 0; below(8) && i < QTTT_MAX_SQUARES; i++)
        if (q->places[2 * i] > q->places[2 * i + 1]) {
            const uint8_t larger = q->places[2 * i];
            q->places[2 * i] = q->places[2 * i + 1];
            q->places[2 * i + 1] = larger;
        }
}

/* A position of a game, if the rules are valid, with at most one place changed. */
static void played_places(Question *q) {
    q->marks = 0;
    if (q->rules[0] * q->rules[1] > 16) return;
    for (int plies = below(16); plies > 0; plies--) {
        Buffers b = buffers_for(q);
        const int n = qttt_legal(b.rules, b.places, q->marks, b.moves), i = n > 0 ? below(n) : 0;
        if (n > 0)
            q->marks = qttt_play(b.rules, b.places, q->marks, b.moves[2 * i], b.moves[2 * i + 1],
                                 q->places);
        give_back(b);
        if (n <= 0) return;
    }
    if (q->marks && below(2)) q->places[below(2 * q->marks)] = (uint8_t)below(10);
}

static int any_number(void) {
    static const int ODD[] = {-1, -2, 9, 64, 254, 255, 256, INT32_MAX, INT32_MIN};
    return below(4) ? below(9) : ODD[below(9)];
}

enum { MOVES_EACH = 6 };

static void try_moves(const Buffers *b, int32_t marks, int n) {
    const int a = any_number(), z = any_number();
    const int next = qttt_play(b->rules, b->places, marks, a, z, b->next);
    require(next >= QTTT_ILLEGAL - QTTT_PAIR_LOOP && next <= QTTT_MAX_SQUARES);
    require(n >= 0 ? next <= QTTT_ILLEGAL || next > 0 : next == n);
    require(next >= 0 || is_untouched(b->next, NEXT_BYTES));
    if (next < 0) return;
    require(qttt_legal(b->rules, b->next, next, b->moves) >= 0);
    memset(b->next, UNTOUCHED, NEXT_BYTES);
}

static void try_outcome(const Buffers *b, int32_t marks, int n) {
    const int over = qttt_outcome(b->rules, b->places, marks, b->outcome);
    require(over == (n > 0 ? 0 : n == 0 ? 1 : n));
    if (over != 1) require(is_untouched(b->outcome, sizeof(QtttOutcome)));
    if (over == 1) require(b->outcome->lines >= 0 && b->outcome->lines <= QTTT_MAX_LINES);
}

static void try_survey(const Buffers *b, int32_t marks, int n) {
    QtttSurvey *const s = malloc(sizeof *s);
    memset(s, UNTOUCHED, sizeof *s);
    const int error = qttt_survey(b->rules, b->places, marks, s);
    require(error == (n < 0 ? n : 0));
    if (error) {
        require(is_untouched(s, sizeof *s));
    } else {
        require(s->decider >= QTTT_X && s->decider <= QTTT_NONE);
        require((s->decider == QTTT_NONE) == (n == 0));
        require(s->closing == 0 || (s->closing == marks && n == 2));
        require((s->loop != 0) == (s->closing != 0) && (s->loop & s->stems) == 0);
        require(s->outcome.lines >= 0 && s->outcome.lines <= QTTT_MAX_LINES);
    }
    free(s);
}

static void try_realities(const Buffers *b, int32_t marks, int n, uint64_t count) {
    const int asked = below(8) ? below(5) : -below(3);
    const size_t bytes = n < 0 || asked < 0 ? 0 : (size_t)asked * (size_t)marks;
    const uint64_t first = below(4) ? chance() % count : chance();
    uint8_t *const squares = malloc(bytes ? bytes : 1);
    const int listed = qttt_realities(b->rules, b->places, marks, first, asked, squares);
    require(n < 0 ? listed == n : listed >= 0 && listed <= (asked < 0 ? 0 : asked));
    for (int i = 0; n >= 0 && i < listed * marks; i++) {
        const uint8_t *const place = b->places + 2 * (i % marks);
        require(squares[i] == place[0] || squares[i] == place[1]);
    }
    free(squares);
}

static void try_ensemble(const Buffers *b, int32_t marks, int n) {
    QtttEnsemble *const e = malloc(sizeof *e);
    memset(e, UNTOUCHED, sizeof *e);
    const int error = qttt_ensemble(b->rules, b->places, marks, e);
    require(error == (n < 0 ? n : 0));
    require(error ? is_untouched(e, sizeof *e) : e->count >= 1 && e->count >> 34 == 0);
    for (int i = 0; !error && i < marks; i++)
        require(e->odds[i].share[0] + e->odds[i].share[1] == e->odds[i].of);
    try_realities(b, marks, n, e->count);
    free(e);
}

static void try_counting(const Buffers *b, int32_t marks, int n) {
    require(qttt_perft(b->rules, b->places, marks, 1, 0) == n);
    const int plies = below(8) ? below(3) : any_number();
    const int64_t paths = qttt_perft(b->rules, b->places, marks, plies > 3 ? 2 : plies, 0);
    require(n < 0 ? paths == n : paths >= 0);
    int64_t totals[5] = {0};
    uint64_t start = chance();
    const int games = below(4) - 1;
    const int64_t played = qttt_playouts(b->rules, b->places, marks, &start, games, totals, 0);
    require(n < 0 ? played == n : played >= 0);
    require(totals[2] + totals[3] + totals[4] == (n < 0 || games < 0 ? 0 : games));
}

/* --- tablebases ------------------------------------------------------------------------------- */

enum { TABLE_HEADER = sizeof(QtttTableHeader), TABLE_PADDING = 8 };
enum { SCORES = QTTT_TABLE_LEVELS * QTTT_TABLE_SYMBOLS };

static void put_number(uint8_t *to, int bytes, uint64_t number) {
    for (int i = 0; i < bytes; i++) to[i] = (uint8_t)(number >> 8 * i);
}

/* A random table of at most 5 KB with a valid header; sometimes one byte of the header is wrong. */
static uint8_t *any_table(const Question *q, size_t *bytes) {
    const unsigned segment = 1u << below(5), cells = segment * (3u + (unsigned)below(20)), bits = 1u + (unsigned)below(8);
    *bytes = TABLE_HEADER + (cells * bits + 7) / 8 + TABLE_PADDING;
    uint8_t *const t = malloc(*bytes);
    for (size_t i = 0; i < *bytes; i++) t[i] = (uint8_t)byte();
    memcpy(t, "QTTTtab2", 8);
    memcpy(t + 8, q->rules, QTTT_RULES_BYTES);
    put_number(t + 17, 1, (uint64_t)below(QTTT_TABLE_LEVELS)), put_number(t + 18, 1, bits);
    put_number(t + 24, 8, *bytes), put_number(t + 32, 4, cells), put_number(t + 36, 4, segment);
    const int most = q->rules[5] == 2 ? 64 : 256, odd = below(8) ? -1 : below(SCORES);
    for (int i = 0; i < SCORES; i++)
        if (i != odd) put_number(t + 80 + 2 * i, 2, (uint64_t)(int64_t)(below(2 * most + 1) - most));
    if (below(4) == 0) t[below(80)] = (uint8_t)byte();
    if (below(16) == 0) *bytes = (size_t)below((int)*bytes);
    return t;
}

static void try_probe(void *memory, const Buffers *b, int32_t marks, int n) {
    QtttMoveValue value;
    memset(&value, UNTOUCHED, sizeof value);
    const int known = qttt_probe(memory, b->places, marks, &value);
    require(n < 0 ? known == n : known == 0 || known == 1);
    require(known == 1 || is_untouched(&value, sizeof value));
    if (known == 1) require(value.value >= -2 * QTTT_UNITS_PER_POINT && value.value <= 2 * QTTT_UNITS_PER_POINT);
}

static uint64_t *zeroed_set(int bits) { return calloc((size_t)1 << bits, 2 * sizeof(uint64_t)); }

static void try_filling(const uint64_t *keys, const uint8_t *symbols, int64_t n) {
    const uint32_t segment = 1u << below(5), cells = segment * (3 + (uint32_t)below(30));
    uint8_t *const cell = malloc(cells);
    uint32_t *const scratch = malloc(8 * ((size_t)n + cells));
    const int filled = qttt_table_fill(keys, symbols, n, chance(), cells, segment, cell, scratch);
    require(filled == 0 || filled == 1);
    free(cell), free(scratch);
}

/* Positions of one mark, for their keys. */
static void try_places(const void *solver, const uint64_t *keys, int64_t n, int size) {
    const size_t bytes = 2 * (size_t)size;
    uint8_t *const places = malloc((size_t)n * bytes);
    require(qttt_table_places(solver, keys, n, places) == 0);
    for (int64_t i = 0; i < n; i++) {
        const uint8_t *const place = places + (size_t)i * bytes;
        require(place[0] <= place[1] && place[1] < size);
        require(size == 1 || place[2] == QTTT_NO_PLACE);
    }
    free(places);
}

static void try_anatomy(void *solver, const uint64_t *keys, int64_t n) {
    QtttAnatomy *const found = malloc((size_t)n * sizeof *found);
    int64_t worths[QTTT_WORTHS] = {0};
    const int error = qttt_table_anatomy(solver, keys, n, found, worths);
    require(error == 0 || error == QTTT_BAD_RULES);
    for (int64_t i = 0; !error && i < n; i++)
        require(found[i].keeping >= 1 && found[i].keeping <= found[i].legal && found[i].lost >= 0);
    free(found);
}

/* Builds the first two levels of a table, on boards that are solved quickly. */
static void try_building(void *solver, int size) {
    const uint64_t empty[2] = {0, 0};
    const int bits = below(10);
    uint64_t *const slots = zeroed_set(bits);
    const int64_t n = qttt_table_expand(solver, empty, 1, slots, bits);
    require(n == QTTT_BAD_MEMORY || (n >= 0 && n <= 1 << bits));
    if (n > 0) {
        require(qttt_table_gather(slots, bits) == n);
        uint64_t *const keys = exactly(slots, (size_t)n * 16);
        int16_t *const scores = malloc((size_t)n * 2), found[256];
        uint8_t *const symbols = malloc((size_t)n);
        for (int i = 0; i < n; i++) scores[i] = (int16_t)chance();
        if (size <= 4) {
            require(qttt_table_score(solver, keys, n, scores) == 0);
            try_anatomy(solver, keys, n);
        }
        try_places(solver, keys, n, size);
        const int ranks = qttt_table_rank(scores, n, symbols, found);
        require(ranks == QTTT_BAD_TABLE || (ranks > 0 && ranks <= n));
        try_filling(keys, symbols, n);
        free(keys), free(scores), free(symbols);
    }
    free(slots);
}

/* --- the solver on any memory ----------------------------------------------------------------- */

static void check_analysis(const QtttAnalysis *a, int n, int depth, int most_plies) {
    require(a->value >= -2 * QTTT_UNITS_PER_POINT && a->value <= 2 * QTTT_UNITS_PER_POINT);
    require(a->moves == (depth == QTTT_VALUE ? 0 : n));
    require(a->line_length >= 0 && a->line_length <= QTTT_SOLVER_LINE);
    for (int i = 0; i < a->moves; i++) require(a->move[i].plies <= most_plies);
}

static void try_solve(void *memory, const Buffers *b, int32_t marks, int n, int most_plies) {
    const int depth = below(8) ? below(5) : any_number();
    const int32_t stopped = 1;
    QtttAnalysis *const a = malloc(sizeof *a);
    memset(a, UNTOUCHED, sizeof *a);
    const uint64_t nodes = 1 + chance() % 200;
    const int error = qttt_solve(memory, b->places, marks, nodes, below(8) ? 0 : &stopped, depth, a);
    require(error == (n < 0 ? n : 0));
    if (error)
        require(is_untouched(a, sizeof *a));
    else
        check_analysis(a, n, depth, most_plies);
    free(a);
}

static void try_textbook(void *memory, const Buffers *b, int32_t marks, int n) {
    const int32_t stopped = 1, is_sound = below(8) != 0;
    const QtttTextbook how = {1 + chance() % 200, below(2), is_sound ? below(5) : 5 + below(9),
                              {(uint8_t)below(4), (uint8_t)below(4), (uint8_t)below(4), (uint8_t)below(4)}};
    QtttTextbookResult *const found = malloc(sizeof *found);
    memset(found, UNTOUCHED, sizeof *found);
    const int error = qttt_textbook(memory, b->places, marks, &how, below(8) ? 0 : &stopped, found);
    require(error == (b->rules[5] == 2 || !is_sound ? QTTT_BAD_RULES : n < 0 ? n : 0));
    uint64_t nodes = 0;
    for (int i = 0; !error && i < QTTT_MARK_COUNTS; i++) nodes += found->nodes[i];
    if (error)
        require(is_untouched(found, sizeof *found));
    else
        require(nodes <= how.max_nodes && (found->stopped || (found->value >= -4 && found->value <= 4)));
    free(found);
}

/* Near the end, or on boards that are counted quickly; with memory of any size and alignment. */
static void try_enumerate(const void *solver, const Question *q, const Buffers *b, int n) {
    const int size = q->rules[0] * q->rules[1], is_off = below(8) == 0;
    if (n >= 0 && size > 4 && q->marks < size - 3) return;
    const size_t bytes = (size_t)below(4000);
    char *const all = malloc(bytes + 8);
    void *const memory = bytes ? all + (is_off ? 1 + below(7) : 0) : NULL;
    QtttGameCounts found;
    memset(&found, UNTOUCHED, sizeof found);
    const int error = qttt_enumerate(solver, b->places, q->marks, memory, bytes, 0, &found);
    require(error == (bytes && is_off ? QTTT_BAD_MEMORY : n < 0 ? n : 0));
    if (error)
        require(is_untouched(&found, sizeof found));
    else
        require(n ? found.games[0] + found.games[1] + found.games[2] >= (uint64_t)n
                  : found.games[0] + found.games[1] + found.games[2] == 1);
    free(all);
}

/* A valid solver, with and without a table; a random table can claim 64 plies. */
static void try_ready(void *memory, const Question *q, const Buffers *b, int n) {
    try_solve(memory, b, q->marks, n, QTTT_SOLVER_LINE);
    try_probe(memory, b, q->marks, n);
    try_enumerate(memory, q, b, n);
    size_t bytes;
    uint8_t *const table = any_table(q, &bytes), *const whole = exactly(table, bytes);
    const int error = qttt_solver_attach(memory, whole, bytes);
    require(error == 0 || error == QTTT_BAD_TABLE || error == QTTT_BAD_RULES);
    try_probe(memory, b, q->marks, n);
    try_solve(memory, b, q->marks, n, 64);
    require(qttt_solver_attach(memory, NULL, 0) == 0);
    free(table), free(whole);
    if (below(8) == 0) try_building(memory, q->rules[0] * q->rules[1]);
    try_textbook(memory, b, q->marks, n);
    require(qttt_solver_restrict(memory, (uint32_t)chance()) == 0);
    try_solve(memory, b, q->marks, n, QTTT_SOLVER_LINE);
}

/* Random memory of any size and alignment; usually too small for a solver. */
static void *any_memory(char **all, size_t *bytes) {
    const size_t size = qttt_solver_bytes(below(4) ? (size_t)below(300) : 0);
    *bytes = below(8) == 0 ? (size_t)below(64) : size - (size_t)(below(8) == 0);
    *all = malloc(*bytes + 8);
    memset(*all, byte(), *bytes + 8);
    const int off = below(8) == 0 ? 1 + below(7) : 0;
    return below(64) ? *all + off : NULL;
}

static void try_solver(const Question *q, const Buffers *b, int n) {
    char *all;
    size_t bytes;
    void *const memory = any_memory(&all, &bytes);
    const int usable = memory && (memory == all) && bytes >= qttt_solver_bytes(0);
    const int error = qttt_solver_init(memory, bytes, b->rules);
    const int small = q->rules[0] * q->rules[1] <= QTTT_SOLVER_SQUARES;
    require(error == (!usable ? QTTT_BAD_MEMORY : n == QTTT_BAD_RULES ? n : small ? 0 : QTTT_TOO_LARGE));
    if (error == 0) try_ready(memory, q, b, n);
    if (error && (usable || !memory || memory != all)) {
        QtttAnalysis a;
        QtttMoveValue v;
        QtttGameCounts c;
        const QtttTextbook how = {1, 1, 0, {0}};
        QtttTextbookResult r;
        require(qttt_solve(memory, b->places, q->marks, 1, 0, 0, &a) == QTTT_BAD_MEMORY);
        require(qttt_probe(memory, b->places, q->marks, &v) == QTTT_BAD_MEMORY);
        require(qttt_solver_attach(memory, NULL, 0) == QTTT_BAD_MEMORY);
        require(qttt_enumerate(memory, b->places, q->marks, 0, 0, 0, &c) == QTTT_BAD_MEMORY);
        require(qttt_textbook(memory, b->places, q->marks, &how, 0, &r) == QTTT_BAD_MEMORY);
        require(qttt_solver_restrict(memory, 0) == QTTT_BAD_MEMORY);
        require(qttt_table_places(memory, 0, 0, 0) == QTTT_BAD_MEMORY);
        require(qttt_table_anatomy(memory, 0, 0, 0, 0) == QTTT_BAD_MEMORY);
    }
    free(all);
}

/* A wide solver, which nothing but qttt_solve accepts. */
static void try_wide_solver(const Question *q, const Buffers *b, int n) {
    const int squares = q->rules[0] * q->rules[1], has_fine_values = q->rules[5] == 2 && !q->rules[4];
    const int fits = squares < QTTT_WIDE_SQUARES + !has_fine_values;
    const size_t bytes = qttt_solver_bytes((size_t)below(300));
    void *const memory = malloc(bytes);
    const int error = qttt_solver_init_wide(memory, bytes, b->rules);
    require(error == (n == QTTT_BAD_RULES ? n : fits ? 0 : QTTT_TOO_LARGE));
    if (error == 0) {
        QtttMoveValue v;
        uint64_t slots[2 << 8] = {0};
        try_solve(memory, b, q->marks, n, QTTT_SOLVER_LINE);
        require(qttt_probe(memory, b->places, q->marks, &v) == QTTT_BAD_MEMORY);
        require(qttt_table_expand(memory, slots, 1, slots, 8) == QTTT_BAD_MEMORY);
    }
    free(memory);
}

/* --- ordinary tic-tac-toe --------------------------------------------------------------------- */

static void try_classical_solve(const Question *q, const Buffers *b, int n) {
    const int depth = below(8) ? below(5) : any_number(), size = q->rules[0] * q->rules[1];
    const int solved = q->rules[3] && !q->rules[7] && q->rules[8] != 0;
    const int32_t stopped = 1;
    const uint64_t entries = (uint64_t)below(100), nodes = 1 + chance() % 2000;
    uint64_t *const table = calloc(entries + 1, sizeof *table);
    QtttAnalysis *const a = malloc(sizeof *a);
    memset(a, UNTOUCHED, sizeof *a);
    const int error = qttt_classical_solve(b->rules, b->places, q->marks, nodes, below(8) ? 0 : &stopped,
                                           depth, entries ? table : 0, entries, a);
    if (n == QTTT_BAD_RULES || !solved)
        require(error == QTTT_BAD_RULES);
    else
        require(error == (size > QTTT_CLASSICAL_SQUARES ? QTTT_TOO_LARGE : n < 0 ? n : 0));
    if (error)
        require(is_untouched(a, sizeof *a));
    else
        check_analysis(a, n, depth, QTTT_CLASSICAL_SQUARES);
    require(table[entries] == 0);
    free(a), free(table);
}

static QtttLevel any_level(void) {
    QtttLevel level = {chance() % 200, 1 + chance() % 2000, {0}, below(5), 1 + below(9)};
    for (int i = 0; i < 3; i++) level.weight[i] = below(2001) - 1000;
    return level;
}

static void try_choose(const Question *q, const Buffers *b, int n) {
    const int32_t clock = below(3);
    const int is_sound = below(16) != 0, is_played = q->rules[3] && !q->rules[7];
    QtttLevel level = any_level();
    if (!is_sound) below(2) ? (level.cutoff_depth = -below(9)) : (level.weight[2] = 1001);
    QtttChoice *const found = malloc(sizeof *found);
    memset(found, UNTOUCHED, sizeof *found);
    const int error = qttt_classical_choose(b->rules, b->places, q->marks, &level,
                                            below(8) ? 0 : &clock, found);
    if (n == QTTT_BAD_RULES || !is_played || !is_sound)
        require(error == QTTT_BAD_RULES);
    else
        require(error == (n <= 0 ? QTTT_BAD_POSITION : 0));
    if (error)
        require(is_untouched(found, sizeof *found));
    else
        require(found->moves <= n && found->best < QTTT_MAX_SQUARES && found->nodes <= 2002);
    free(found);
}

static void try_classical(Question q) {
    const uint8_t sound[QTTT_RULES_BYTES] = {(uint8_t)(1 + below(5)), (uint8_t)(2 + below(4)),
                                             (uint8_t)(2 + below(3)), 1, 0, 0, 0, 0,
                                             (uint8_t)(1 + below(3))};
    if (below(4)) memcpy(q.rules, sound, QTTT_RULES_BYTES);
    below(4) ? played_places(&q) : any_places(&q);
    const Buffers b = buffers_for(&q);
    const int n = qttt_legal(b.rules, b.places, q.marks, b.moves);
    try_classical_solve(&q, &b, n);
    try_choose(&q, &b, n);
    give_back(b);
}

/* --- tree search on any memory ---------------------------------------------------------------- */

enum { TREE_AMPLE = 1 << 17, TREE_HEADER = 1 << 13 };

/* An evaluator with random weights for these rules, or with a damaged head. */
static QtttEvaluator *any_evaluator(const Question *q, int is_damaged) {
    QtttEvaluator *const e = malloc(sizeof *e);
    if (!e) abort();
    const uint64_t step = chance() | 1;
    for (size_t i = 0; i < sizeof *e; i++) ((uint8_t *)e)[i] = (uint8_t)(i * step >> 32);
    memcpy(e->magic, "QTTTevl1", 8);
    e->bytes = sizeof *e;
    memcpy(e->rules, q->rules, QTTT_RULES_BYTES);
    if (is_damaged) e->magic[below(8)]++;
    return e;
}

/* Learns from a position with random visits, or from garbage; the weights remain a valid file. */
static void try_training(const Question *q, const Buffers *b, int n) {
    QtttTraining *const training = malloc(sizeof *training);
    QtttEvaluator *const e = malloc(sizeof *e);
    QtttExample *const example = malloc(sizeof *example);
    QtttLoss loss;
    const int is_garbage = below(2);
    memset(example, is_garbage ? byte() : 0, sizeof *example);
    if (n >= 0 && !is_garbage) {
        memcpy(example->places, b->places, bytes_of(q));
        example->marks = q->marks;
        example->value = (float)(below(201) - 100) / 100;
        example->moves = n < QTTT_EXAMPLE_MOVES ? n : QTTT_EXAMPLE_MOVES;
        for (int i = 0; i < example->moves; i++) {
            memcpy(example->move[i], b->moves + 2 * i, 2);
            example->visits[i] = (uint32_t)below(1 << 20);
        }
    }
    require(qttt_training_init(training, chance()) == 0);
    const int error = qttt_train(training, b->rules, example, 1, 0.1f, chance(), &loss);
    require(error == 0 || error == QTTT_BAD_POSITION || error == n);
    require(training->positions == (error == 0));
    require(qttt_training_write(training, b->rules, e) == (n == QTTT_BAD_RULES ? n : 0));
    free(training), free(e), free(example);
}

static void try_evaluation(const Question *q, const Buffers *b, int n) {
    const int is_damaged = below(8) == 0;
    QtttEvaluator *const e = any_evaluator(q, is_damaged);
    QtttEvaluation *const found = malloc(sizeof *found);
    const int error = qttt_evaluate(b->rules, b->places, q->marks, e, sizeof *e, found);
    require(error == (n < 0 ? n : is_damaged ? QTTT_BAD_EVALUATOR : 0));
    if (error == 0) {
        float sum = 0;
        require(found->moves == n);
        require(found->value >= -2 * QTTT_SEARCH_UNITS_PER_POINT);
        require(found->value <= 2 * QTTT_SEARCH_UNITS_PER_POINT);
        for (int i = 0; i < n; i++) sum += found->prior[i];
        require(n == 0 || (sum > 0.99f && sum < 1.01f));
    }
    free(e), free(found);
}

/* Random features; for large endgames rarely those that solve them, which is slow. */
static uint32_t any_features(const Question *q) {
    const uint32_t features = below(4) ? (uint32_t)below(128) : (uint32_t)chance();
    const int is_long = q->marks < q->rules[0] * q->rules[1] - 4;
    return is_long && below(16) ? features & ~(uint32_t)QTTT_ENDGAME_SOLVER : features;
}

static void check_report(const QtttReport *r, const Buffers *b, int n, uint64_t simulations) {
    require(r->moves == n && r->simulations <= simulations && r->nodes >= 1);
    const int is_coin = n && b->rules[5] == 2 && b->moves[1] == QTTT_COLLAPSE;
    require(n && !is_coin ? r->best >= 0 && r->best < n : r->best == -1);
    require(r->line_length >= 0 && r->line_length <= QTTT_SEARCH_LINE);
    require(r->value >= -2 * QTTT_SEARCH_UNITS_PER_POINT && r->value <= 2 * QTTT_SEARCH_UNITS_PER_POINT);
    for (int i = 0; i < n; i++) {
        const QtttCandidate *const c = r->candidate + i;
        require(c->move[0] == b->moves[2 * i] && c->move[1] == b->moves[2 * i + 1]);
        require(c->value >= -2 * QTTT_SEARCH_UNITS_PER_POINT && c->value <= 2 * QTTT_SEARCH_UNITS_PER_POINT);
        require(c->visits <= r->simulations);
    }
}

/* Two runs, with reports before, between and after them. */
static void try_runs(void *memory, const Buffers *b, int n) {
    const int32_t stopped = 1;
    QtttReport *const r = malloc(sizeof *r);
    uint64_t simulations = 0;
    for (int i = 0; i < 3; i++) {
        require(qttt_search_report(memory, r) == 0);
        check_report(r, b, n, simulations);
        simulations += (uint64_t)below(80);
        const int is_stopped = below(8) == 0;
        const int32_t is_open = qttt_search_run(memory, chance(), simulations, is_stopped ? &stopped : 0);
        require(is_open == 0 || (is_open == 1 && !is_stopped));
    }
    free(r);
}

static void try_no_tree(void *memory) {
    QtttReport *const r = malloc(sizeof *r);
    memset(r, UNTOUCHED, sizeof *r);
    require(qttt_search_run(memory, 1, 1, 0) == QTTT_BAD_MEMORY);
    require(qttt_search_report(memory, r) == QTTT_BAD_MEMORY);
    for (size_t i = 0; i < sizeof *r; i++) require(((uint8_t *)r)[i] == UNTOUCHED);
    free(r);
}

static void try_tree(const Question *q, const Buffers *b, int n) {
    const size_t bytes = (size_t)(below(4) ? below(1 << 16) : below(4) ? 1 << 17 : below(64));
    const int off = below(8) == 0 ? 1 + below(7) : 0, is_none = below(64) == 0;
    char *const all = malloc(bytes + 8);
    const int content = below(4) ? byte() : 0;
    memset(all, content, bytes + 8);
    void *const memory = is_none ? NULL : all + off;
    QtttEvaluator *const e = below(2) ? any_evaluator(q, 0) : NULL;
    const int error = qttt_search_init(memory, bytes, content == 0, b->rules, b->places, q->marks,
                                       any_features(q), e, sizeof *e);
    require(error == 0 || error == QTTT_BAD_MEMORY || error == n);
    if (off || is_none) require(error == QTTT_BAD_MEMORY);
    if (!off && !is_none && bytes >= TREE_AMPLE) require(error == (n < 0 ? n : 0));
    if (error == 0) {
        memset(b->moves, UNTOUCHED, MOVES_BYTES);
        require(qttt_legal(b->rules, b->places, q->marks, b->moves) == n);
        try_runs(memory, b, n);
    } else if (off || is_none || bytes >= TREE_HEADER) {
        try_no_tree(memory);
    }
    free(all), free(e);
}

/* Calls every function with one random position. Returns whether the kernel accepted it. */
static int try_everything(void) {
    Question q;
    any_rules(q.rules);
    below(2) ? any_places(&q) : played_places(&q);
    Buffers b = buffers_for(&q);
    const int n = qttt_legal(b.rules, b.places, q.marks, b.moves);
    require(n == QTTT_BAD_RULES || n == QTTT_BAD_POSITION || (n >= 0 && n <= QTTT_MAX_MOVES));
    require(n >= 0 || is_untouched(b.moves, MOVES_BYTES));
    try_outcome(&b, q.marks, n);
    try_survey(&b, q.marks, n);
    try_ensemble(&b, q.marks, n);
    try_counting(&b, q.marks, n);
    for (int i = 0; i < MOVES_EACH; i++) try_moves(&b, q.marks, n);
    if (below(32) == 0) try_solver(&q, &b, n);
    if (below(32) == 0) try_wide_solver(&q, &b, n);
    if (below(32) == 0) try_classical(q);
    if (below(16) == 0) try_tree(&q, &b, n);
    if (below(16) == 0) try_evaluation(&q, &b, n);
    if (below(64) == 0) try_training(&q, &b, n);
    give_back(b);
    return n >= 0;
}

static void garbage(long inputs) {
    long tried = 0, taken = 0;
    for (; tried * (7 + MOVES_EACH) < inputs; tried++) taken += try_everything();
    printf("%ld taken, %ld refused\n", taken, tried - taken);
}

/* --- injected faults ---------------------------------------------------------------------------- */

static void overflow(void) {
    volatile int32_t number = INT32_MAX;
    number = number + 1;
}

static void uninitialized(void) {
    const volatile int32_t *const number = malloc(sizeof *number);
    if (number && *number > 0) puts("positive");
    free((void *)number);
}

static void overread(void) {
    const Question q = {.rules = {3, 3, 3}, .marks = 0};
    const Buffers b = buffers_for(&q);
    qttt_legal(b.rules, b.places, 9, b.moves);
    give_back(b);
}

static int run(int count, char **words) {
    const char *const what = count > 1 ? words[1] : "";
    if (count > 3) seed = strtoull(words[2], 0, 10);
    if (strcmp(what, "walk") == 0 && count > 4)
        walk(atoi(words[3]), words + 4, count - 4);
    else if (strcmp(what, "garbage") == 0 && count == 4)
        garbage(atol(words[3]));
    else if (strcmp(what, "overflow") == 0)
        overflow();
    else if (strcmp(what, "overread") == 0)
        overread();
    else if (strcmp(what, "uninitialized") == 0)
        uninitialized();
    else
        return 2;
    return 0;
}

int main(int count, char **words) {
    const int status = run(count, words);
    if (status) fputs("usage: see the top of fuzz.c\n", stderr);
    return status;
}
