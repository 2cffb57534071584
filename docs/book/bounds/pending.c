/* Bounds of the value of krists (R14), without qttt: one player keeps few marks pending.
 *     cc -O2 -o pending pending.c && ./pending 3 4 X 3 draw
 * Arguments: rows and columns of a board of at most 16 squares; the player who is restricted; the
 * number of marks that may be pending after a placement of that player and the collapse of its loop,
 * at most 4; the goal of that player, draw or win. Rules are those of `krist`: the other player
 * decides a collapse. A sixth argument names a file for the moves by which the restricted player
 * reaches the goal; check_pending.c says what it contains and checks it.
 *
 * The program searches whether the free player prevents the goal. If not, the value of the whole game
 * has a bound. Labels have no influence on krists, so a position is one of blobs.h. */
#ifndef TABLE_BITS /* 24: 1 GB */
#define TABLE_BITS 24
#endif
enum { MAX_LIMIT = 4, WAYS = 4 };
#include "blobs.h"

static int free_player, limit, draw_suffices;
static uint32_t strength[1 << MAX_SQUARES];
/* WAYS entries for each hash: the key, the logarithm of the positions searched for it (6 bits), 1 (0:
 * the entry is free), and the result (1 bit). */
static Key *table;
static uint64_t nodes;
static int found; /* the latest good move: 16 * one square + the other */

/* --- The board ---------------------------------------------------------------------------------- */

/* Numbers of runs, the longest in the highest place: the player with the greater number is ahead. */
static uint32_t strength_of(uint32_t mine) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int runs[MAX_SQUARES + 1] = {0};
    uint32_t sum = 0;
    for (int i = 0; i < 4 * squares; i++) {
        const int down = step[i % 4][0], right = step[i % 4][1];
        int row = i / 4 / cols - down, col = i / 4 % cols - right, run = 0;
        if (row >= 0 && col >= 0 && col < cols && mine >> (row * cols + col) & 1) continue;
        for (;; run++) {
            row += down, col += right;
            if (row == rows || col < 0 || col == cols || !(mine >> (row * cols + col) & 1)) break;
        }
        runs[run]++;
    }
    /* Enough for every length: at most 42 runs of two or of three, 1 of more than half of a row. */
    for (int run = MAX_SQUARES; run > 1; run--)
        sum = sum * (run > 8 ? 2 : run > 5 ? 3 : run > 3 ? 11 : 43) + (uint32_t)runs[run];
    return sum;
}

static int edge_distance(int square) {
    const int row = square / cols, col = square % cols;
    return (row < rows - 1 - row ? row : rows - 1 - row) + (col < cols - 1 - col ? col : cols - 1 - col);
}

/* Whether a full board is good for the free player. */
static int succeeds(uint32_t mine, uint32_t theirs) {
    return strength[mine] + (uint32_t)draw_suffices > strength[theirs];
}

/* --- Search ------------------------------------------------------------------------------------- */

static int free_succeeds(const Position *p);

/* Whether the mover gets what they want by a loop in this component. The other player decides between
 * two squares, so the mover needs two that are good, or one in a blob of their own: all squares of
 * such a blob lead to the same position. */
static int loop_is_good(const Position *p, uint32_t part, int player) {
    uint32_t seen = 0;
    int good = -1;
    for (int i = 0; i < squares; i++) {
        const uint32_t own = blob_of(p, order[i], player);
        if (!(part >> order[i] & 1) || seen & own) continue;
        seen |= own;
        Position next = *p;
        collapse(&next, order[i], player);
        if (free_succeeds(&next) != (player == free_player)) continue;
        const uint32_t others = own & ~(1u << order[i]);
        if (others) good = __builtin_ctz(others);
        if (good >= 0) return found = 16 * order[i] + good, 1;
        good = order[i];
    }
    return 0;
}

static int any_loop_is_good(const Position *p, int player, int pending) {
    for (int n = 0; n < p->blobs; n++) {
        const int square = __builtin_ctz(p->blob[n].squares);
        int marks;
        const uint32_t part = component(p, square, &marks);
        if (player != free_player && pending - marks > limit) continue;
        if (loop_is_good(p, part, player)) return 1;
    }
    return 0;
}

/* Tests one placement for each pair of blobs of the mover; a square without a mark is one too. */
static int any_placement_is_good(const Position *p, uint32_t open, int player) {
    uint32_t from = open, to;
    for (int i = 0; i < squares; i++) {
        const int a = order[i];
        int marks;
        if (!(from >> a & 1)) continue;
        from &= ~blob_of(p, a, player);
        to = from & ~component(p, a, &marks);
        for (int k = 0; k < squares; k++) {
            const int b = order[k];
            if (!(to >> b & 1)) continue;
            to &= ~blob_of(p, b, player);
            Position next = *p;
            place(&next, a, b, player);
            if (free_succeeds(&next) == (player == free_player)) return found = 16 * a + b, 1;
        }
    }
    return 0;
}

/* Whether the mover has a good move. */
static int any_move_is_good(const Position *p, int player) {
    const int pending = pending_marks(p), may_place = player == free_player || pending < limit;
    return any_loop_is_good(p, player, pending) ||
           (may_place && any_placement_is_good(p, open_squares(p), player));
}

/* 0 or 1; -1: not decided by counting. */
static int decided(const Position *p, int player) {
    const uint32_t open = open_squares(p), mine = p->mine[free_player], theirs = p->mine[!free_player];
    /* A square more never shortens a run. */
    if (!succeeds(mine | open, theirs)) return 0;
    if (succeeds(mine, theirs | open)) return 1;
    return open & (open - 1) ? -1 : player == free_player; /* the last square, R4 */
}

static int effort_of(Key entry) { return (int)(entry >> 2) & 63; }

/* The entry for a position that was searched, or the one whose search was the shortest. */
static Key *find_entry(Key key) {
    Key *const entry = table + (hash_of(key) >> (64 - TABLE_BITS)) * WAYS;
    int least = 0;
    for (int i = 0; i < WAYS; i++) {
        if (entry[i] >> 8 == key) return entry + i;
        if (effort_of(entry[i]) < effort_of(entry[least])) least = i;
    }
    return entry + least;
}

static int free_succeeds(const Position *p) {
    const int player = mover(p), known = decided(p, player);
    if (known >= 0) return known;
    const Key key = key_of(p), entry = *find_entry(key);
    if (entry & 2 && entry >> 8 == key) return (int)entry & 1;
    const uint64_t before = nodes++;
    const Position canonical = position_of(key); /* symmetric positions get symmetric moves */
    const int result = any_move_is_good(&canonical, player) == (player == free_player);
    const int effort = 63 - __builtin_clzll(nodes - before);
    *find_entry(key) = key << 8 | (Key)effort << 2 | 2 | (Key)result;
    return result;
}

/* --- The moves of the restricted player ------------------------------------------------------------ */

/* A hash table of key << 8 | move; 0: free. */
static struct {
    uint64_t used, size;
    Key *entry;
} witness;

static Key *entry_of(Key key) {
    uint64_t i = hash_of(key) & (witness.size - 1);
    while (witness.entry[i] && witness.entry[i] >> 8 != key) i = (i + 1) & (witness.size - 1);
    return witness.entry + i;
}

static void grow(void) {
    Key *const old = witness.entry;
    const uint64_t size = witness.size;
    witness.size = size ? 2 * size : 1 << 16;
    if (!(witness.entry = calloc(witness.size, sizeof *old))) exit(1);
    for (uint64_t i = 0; i < size; i++)
        if (old[i]) *entry_of(old[i] >> 8) = old[i];
    free(old);
}

static void add_answers(const Position *p);

/* Adds the move in this position of the restricted player, and those that can follow. */
static void add_move(const Position *p) {
    if (decided(p, !free_player) >= 0) return;
    const Key key = key_of(p);
    if (4 * witness.used >= 3 * witness.size) grow();
    if (*entry_of(key)) return;
    const Position here = position_of(key);
    if (!any_move_is_good(&here, !free_player)) abort();
    const int move = found, a = move / 16, b = move % 16;
    int marks;
    *entry_of(key) = key << 8 | (Key)move, witness.used++;
    Position next = here;
    if (component(&here, a, &marks) >> b & 1) {
        collapse(&next, a, !free_player);
        add_answers(&next);
        next = here;
        collapse(&next, b, !free_player);
    } else {
        place(&next, a, b, !free_player);
    }
    add_answers(&next);
}

/* Adds the moves after every move of the free player. A loop of theirs leaves the choice between two
 * squares, so one result can be left out, unless both squares can have it. */
static void add_answers(const Position *p) {
    if (decided(p, free_player) >= 0) return;
    uint32_t from = open_squares(p), seen = 0;
    for (int a = 0; a < squares; a++) {
        int marks, left_out = -1;
        if (!(from >> a & 1)) continue;
        const uint32_t part = component(p, a, &marks);
        from &= ~blob_of(p, a, free_player);
        uint32_t to = from & ~part;
        for (int b = 0; b < squares; b++) {
            if (!(to >> b & 1)) continue;
            to &= ~blob_of(p, b, free_player);
            Position next = *p;
            place(&next, a, b, free_player);
            add_move(&next);
        }
        if (!marks || seen & part) continue;
        seen |= part;
        Position result[MAX_SQUARES];
        for (int s = 0; s < squares; s++) {
            if (!(part >> s & 1)) continue;
            result[s] = *p;
            collapse(&result[s], s, free_player);
            const int is_single = blob_of(p, s, free_player) == 1u << s;
            if (is_single && (left_out < 0 || free_succeeds(&result[s]))) left_out = s;
        }
        for (int s = 0; s < squares; s++)
            if (part >> s & 1 && s != left_out) add_move(&result[s]);
    }
}

static int ascending(const void *one, const void *other) {
    const Key a = *(const Key *)one, b = *(const Key *)other;
    return (a > b) - (a < b);
}

static int write_witness(const char *name) {
    const Position empty = {.blobs = 0};
    FILE *const out = fopen(name, "wb");
    if (!out) return perror(name), 1;
    if (free_player) add_answers(&empty);
    else add_move(&empty);
    uint64_t n = 0;
    for (uint64_t i = 0; i < witness.size; i++)
        if (witness.entry[i]) witness.entry[n++] = witness.entry[i];
    qsort(witness.entry, n, sizeof *witness.entry, ascending);
    for (uint64_t i = 0; i < n; i++)
        for (int k = 0; k < 16; k++) putc((int)(witness.entry[i] >> 8 * k) & 0xFF, out);
    printf("moves in %llu positions\n", (unsigned long long)n);
    if (!fclose(out)) return 0;
    return perror(name), 1;
}

int main(int argc, char **arguments) {
    rows = argc > 5 ? atoi(arguments[1]) : 0, cols = rows ? atoi(arguments[2]) : 0;
    squares = rows * cols, limit = rows ? atoi(arguments[4]) : 0;
    if (squares < 2 || squares > MAX_SQUARES || limit < 0 || limit > MAX_LIMIT)
        return puts("usage: pending ROWS COLS PLAYER LIMIT GOAL [FILE]"), 2;
    free_player = *arguments[3] == 'O';
    draw_suffices = !strcmp(arguments[5], "win"); /* for the free player */
    prepare_board(edge_distance);
    for (uint32_t set = 0; set <= full; set++) strength[set] = strength_of(set);
    if (!(table = calloc((size_t)WAYS << TABLE_BITS, sizeof *table))) return 1;
    const int is_refuted = free_succeeds(&(Position){.blobs = 0});
    printf("%s (%llu positions)\n", is_refuted ? "fails" : "succeeds", (unsigned long long)nodes);
    fflush(stdout);
    return !is_refuted && argc > 6 ? write_witness(arguments[6]) : 0;
}
