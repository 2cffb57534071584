/* The search tree: memory, keys of positions, nodes and edges. */
#include "tree.h"

enum {
    PROBES = 64, /* longest probe sequence of the hash table */
    EDGE_BYTES = sizeof(uint32_t) + sizeof(Tally) + sizeof(Amaf) + 3, /* in all columns */
};

/* --- keys ------------------------------------------------------------------------------------- */

static uint64_t hash_of(int a, int b, int kind) {
    const int low = a < b ? a : b, high = a < b ? b : a;
    return mix(0x9E3779B97F4A7C15u * (uint64_t)(low | high << 6 | kind << 12));
}

/* The sum of one hash per mark, on its squares mapped by `image`; never 0. */
static uint64_t key_of(const Tree *t, const Position *p, const uint8_t *image) {
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

static void find_symmetries(Tree *t) {
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
    const uint64_t key = key_of(t, p, t->image[0]);
    for (int s = 1; s < t->symmetries; s++)
        if (key_of(t, p, t->image[s]) == key) fixing |= 1u << s;
    return fixing;
}

/* --- memory ----------------------------------------------------------------------------------- */

/* The smallest time of a line of n marks is that of the player's n-th mark: X(2n-1) or O(2n). */
static void find_free_marks(Tree *t) {
    const int line = t->game.rules.line ? t->game.rules.line : QTTT_MAX_SQUARES;
    t->free_mark[1] = 2 * line - 1;
    t->free_mark[0] = 2 * line;
}

/* The nodes for three quarters of the slots, one more, and node[0]. */
static uint64_t node_room(const Tree *t) { return t->node_slots / 4 * 3 + 2; }

static void place_edges(Tree *t) {
    Edges *const e = &t->edge;
    const uint64_t slots = t->edge_slots;
    e->child = (uint32_t *)(t->node + node_room(t));
    e->tally = (Tally *)(e->child + slots);
    e->amaf = (Amaf *)(e->tally + slots);
    e->move = (uint8_t (*)[2])(e->amaf + slots);
    e->known = (uint8_t *)(e->move + slots);
}

int tree_init(Tree *t, size_t bytes, int is_zero) {
    const size_t room = bytes < sizeof(Tree) ? 0 : bytes - sizeof(Tree);
    const int scoring = t->game.rules.scoring;
    t->node_slots = 1;
    if (room < (1 << 12)) return QTTT_BAD_MEMORY;
    while (t->node_slots * 4 * sizeof(Node) <= room) t->node_slots *= 2;
    t->slot = (uint64_t *)(t + 1);
    t->node = (Node *)(t->slot + t->node_slots);
    t->edge_slots = ((uintptr_t)t + bytes - (uintptr_t)(t->node + node_room(t))) / EDGE_BYTES;
    if (t->edge_slots > NO_EDGE) t->edge_slots = NO_EDGE;
    place_edges(t);
    for (uint64_t i = 0; !is_zero && i < t->node_slots; i++) t->slot[i] = 0;
    t->node[0] = (Node){0};
    t->nodes_used = t->edges_used = t->order = 0;
    t->simulations = t->reserved = 0;
    t->root_claimed = t->full = 0;
    t->running = 0;
    t->top = (scoring == GOFF || scoring == MATCH ? 4 : 2) * FINE;
    find_free_marks(t);
    find_symmetries(t);
    t->root_node = tree_node(t, &t->root);
    Node *const root = root_of_tree(t);
    return is_solved(root) || tree_grow(t, root, &t->root) ? 0 : QTTT_BAD_MEMORY;
}

/* Makes a node that is not in the table yet. Returns its index; 0 if memory is full. */
static uint32_t make_node(Tree *t, uint64_t key, const Position *p) {
    const uint64_t used = ADD(t->nodes_used, 1);
    if (used * 4 > t->node_slots * 3) {
        ADD(t->nodes_used, -1);
        STORE(t->full, 1);
        return 0;
    }
    Node *const n = t->node + used + 1;
    *n = (Node){.key = key, .low = -t->top, .high = t->top, .state = LEAF};
    n->marks = (uint8_t)p->marks;
    n->decider = (uint8_t)decider_of(&t->game, p);
    if (!p->loop && termination_of(&t->game, p) >= 0) {
        int32_t x, o;
        half_points(&t->game, p, &x, &o);
        n->low = n->high = (x - o) * FINE;
    }
    return (uint32_t)used + 1;
}

/* A node that another thread puts into the table at the same time is used instead of that of this
 * thread, which is lost. */
uint32_t tree_node(Tree *t, const Position *p) {
    uint64_t key = key_of(t, p, t->image[0]);
    if (!(t->features & QTTT_TRANSPOSITIONS)) key = mix(key + LOAD(t->nodes_used)) | 1;
    const uint64_t mask = t->node_slots - 1;
    uint32_t made = 0;
    for (uint64_t probe = 0; probe < PROBES; probe++) {
        uint64_t *const slot = &t->slot[((key >> 1) + probe) & mask];
        uint64_t found = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
        if (!found) {
            if (!made && !(made = make_node(t, key, p))) return 0;
            if (__atomic_compare_exchange_n(slot, &found, key >> 32 << 32 | made, 0,
                                            __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
                return made;
        }
        if (found >> 32 == key >> 32 && t->node[(uint32_t)found].key == key)
            return (uint32_t)found;
    }
    STORE(t->full, 1);
    return 0;
}

/* All threads get the same node, or the proof in one would be lost with it. */
uint32_t tree_child(Tree *t, uint32_t edge, const Position *p) {
    uint32_t child = child_of(t, edge), none = 0;
    if (child || !(child = tree_node(t, p))) return child;
    const int is_first = __atomic_compare_exchange_n(&t->edge.child[edge], &none, child, 0,
                                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return is_first ? child : none;
}

/* --- edges ------------------------------------------------------------------------------------ */

/* Maps a pair to its first image in reading order under these symmetries. */
static void first_image(const Tree *t, uint32_t fixing, int *a, int *b) {
    const int from[2] = {*a, *b};
    for (uint32_t left = fixing & ~1u; left; left &= left - 1) {
        const uint8_t *const image = t->image[__builtin_ctz(left)];
        const int c = image[from[0]], d = image[from[1]];
        const int low = c < d ? c : d, high = c < d ? d : c;
        if (low < *a || (low == *a && high < *b)) *a = low, *b = high;
    }
}

static void put_edge(const Tree *t, uint32_t edge, int a, int b, int known) {
    const Edges *const e = &t->edge;
    e->child[edge] = 0;
    e->tally[edge] = (Tally){0};
    if (t->features & QTTT_AMAF) e->amaf[edge] = (Amaf){0};
    e->move[edge][0] = (uint8_t)a, e->move[edge][1] = (uint8_t)b;
    e->known[edge] = (uint8_t)known;
}

static void put_pair(const Tree *t, const Position *p, uint32_t fixing, int a, int b,
                     uint32_t edge) {
    int c = a, d = b;
    first_image(t, fixing, &c, &d);
    const int forbidden = a != b && t->game.rules.no_pair_loops && is_pair(p, a, b);
    const int left_out = c != a || d != b || forbidden;
    put_edge(t, edge, a, b, left_out ? LEFT_OUT : OPEN);
}

/* Whether a symmetry of the position maps one collapse to the other. A coin keeps both sides. */
static int is_even(const Tree *t, const Position *p) {
    if (!(t->features & QTTT_TRANSPOSITIONS) || t->game.rules.chooser == CHANCE) return 0;
    const uint64_t key = key_of(t, p, t->image[0]);
    for (int s = 1; s < t->symmetries; s++)
        if (t->image[s][p->a] == p->b && key_of(t, p, t->image[s]) == key) return 1;
    return 0;
}

static int is_whole(const Tree *t, const Position *p) {
    return t->game.rules.classical || count_squares(p->open) == 1;
}

/* Makes edges for all pairs of open squares, even for those left out, so that the index of a pair's
 * edge can be computed. */
static void list_edges(const Tree *t, const Position *p, uint32_t edge) {
    if (p->loop) {
        put_edge(t, edge, p->a, QTTT_COLLAPSE, OPEN);
        put_edge(t, edge + 1, p->b, QTTT_COLLAPSE, is_even(t, p) ? LEFT_OUT : OPEN);
        return;
    }
    const uint32_t fixing = tree_stabiliser(t, p);
    for (Squares first = p->open; first; first &= first - 1) {
        const int a = first_square(first);
        if (is_whole(t, p)) {
            put_pair(t, p, fixing, a, a, edge++);
            continue;
        }
        for (Squares second = first & (first - 1); second; second &= second - 1)
            put_pair(t, p, fixing, a, first_square(second), edge++);
    }
}

static uint64_t count_edges(const Tree *t, const Position *p) {
    const uint64_t open = (uint64_t)count_squares(p->open);
    if (p->loop) return 2;
    return is_whole(t, p) ? open : open * (open - 1) / 2;
}

int tree_grow(Tree *t, Node *n, const Position *p) {
    uint8_t leaf = LEAF;
    if (!__atomic_compare_exchange_n(&n->state, &leaf, GROWING, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
        return has_grown(n);
    const uint64_t edges = count_edges(t, p), first = ADD(t->edges_used, edges);
    if (first + edges > t->edge_slots) {
        ADD(t->edges_used, -edges);
        STORE(t->full, 1);
        __atomic_store_n(&n->state, LEAF, __ATOMIC_RELEASE);
        return 0;
    }
    list_edges(t, p, (uint32_t)first);
    n->first = (uint32_t)first;
    n->edges = (uint16_t)edges;
    __atomic_store_n(&n->state, GROWN, __ATOMIC_RELEASE);
    return 1;
}

/* The edge of a legal move or of its image under a symmetry. */
uint32_t tree_edge(const Tree *t, const Node *n, uint32_t fixing, int a, int b) {
    uint32_t edge = n->first;
    if (b != QTTT_COLLAPSE) first_image(t, fixing, &a, &b);
    while (t->edge.move[edge][0] != a || t->edge.move[edge][1] != b) edge++;
    return is_left_out(t, edge) ? n->first : edge; /* the other collapse */
}

/* The move to play: the one with the most visits, or a proven one that is at least as good. */
uint32_t tree_best(const Tree *t, const Node *n) {
    const Tally *const tally = t->edge.tally;
    uint32_t tried = NO_EDGE, proven = NO_EDGE;
    const int sign = n->decider == QTTT_O ? -1 : 1;
    for (uint32_t e = n->first; e < end_of_edges(n); e++) {
        if (is_left_out(t, e)) continue;
        if (is_proven(t, e)) {
            if (proven == NO_EDGE || sign * value_of_edge(t, e) > sign * value_of_edge(t, proven))
                proven = e;
        } else if (tried == NO_EDGE || LOAD(tally[e].visits) > LOAD(tally[tried].visits)) {
            tried = e;
        }
    }
    if (tried == NO_EDGE || proven == NO_EDGE) return tried == NO_EDGE ? proven : tried;
    return sign * value_of_edge(t, proven) >= sign * value_of_edge(t, tried) ? proven : tried;
}
