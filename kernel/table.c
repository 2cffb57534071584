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
 * In a wide solver, places need seven bits: there are 78 on 12 squares. A word is a list of places, one
 * after the other, those of marks with irrelevant subscripts in ascending order:
 *
 *      42         35         28         21         14          7          0
 *      | place+1  | place+1  | place+1  | place+1  | place+1  | place+1  |      X on 2x6, lines of 4
 *        X1, X3, X5 and X7 in ascending order        of X9      of X11
 *
 * Keys are exact: there are no collisions. */
#include "solver.h"

enum { BUCKET = 4, WIDE_BITS = 7, WIDE_SYMMETRIES = 4 /* no board of 10 to 12 squares is square */ };

static void add_to_words(const Solver *s, uint64_t *words, int mark, int place) {
    const int early = s->free_mark[mark & 1];
    if (mark <= early) {
        for (int i = 0; i < SYMMETRIES; i++) words[i] |= s->image_bit[place][i];
    } else {
        const int shift = KEY_PLACES + 6 * ((mark - early) / 2 - 1);
        for (int i = 0; i < SYMMETRIES; i++) words[i] |= (s->image[place][i] + 1) << shift;
    }
}

static int place_of(const Solver *s, const Position *p, int square) {
    return s->place[square][p->open & BIT(square) ? p->up[square] : square];
}

#ifdef QTTT_IS_LIBRARY
/* The word of one player's marks in the order of their subscripts. */
static uint64_t wide_word(const Solver *s, const uint8_t *place, int marks, int early, int symmetry) {
    uint64_t image[WIDE_SQUARES / 2], word = 0;
    for (int i = 0; i < marks; i++) {
        const uint64_t here = s->image[place[i]][symmetry] + 1;
        int k = i;
        for (; i < early && k && image[k - 1] > here; k--) image[k] = image[k - 1];
        image[k] = here;
    }
    for (int i = 0; i < marks; i++) word = word << WIDE_BITS | image[i];
    return word;
}

static void wide_key_of(const Solver *s, const Position *p, uint64_t key[2]) {
    uint8_t place[2][WIDE_SQUARES / 2];
    for (int square = 0; square < s->game.size; square++)
        if (p->mark[square])
            place[p->mark[square] & 1][(p->mark[square] - 1) / 2] = (uint8_t)place_of(s, p, square);
    key[0] = key[1] = ~(uint64_t)0;
    for (int i = 0; i < WIDE_SYMMETRIES; i++) {
        const uint64_t x = wide_word(s, place[1], (p->marks + 1) / 2, (s->free_mark[1] + 1) / 2, i);
        if (x > key[1]) continue;
        const uint64_t o = wide_word(s, place[0], p->marks / 2, s->free_mark[0] / 2, i);
        if (x < key[1] || o < key[0]) key[0] = o;
        key[1] = x;
    }
}
#endif

/* The key of a position without a loop: the least of those of its images under the symmetries. */
void key_of(const Solver *s, const Position *p, uint64_t key[2]) {
    uint64_t word[2][SYMMETRIES] = {{0}};
#ifdef QTTT_IS_LIBRARY
    if (s->is_wide) {
        wide_key_of(s, p, key);
        return;
    }
#endif
    for (int square = 0; square < s->game.size; square++) {
        const int mark = p->mark[square];
        if (mark) add_to_words(s, word[mark & 1], mark, place_of(s, p, square));
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

static const uint64_t MAGIC = 0x716b65726e656c31u, WIDE_MAGIC = 0x716b65726e656c77u;

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
            s->image_bit[i][k] = s->is_wide ? 0 : (uint64_t)1 << s->place[a][b];
        }
}

static void make_sets(Solver *s) {
    const int marks[2] = {s->game.size / 2, (s->game.size + 1) / 2};
    for (int set = 0; set < 1 << s->game.size; set++) {
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
        for (int marks = 0; marks < WIDE_SQUARES; marks++) s->history[marks][i] = start * lines;
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
    s->free_mark[0] = krist ? WIDE_SQUARES : 2 * r->line;
    s->free_mark[1] = krist ? WIDE_SQUARES : 2 * r->line - 1;
    if (!(s->ideas & QTTT_LABELS)) s->free_mark[0] = 2, s->free_mark[1] = 1;
}

static void make_solver(Solver *s, uint32_t ideas) {
    s->ideas = ideas;
    s->table_marks = max(TABLE_MARKS, s->game.size - SEARCH_MARKS);
    make_places(s);
    make_sets(s);
    make_history(s);
    make_scores(s);
}

size_t qttt_solver_bytes(size_t entries) {
    const size_t most = ((size_t)-1 - sizeof(Solver)) / sizeof(Entry);
    return entries > most ? 0 : sizeof(Solver) + entries * sizeof(Entry);
}

/* Whether coins can halve the greatest lead more often than scores represent, on 12 squares. */
static int has_fine_values(const Rules *r) { return r->chooser == CHANCE && !r->no_pair_loops; }

static int32_t init(void *memory, size_t bytes, const uint8_t *rules, int max_squares) {
    Solver *const s = memory;
    if (!memory || (uintptr_t)memory % 8 || bytes < sizeof(Solver)) return QTTT_BAD_MEMORY;
    s->magic = 0;
    const int error = game_init(&s->game, rules);
    if (error) return error;
    if (s->game.size > max_squares) return QTTT_TOO_LARGE;
    s->is_wide = max_squares == WIDE_SQUARES;
    if (s->game.size == WIDE_SQUARES && has_fine_values(&s->game.rules)) return QTTT_TOO_LARGE;
    make_solver(s, QTTT_ALL_IDEAS);
    s->tablebase = 0;
    table_init(s, bytes);
    s->magic = s->is_wide ? WIDE_MAGIC : MAGIC;
    return 0;
}

int32_t qttt_solver_init(void *memory, size_t bytes, const uint8_t *rules) {
    return init(memory, bytes, rules, QTTT_SOLVER_SQUARES);
}

static int has_magic(const void *memory, uint64_t magic) {
    return memory && (uintptr_t)memory % 8 == 0 && ((const Solver *)memory)->magic == magic;
}

int is_solver(const void *memory) { return has_magic(memory, MAGIC); }

int is_wide_solver(const void *memory) { return has_magic(memory, WIDE_MAGIC); }

#ifdef QTTT_IS_LIBRARY
int32_t qttt_solver_init_wide(void *memory, size_t bytes, const uint8_t *rules) {
    return init(memory, bytes, rules, WIDE_SQUARES);
}

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
