/* The search tree: memory and nodes. */
#include "tree.h"

enum {
    PROBES = 64, /* longest probe sequence of the hash table */
    EDGE_BYTES = sizeof(uint32_t) + sizeof(Tally) + 3, /* in all columns but one */
};

/* --- memory ----------------------------------------------------------------------------------- */

/* The smallest time of a line of n marks is that of the player's n-th mark: X(2n-1) or O(2n). */
static void find_free_marks(Tree *t) {
    const int line = t->game.rules.line ? t->game.rules.line : QTTT_MAX_SQUARES;
    t->free_mark[1] = 2 * line - 1;
    t->free_mark[0] = 2 * line;
}

/* The nodes for three quarters of the slots, one more, and node[0]. */
static uint64_t node_room(const Tree *t) { return t->node_slots / 4 * 3 + 2; }

/* Bytes of an edge in the column of AMAF results or priors. */
static size_t learned_bytes(const Tree *t) { return t->judge ? sizeof(float) : sizeof(Amaf); }

static void place_edges(Tree *t) {
    Edges *const e = &t->edge;
    const uint64_t slots = t->edge_slots;
    e->child = (uint32_t *)(t->node + node_room(t));
    e->tally = (Tally *)(e->child + slots);
    e->amaf = (Amaf *)(e->tally + slots);
    e->move = (uint8_t (*)[2])((char *)e->amaf + slots * learned_bytes(t));
    e->known = (uint8_t *)(e->move + slots);
}

int tree_init(Tree *t, size_t bytes, int is_zero) {
    const size_t head = TREE_BYTES + (t->judge ? JUDGE_BYTES : 0);
    const size_t room = bytes < head ? 0 : bytes - head;
    const int scoring = t->game.rules.scoring;
    t->node_slots = 1;
    if (room < (1 << 12)) return QTTT_BAD_MEMORY;
    while (t->node_slots * 4 * sizeof(Node) <= room) t->node_slots *= 2;
    t->slot = (uint64_t *)((char *)t + head);
    t->node = (Node *)(t->slot + t->node_slots);
    t->edge_slots = ((uintptr_t)t + bytes - (uintptr_t)(t->node + node_room(t))) /
                    (EDGE_BYTES + learned_bytes(t));
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
    tree_find_symmetries(t);
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
    uint64_t key = tree_key(t, p, t->image[0]);
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
