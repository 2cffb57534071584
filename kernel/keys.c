/* Keys of positions in the search tree, and symmetries. */
#include "tree.h"

static uint64_t hash_of(int a, int b, int kind) {
    const int low = a < b ? a : b, high = a < b ? b : a;
    return mix(0x9E3779B97F4A7C15u * (uint64_t)(low | high << 6 | kind << 12));
}

/* The sum of one hash per mark, on its squares mapped by `image`; never 0. */
uint64_t tree_key(const Tree *t, const Position *p, const uint8_t *image) {
    uint64_t key = hash_of(p->marks, 0, 1 << 8);
    for (Squares left = t->game.all; left; left &= left - 1) {
        const int square = first_square(left), mark = p->mark[square];
        if (!mark) continue;
        const int other = p->open & BIT(square) ? p->up[square] : square;
        const int label = mark <= t->free_mark[mark & 1] ? mark & 1 : mark;
        key += hash_of(image[square], image[other], label);
    }
    if (p->loop) key += hash_of(image[p->a], image[p->b], 1 << 9);
    return key | 1;
}

void tree_find_symmetries(Tree *t) {
    const int rows = t->game.rules.rows, cols = t->game.rules.cols;
    t->symmetries = rows == cols ? 8 : 4;
    for (int s = 0; s < t->symmetries; s++)
        for (int square = 0; square < t->game.size; square++) {
            const int row = square / cols, col = square % cols;
            const int down = s & 2 ? rows - 1 - row : row, right = s & 1 ? cols - 1 - col : col;
            t->image[s][square] = (uint8_t)(s & 4 ? right * cols + down : down * cols + right);
        }
}

/* What a square holds: 0: nothing, 1: a half of a mark, 2: O, 3: X. */
static int kind_of(const Position *p, int square) {
    if (!(p->open & BIT(square))) return 2 + (int)(p->x >> square & 1);
    return p->mark[square] || count_squares(p->tree[square]) > 1;
}

/* Whether a symmetry keeps the kinds of all squares; most fail already here, without keys. */
static int keeps_kinds(const Tree *t, const uint8_t *kind, const uint8_t *image) {
    for (int square = 0; square < t->game.size; square++)
        if (kind[image[square]] != kind[square]) return 0;
    return 1;
}

/* The symmetries that map the position to itself, as bits; bit 0 is the identity. */
uint32_t tree_stabiliser(const Tree *t, const Position *p) {
    uint8_t kind[QTTT_MAX_SQUARES];
    uint64_t key = 0;
    uint32_t fixing = 1;
    if (!(t->features & QTTT_TRANSPOSITIONS)) return fixing;
    for (int square = 0; square < t->game.size; square++) kind[square] = (uint8_t)kind_of(p, square);
    for (int s = 1; s < t->symmetries; s++) {
        if (!keeps_kinds(t, kind, t->image[s])) continue;
        if (!key) key = tree_key(t, p, t->image[0]);
        if (tree_key(t, p, t->image[s]) == key) fixing |= 1u << s;
    }
    return fixing;
}
