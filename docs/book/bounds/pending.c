/* Bounds of the value of krists (R14), without qttt: one player keeps few marks pending.
 *     cc -O2 -o pending pending.c && ./pending 3 4 X 3 draw
 * Arguments: rows and columns of a board of at most 16 squares; the player who is restricted; the
 * number of marks that may be pending after a placement of that player and the collapse of its loop,
 * at most 4; the goal of that player, draw or win. Rules are those of `krist`: the other player
 * decides a collapse.
 *
 * The program searches whether the free player prevents the goal. If not, the value of the whole game
 * has a bound. Labels have no influence on krists, so a position is the squares of X, those of O, and
 * the pending marks. Marks of one player that are connected by each other are one blob: when its
 * component collapses, all squares of a blob except the one at which it is entered belong to its
 * player, whatever its pairs are. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SQUARES = 16, MAX_LIMIT = 4, MAX_BLOBS = MAX_LIMIT + 1, WAYS = 4, TABLE_BITS = 24 };

typedef unsigned __int128 Key;
typedef struct {
    uint32_t mine[2]; /* squares of O and of X */
    int blobs;
    struct {
        uint32_t squares;
        int player;
    } blob[MAX_BLOBS];
} Position;

static int rows, cols, squares, free_player, limit, draw_suffices, symmetries, order[MAX_SQUARES];
static uint32_t full, strength[1 << MAX_SQUARES];
static uint16_t turned[8][1 << MAX_SQUARES];
static Key *table; /* WAYS keys for each hash, each with the result as its lowest bit; 0: free */
static uint64_t nodes;

static int count(uint32_t set) { return __builtin_popcount(set); }

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

static int turned_square(int symmetry, int square) {
    int row = square / cols, col = square % cols;
    if (symmetry & 1) row = rows - 1 - row;
    if (symmetry & 2) col = cols - 1 - col;
    return symmetry & 4 ? col * cols + row : row * cols + col;
}

static int edge_distance(int square) {
    const int row = square / cols, col = square % cols;
    return (row < rows - 1 - row ? row : rows - 1 - row) + (col < cols - 1 - col ? col : cols - 1 - col);
}

static void prepare(void) {
    symmetries = rows == cols ? 8 : 4;
    for (uint32_t set = 0; set <= full; set++) {
        strength[set] = strength_of(set);
        for (int i = 0; i < symmetries; i++)
            for (int s = 0; s < squares; s++)
                if (set >> s & 1) turned[i][set] |= (uint16_t)(1 << turned_square(i, s));
    }
    for (int s = 0; s < squares; s++) {
        int i = s;
        for (; i && edge_distance(order[i - 1]) < edge_distance(s); i--) order[i] = order[i - 1];
        order[i] = s;
    }
}

/* Whether a full board is good for the free player. */
static int succeeds(uint32_t mine, uint32_t theirs) {
    return strength[mine] + (uint32_t)draw_suffices > strength[theirs];
}

/* --- Positions ---------------------------------------------------------------------------------- */

/* The least of the keys of all symmetric positions. */
static Key key_of(const Position *p) {
    Key least = ~(Key)0;
    for (int symmetry = 0; symmetry < symmetries; symmetry++) {
        uint32_t code[MAX_BLOBS];
        Key key = (Key)turned[symmetry][p->mine[0]] << 16 | turned[symmetry][p->mine[1]];
        for (int n = 0; n < p->blobs; n++) {
            const uint32_t word = 2u * turned[symmetry][p->blob[n].squares] + (uint32_t)p->blob[n].player;
            int i = n;
            for (; i && code[i - 1] > word; i--) code[i] = code[i - 1];
            code[i] = word;
        }
        for (int n = 0; n < MAX_BLOBS; n++) key = key << 17 | (n < p->blobs ? code[n] : 0);
        if (key < least) least = key;
    }
    return least;
}

/* The squares of the component of `square`, and the number of its marks. */
static uint32_t component(const Position *p, int square, int *marks) {
    uint32_t part = 1u << square;
    for (int again = 1; again;) {
        again = *marks = 0;
        for (int n = 0; n < p->blobs; n++) {
            if (!(p->blob[n].squares & part)) continue;
            again |= (p->blob[n].squares & ~part) != 0;
            part |= p->blob[n].squares;
            *marks += count(p->blob[n].squares) - 1;
        }
    }
    return part;
}

static uint32_t blob_of(const Position *p, int square, int player) {
    for (int n = 0; n < p->blobs; n++)
        if (p->blob[n].player == player && p->blob[n].squares >> square & 1) return p->blob[n].squares;
    return 1u << square;
}

static void remove_blob(Position *p, int n) { p->blob[n] = p->blob[--p->blobs]; }

static void place(Position *p, int a, int b, int player) {
    const uint32_t both = 1u << a | 1u << b;
    uint32_t merged = both;
    for (int n = p->blobs; n--;)
        if (p->blob[n].player == player && p->blob[n].squares & both)
            merged |= p->blob[n].squares, remove_blob(p, n);
    p->blob[p->blobs].squares = merged, p->blob[p->blobs++].player = player;
}

/* The mark that closes a loop lands; every other square belongs to the blob through which it is
 * reached. */
static void collapse(Position *p, int square, int player) {
    uint32_t taken = 1u << square;
    p->mine[player] |= taken;
    for (int n = 0; n < p->blobs;) {
        if (!(p->blob[n].squares & taken)) {
            n++;
            continue;
        }
        p->mine[p->blob[n].player] |= p->blob[n].squares & ~taken;
        taken |= p->blob[n].squares;
        remove_blob(p, n);
        n = 0;
    }
}

/* --- Search ------------------------------------------------------------------------------------- */

static int free_succeeds(const Position *p);

/* Whether the mover gets what they want by a loop in this component. The other player decides between
 * two squares, so the mover needs two that are good, or one in a blob of their own: all squares of
 * such a blob lead to the same position. */
static int loop_is_good(const Position *p, uint32_t part, int player) {
    uint32_t seen = 0;
    int good = 0;
    for (int i = 0; i < squares; i++) {
        const uint32_t own = blob_of(p, order[i], player);
        if (!(part >> order[i] & 1) || seen & own) continue;
        seen |= own;
        Position next = *p;
        collapse(&next, order[i], player);
        if (free_succeeds(&next) != (player == free_player)) continue;
        if (own & (own - 1) || good++) return 1;
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
            if (free_succeeds(&next) == (player == free_player)) return 1;
        }
    }
    return 0;
}

static int free_succeeds(const Position *p) {
    const uint32_t open = full & ~(p->mine[0] | p->mine[1]);
    const uint32_t mine = p->mine[free_player], theirs = p->mine[!free_player];
    int pending = 0;
    /* A square more never shortens a run. */
    if (!succeeds(mine | open, theirs)) return 0;
    if (succeeds(mine, theirs | open)) return 1;
    for (int n = 0; n < p->blobs; n++) pending += count(p->blob[n].squares) - 1;
    const int player = (count(full & ~open) + pending + 1) % 2;
    if (!(open & (open - 1))) /* the last square, R4 */
        return player == free_player ? succeeds(mine | open, theirs) : succeeds(mine, theirs | open);
    const Key key = key_of(p) << 2 | 2;
    uint64_t hash = ((uint64_t)(key >> 64) * 0x9E3779B97F4A7C15u ^ (uint64_t)key) * 0xD6E8FEB86659FD93u;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u >> (64 - TABLE_BITS);
    Key *const entry = table + hash * WAYS;
    for (int i = 0; i < WAYS; i++)
        if ((entry[i] | 1) == (key | 1)) return (int)entry[i] & 1;
    nodes++;
    const int may_place = player == free_player || pending < limit;
    const int is_good = any_loop_is_good(p, player, pending) ||
                        (may_place && any_placement_is_good(p, open, player));
    const int result = is_good == (player == free_player);
    memmove(entry + 1, entry, (WAYS - 1) * sizeof *entry);
    entry[0] = key | (Key)result;
    return result;
}

int main(int argc, char **arguments) {
    rows = argc > 5 ? atoi(arguments[1]) : 0, cols = rows ? atoi(arguments[2]) : 0;
    squares = rows * cols, limit = rows ? atoi(arguments[4]) : 0;
    if (squares < 2 || squares > MAX_SQUARES || limit < 0 || limit > MAX_LIMIT)
        return puts("usage: pending ROWS COLS PLAYER LIMIT GOAL"), 2;
    full = (1u << squares) - 1, free_player = *arguments[3] == 'O';
    draw_suffices = !strcmp(arguments[5], "win"); /* for the free player */
    prepare();
    if (!(table = calloc((size_t)WAYS << TABLE_BITS, sizeof *table))) return 1;
    const int is_refuted = free_succeeds(&(Position){.blobs = 0});
    printf("%s (%llu positions)\n", is_refuted ? "fails" : "succeeds", (unsigned long long)nodes);
}
