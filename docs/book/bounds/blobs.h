/* Positions of pending.c and coins.c, which define MAX_LIMIT: the squares of X, those of O, and the
 * pending marks without their labels. Marks of one player that are connected by each other are one
 * blob: when its component collapses, all squares of a blob except the one at which it is entered
 * belong to its player: its pairs do not matter. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SQUARES = 16, MAX_BLOBS = MAX_LIMIT + 1 };

typedef unsigned __int128 Key;
typedef struct {
    uint32_t mine[2]; /* squares of O and of X */
    int blobs;
    struct {
        uint32_t squares;
        int player;
    } blob[MAX_BLOBS];
} Position;

static int rows, cols, squares, symmetries, order[MAX_SQUARES];
static uint32_t full;
static uint16_t turned[8][1 << MAX_SQUARES];

static int count(uint32_t set) { return __builtin_popcount(set); }

static int turned_square(int symmetry, int square) {
    int row = square / cols, col = square % cols;
    if (symmetry & 1) row = rows - 1 - row;
    if (symmetry & 2) col = cols - 1 - col;
    return symmetry & 4 ? col * cols + row : row * cols + col;
}

/* Symmetries of all sets of squares, and the squares, those with the greatest weight first. */
static void prepare_board(int (*weight)(int)) {
    full = (1u << squares) - 1;
    symmetries = rows == cols ? 8 : 4;
    for (uint32_t set = 0; set <= full; set++)
        for (int i = 0; i < symmetries; i++)
            for (int s = 0; s < squares; s++)
                if (set >> s & 1) turned[i][set] |= (uint16_t)(1 << turned_square(i, s));
    for (int s = 0; s < squares; s++) {
        int i = s;
        for (; i && weight(order[i - 1]) < weight(s); i--) order[i] = order[i - 1];
        order[i] = s;
    }
}

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

/* A position that has this key. */
static Position position_of(Key key) {
    const uint32_t both = (uint32_t)(key >> 17 * MAX_BLOBS);
    Position p = {.mine = {both >> 16, both & 0xFFFF}};
    for (int n = 0; n < MAX_BLOBS; n++) {
        const uint32_t code = (uint32_t)(key >> 17 * (MAX_BLOBS - 1 - n)) & 0x1FFFF;
        if (code) p.blob[p.blobs].squares = code >> 1, p.blob[p.blobs++].player = code & 1;
    }
    return p;
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

static int pending_marks(const Position *p) {
    int marks = 0;
    for (int n = 0; n < p->blobs; n++) marks += count(p->blob[n].squares) - 1;
    return marks;
}

static uint32_t open_squares(const Position *p) { return full & ~(p->mine[0] | p->mine[1]); }

static int mover(const Position *p) {
    return (squares - count(open_squares(p)) + pending_marks(p) + 1) % 2;
}

static uint64_t hash_of(Key key) {
    const uint64_t hash = ((uint64_t)(key >> 64) * 0x9E3779B97F4A7C15u ^ (uint64_t)key) * 0xD6E8FEB86659FD93u;
    return (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
}
