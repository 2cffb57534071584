/* Bounds of the value of qubic rules, without qttt: one player keeps few marks pending.
 *     cc -O2 -o coins coins.c && ./coins 4 4 4 O 0
 * Arguments: rows, columns and the length of a line on a board of at most 16 squares; the player who is
 * restricted; the number of marks that can be pending after a placement of that player and the collapse
 * of its loop, at most 3. A coin decides a collapse, and a line ends the game. Two more arguments are the
 * ends of a window: a value outside it is only bounded, which is faster.
 *
 * A position is one of blobs.h. Labels are left out: of two lines at once the free player's is taken to
 * be the earlier, which only lowers the bound. Values are points of the restricted player minus points
 * of the other under match scoring, in 1/128: at most 8 coins halve 256. The output is a bound of X's
 * points minus O's, as elsewhere. */
enum { MAX_LIMIT = 3, WAYS = 4, TABLE_BITS = 24, WIN = 256 };
#include "blobs.h"

static int player_kept, limit, lines, line[4 * MAX_SQUARES];
static uint8_t has_line[1 << MAX_SQUARES];
static Key *table;
static uint64_t nodes;

static void list_lines(int length) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4 * squares; i++) {
        const int row = i / 4 / cols, col = i / 4 % cols, *const d = step[i % 4];
        const int last_row = row + (length - 1) * d[0], last_col = col + (length - 1) * d[1];
        if (last_row >= rows || last_col < 0 || last_col >= cols) continue;
        for (int k = 0; k < length; k++) line[lines] |= 1 << ((row + k * d[0]) * cols + col + k * d[1]);
        lines++;
    }
}

static int lines_of(int square) {
    int n = 0;
    for (int i = 0; i < lines; i++) n += line[i] >> square & 1;
    return n;
}

/* --- Search ------------------------------------------------------------------------------------- */

typedef struct {
    int low, high;
} Range;

static int search(const Position *p, Range window);

static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }
static int is_kept(int player) { return player == player_kept; }

/* Twice the mean of both results of a loop, or a bound of it outside the window. */
static int loop_value(const Position *p, int a, int b, int player, Range window) {
    const int low = 2 * window.low, high = 2 * window.high;
    Position one = *p, other = *p;
    collapse(&one, a, player);
    collapse(&other, b, player);
    const int first = search(&one, (Range){max(low - WIN, -WIN), min(high + WIN, WIN)});
    if (first + WIN <= low) return first + WIN;
    if (first - WIN >= high) return first - WIN;
    return first + search(&other, (Range){max(low - first, -WIN), min(high - first, WIN)});
}

/* Narrows the window to moves that are better than one with this value. */
static int improve(int player, int value, int *best, Range *window) {
    if (is_kept(player)) {
        *best = max(*best, value);
        window->low = max(window->low, value);
    } else {
        *best = min(*best, value);
        window->high = min(window->high, value);
    }
    return window->low >= window->high;
}

/* Half of a number, rounded so that a bound outside the window stays one. */
static int half(int player, int twice) { return (is_kept(player) ? twice : twice + 1) >> 1; }

static int try_loops(const Position *p, int player, int *best, Range *window) {
    const int pending = pending_marks(p);
    uint32_t seen = 0;
    for (int n = 0; n < p->blobs; n++) {
        int marks;
        uint32_t from = component(p, __builtin_ctz(p->blob[n].squares), &marks);
        if (seen & from || (is_kept(player) && pending - marks > limit)) continue;
        seen |= from;
        for (int i = 0; i < squares; i++) {
            const int a = order[i];
            if (!(from >> a & 1)) continue;
            const uint32_t own = blob_of(p, a, player);
            from &= ~own;
            uint32_t to = from | (own & ~(1u << a));
            for (int k = 0; k < squares; k++) {
                const int b = order[k];
                if (!(to >> b & 1)) continue;
                to &= ~blob_of(p, b, player);
                const int twice = loop_value(p, a, b, player, *window);
                if (improve(player, half(player, twice), best, window)) return 1;
            }
        }
    }
    return 0;
}

static int try_placements(const Position *p, int player, int *best, Range *window) {
    uint32_t from = open_squares(p);
    for (int i = 0; i < squares; i++) {
        const int a = order[i];
        int marks;
        if (!(from >> a & 1)) continue;
        from &= ~blob_of(p, a, player);
        uint32_t to = from & ~component(p, a, &marks);
        for (int k = 0; k < squares; k++) {
            const int b = order[k];
            if (!(to >> b & 1)) continue;
            to &= ~blob_of(p, b, player);
            Position next = *p;
            place(&next, a, b, player);
            if (improve(player, search(&next, *window), best, window)) return 1;
        }
    }
    return 0;
}

/* The values that can still be reached; equal if there is only one. */
static Range possible(const Position *p) {
    const uint32_t mine = p->mine[player_kept], theirs = p->mine[!player_kept], open = open_squares(p);
    if (has_line[theirs]) return (Range){-WIN, -WIN};
    if (has_line[mine]) return (Range){WIN, WIN};
    Range range = {has_line[theirs | open] ? -WIN : 0, has_line[mine | open] ? WIN : 0};
    if (!(open & (open - 1))) { /* the last square, R4, or none */
        if (is_kept(mover(p))) range.low = range.high;
        else range.high = range.low;
    }
    return range;
}

/* The entry of a position that was searched, or the one whose search was the shortest: key, low + WIN
 * and high + WIN (10 bits each), the logarithm of the positions searched (6), 1 (0: the entry is free). */
static Key *find_entry(Key key) {
    Key *const entry = table + (hash_of(key) >> (64 - TABLE_BITS)) * WAYS;
    int least = 0;
    for (int i = 0; i < WAYS; i++) {
        if (entry[i] & 1 && entry[i] >> 27 == key) return entry + i;
        if (((int)entry[i] & 127) < ((int)entry[least] & 127)) least = i;
    }
    return entry + least;
}

/* The value for the restricted player if it is in the window, otherwise a bound on the same side of it. */
static int search(const Position *p, Range window) {
    Range known = possible(p);
    if (known.low == known.high) return known.low;
    const Key key = key_of(p), entry = *find_entry(key);
    if (entry & 1 && entry >> 27 == key)
        known = (Range){((int)(entry >> 17) & 1023) - WIN, ((int)(entry >> 7) & 1023) - WIN};
    if (known.low == known.high || known.low >= window.high) return known.low;
    if (known.high <= window.low) return known.high;
    const uint64_t before = nodes++;
    const Position canonical = position_of(key);
    const int player = mover(p);
    Range narrowed = window = (Range){max(window.low, known.low), min(window.high, known.high)};
    int value = is_kept(player) ? -WIN : WIN;
    if (!try_loops(&canonical, player, &value, &narrowed))
        if (!is_kept(player) || pending_marks(p) < limit)
            try_placements(&canonical, player, &value, &narrowed);
    if (value < window.high) known.high = min(known.high, value);
    if (value > window.low) known.low = max(known.low, value);
    const int effort = 63 - __builtin_clzll(nodes - before);
    *find_entry(key) =
        key << 27 | (Key)(known.low + WIN) << 17 | (Key)(known.high + WIN) << 7 | (Key)effort << 1 | 1;
    return value;
}

int main(int argc, char **arguments) {
    rows = argc > 5 ? atoi(arguments[1]) : 0, cols = rows ? atoi(arguments[2]) : 0;
    squares = rows * cols, limit = rows ? atoi(arguments[5]) : 0;
    if (squares < 2 || squares > MAX_SQUARES || limit < 0 || limit > MAX_LIMIT)
        return puts("usage: coins ROWS COLS LINE PLAYER LIMIT [LOW HIGH]"), 2;
    player_kept = *arguments[4] == 'X';
    list_lines(atoi(arguments[3]));
    prepare_board(lines_of);
    for (uint32_t set = 0; set <= full; set++)
        for (int i = 0; i < lines; i++) has_line[set] |= !(line[i] & ~set);
    if (!(table = calloc((size_t)WAYS << TABLE_BITS, sizeof *table))) return 1;
    const Range window = {argc > 7 ? atoi(arguments[6]) : -WIN, argc > 7 ? atoi(arguments[7]) : WIN};
    const int value = search(&(Position){.blobs = 0}, window);
    const int is_below = value <= window.low && window.low > -WIN;
    const char *const sure = player_kept ? "at least" : "at most";
    if (is_below) printf("%c: no bound better than ", *arguments[4]); /* the search stopped at LOW */
    else printf("%c: %s ", *arguments[4], sure);
    printf("%+d/128 (%llu positions)\n", player_kept ? value : -value, (unsigned long long)nodes);
}
