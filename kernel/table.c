/* The transposition table and its keys.
 *
 * Label theorem: the time of a line of n marks of X is at least the subscript of X's n-th mark, so
 * the subscripts of X's first n marks are irrelevant to the score. The same holds for O, and under
 * krist scoring for all marks. Positions that differ only in irrelevant subscripts or by a symmetry
 * of the board have the same score and the same key.
 *
 * A key is two words, one for each player's marks. There are 45 places on 9 squares: 36 pairs and
 * the 9 squares. The low 45 bits are the places of marks with irrelevant subscripts; above them are
 * six bits for the place of each other mark:
 *
 *      62         57         51         45                                        0
 *     |          | place+1  | place+1  | . . x . . . . . . x . . . . . . . x ... . |   X on 3x3
 *                  of X9      of X7      where X1, X3 and X5 are
 *
 * Keys are exact: there are no collisions. */
#include "solver.h"

enum { BUCKET = 4 };

static void add_to_words(const Solver *s, uint64_t *words, int mark, int place) {
    const int early = s->free_mark[mark & 1];
    if (mark <= early) {
        for (int i = 0; i < SYMMETRIES; i++) words[i] |= s->image_bit[place][i];
    } else {
        const int shift = PLACES + 6 * ((mark - early) / 2 - 1);
        for (int i = 0; i < SYMMETRIES; i++) words[i] |= (s->image[place][i] + 1) << shift;
    }
}

/* The key of a position without a loop: the least of those of its images under the symmetries. */
void key_of(const Solver *s, const Position *p, uint64_t key[2]) {
    uint64_t word[2][SYMMETRIES] = {{0}};
    for (int square = 0; square < s->game.size; square++) {
        const int mark = p->mark[square];
        if (!mark) continue;
        const int other = p->open & BIT(square) ? p->up[square] : square;
        add_to_words(s, word[mark & 1], mark, s->place[square][other]);
    }
    int least = 0;
    for (int i = 1; i < SYMMETRIES; i++)
        if (word[1][i] < word[1][least] ||
            (word[1][i] == word[1][least] && word[0][i] < word[0][least]))
            least = i;
    key[0] = word[0][least];
    key[1] = word[1][least];
}

static Entry *bucket_of(const Solver *s, const uint64_t key[2]) {
    uint64_t hash = (key[0] ^ (key[1] << 29 | key[1] >> 35)) * 0x9E3779B97F4A7C15u;
    hash = (hash ^ key[1] ^ hash >> 32) * 0xD6E8FEB86659FD93u;
    return &s->table[(hash ^ hash >> 32) & (s->entries - 1) & ~(uint64_t)(BUCKET - 1)];
}

static int has_key(const Entry *e, const uint64_t key[2]) {
    return e->marks && e->key[0] == key[0] && e->key[1] == key[1];
}

/* The entry of a key; NULL if there is none. */
const Entry *table_find(const Solver *s, const uint64_t key[2]) {
    const Entry *const bucket = bucket_of(s, key);
    for (int i = 0; i < BUCKET; i++)
        if (has_key(&bucket[i], key)) return &bucket[i];
    return 0;
}

/* Stores an entry. If the bucket is full, it replaces the position with the most marks: the
 * cheapest to search again. */
void table_store(Solver *s, const uint64_t key[2], const Entry *entry) {
    Entry *const bucket = bucket_of(s, key);
    Entry *at = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (has_key(&bucket[i], key)) {
            if (entry->low > bucket[i].low) bucket[i].low = entry->low;
            if (entry->high < bucket[i].high) bucket[i].high = entry->high;
            return;
        }
        if (at->marks && (!bucket[i].marks || bucket[i].marks > at->marks)) at = &bucket[i];
    }
    *at = *entry;
}

/* --- initialization ------------------------------------------------------------------------- */

static const uint64_t MAGIC = 0x716b65726e656c31u;

static int turned(const Rules *r, int symmetry, int square) {
    int row = square / r->cols, col = square % r->cols;
    if (symmetry & 4 && r->rows == r->cols) {
        const int swapped = row;
        row = col, col = swapped;
    }
    if (symmetry & 1) row = r->rows - 1 - row;
    if (symmetry & 2) col = r->cols - 1 - col;
    return row * r->cols + col;
}

static void make_places(Solver *s) {
    int place = 0;
    for (int a = 0; a < s->game.size; a++)
        for (int b = a; b < s->game.size; b++, place++) {
            s->first[place] = (uint8_t)a;
            s->second[place] = (uint8_t)b;
            s->place[a][b] = s->place[b][a] = (uint8_t)place;
        }
    for (int i = 0; i < place; i++)
        for (int k = 0; k < SYMMETRIES; k++) {
            const int symmetry = s->ideas & QTTT_SYMMETRIES ? k : 0;
            const int a = turned(&s->game.rules, symmetry, s->first[i]);
            const int b = turned(&s->game.rules, symmetry, s->second[i]);
            s->image[i][k] = s->place[a][b];
            s->image_bit[i][k] = (uint64_t)1 << s->place[a][b];
        }
}

static void make_sets(Solver *s) {
    const int marks[2] = {s->game.size / 2, (s->game.size + 1) / 2};
    for (int set = 0; set < SETS; set++) {
        s->lines_in[set] = 0;
        s->lines_without[set] = s->lines_within[0][set] = s->lines_within[1][set] = 0;
        for (int i = 0; i < s->game.lines; i++) {
            const Squares line = s->game.line[i];
            const int missing = count_squares(line & ~(Squares)set);
            s->lines_in[set] += missing == 0;
            s->lines_without[set] |= (uint32_t)((line & (Squares)set) == 0) << i;
            for (int player = 0; player < 2; player++) {
                const int left = marks[player] - count_squares((Squares)set);
                s->lines_within[player][set] |= (uint32_t)(missing <= left) << i;
            }
        }
    }
}

/* The initial history prefers squares on many lines: the centre, then the corners. */
static void make_history(Solver *s) {
    enum { GAIN = 64, LOSS = 4, START = 32, NO_LOSS = 31 };
    const int is_used = (s->ideas & QTTT_HISTORY) != 0;
    const uint32_t start = is_used && s->ideas & QTTT_HISTORY_START ? START : 0;
    s->history_gain = is_used ? GAIN : 0;
    s->history_loss = s->ideas & QTTT_HISTORY_LOSSES ? LOSS : NO_LOSS;
    s->history_mask = s->ideas & QTTT_HISTORY_BY_MARKS ? 15 : 0;
    const int places = s->game.size * (s->game.size + 1) / 2;
    for (int i = 0; i < places; i++) {
        uint32_t lines = 0;
        for (int k = 0; k < s->game.lines; k++)
            lines += (s->game.line[k] >> s->first[i] & 1) + (s->game.line[k] >> s->second[i] & 1);
        for (int marks = 0; marks < SQUARES; marks++) s->history[marks][i] = start * lines;
    }
}

static void make_scores(Solver *s) {
    const Rules *r = &s->game.rules;
    const int match = r->scoring == MATCH, krist = r->scoring == KRIST;
    s->prefer_short_wins = r->chooser != CHANCE;
    s->half = s->prefer_short_wins ? HALF : HALF_BY_CHANCE;
    s->half_of_line = krist ? 0 : match ? 4 : 2;
    s->prunes_trees = s->ideas & QTTT_HOPELESS_TREES && r->chooser == OTHER;
    s->bounded = s->ideas & QTTT_BOUNDS && !r->ends_full;
    s->top[0] = match ? 4 : 2;
    s->top[1] = match || r->scoring == GOFF ? 4 : 2;
    s->free_mark[0] = krist ? SQUARES : 2 * r->line;
    s->free_mark[1] = krist ? SQUARES : 2 * r->line - 1;
    if (!(s->ideas & QTTT_LABELS)) s->free_mark[0] = 2, s->free_mark[1] = 1;
}

static void make_solver(Solver *s, uint32_t ideas) {
    s->ideas = ideas;
    make_places(s);
    make_sets(s);
    make_history(s);
    make_scores(s);
}

size_t qttt_solver_bytes(size_t entries) {
    const size_t most = ((size_t)-1 - sizeof(Solver)) / sizeof(Entry);
    return entries > most ? 0 : sizeof(Solver) + entries * sizeof(Entry);
}

int32_t qttt_solver_init(void *memory, size_t bytes, const uint8_t *rules) {
    Solver *const s = memory;
    if (!memory || (uintptr_t)memory % 8 || bytes < sizeof(Solver)) return QTTT_BAD_MEMORY;
    s->magic = 0;
    const int error = game_init(&s->game, rules);
    if (error) return error;
    if (s->game.size > SQUARES) return QTTT_TOO_LARGE;
    make_solver(s, QTTT_ALL_IDEAS);
    s->tablebase = 0;
    table_init(s, bytes);
    s->magic = MAGIC;
    return 0;
}

int is_solver(const void *memory) {
    return memory && (uintptr_t)memory % 8 == 0 && ((const Solver *)memory)->magic == MAGIC;
}

#ifdef QTTT_IS_LIBRARY
int32_t qttt_solver_restrict(void *memory, uint32_t ideas) {
    if (!is_solver(memory)) return QTTT_BAD_MEMORY;
    make_solver(memory, ideas);
    table_clear(memory);
    return 0;
}
#endif

void table_clear(Solver *s) {
    for (uint64_t i = 0; i < s->entries; i++) s->table[i] = (Entry){.marks = 0};
}

/* Uses the largest power of two of entries that fits, or none. */
void table_init(Solver *s, size_t bytes) {
    const size_t room = (bytes - sizeof(Solver)) / sizeof(Entry);
    s->table = (Entry *)(s + 1);
    s->entries = room < BUCKET ? 0 : BUCKET;
    while (s->entries && s->entries <= room / 2) s->entries *= 2;
    table_clear(s);
}
