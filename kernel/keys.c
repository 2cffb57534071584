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

/* The symmetries that map the position to itself, as bits; bit 0 is the identity. */
uint32_t tree_stabiliser(const Tree *t, const Position *p) {
    uint32_t fixing = 1;
    if (!(t->features & QTTT_TRANSPOSITIONS)) return fixing;
    const uint64_t key = tree_key(t, p, t->image[0]);
    for (int s = 1; s < t->symmetries; s++)
        if (tree_key(t, p, t->image[s]) == key) fixing |= 1u << s;
    return fixing;
}
