/* Checks a certificate that the value of quantum tic-tac-toe is +1/2, by the rules alone.
 *
 *     cc -O2 -o check check.c && ./check goff.cert
 *
 * It shares no code with qttt. The rules are those of spec/rules.md under the preset goff;
 * R-numbers are its clauses. The format is described in certificate.md.
 *
 * Mark n (from 1; X has the odd ones) is on the squares low[n] and high[n], which are equal if it is
 * classical. A pending loop is closed by the last mark. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARES = 9, SLOTS = 1 << 18, BOUND = 1 /* half points */, NOT_OVER = 99 };

typedef struct {
    int marks, low[10], high[10];
} Position;

static const char MAGIC[] = "QTTT certificate 1\n";
static const int LINE[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                               {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static int player; /* whose strategy is checked: 1 is X, 0 is O */
static const uint8_t *strategy;
static long size, used, ends, classes;
static uint64_t seen[SLOTS];

static void refute(const char *why) {
    printf("refuted: %s, at decision %ld of %c\n", why, used, player ? 'X' : 'O');
    exit(1);
}

/* The mark on each square with a classical one, otherwise 0. */
static void find_board(const Position *p, int board[SQUARES]) {
    memset(board, 0, SQUARES * sizeof *board);
    for (int n = 1; n <= p->marks; n++)
        if (p->low[n] == p->high[n]) board[p->low[n]] = n;
}

/* The lead of X in half points at the end of the game, otherwise NOT_OVER (R10 to R12). */
static int lead_of(const int board[SQUARES]) {
    int lines[2] = {0, 0}, first[2] = {10, 10}, last[2] = {0, 0}, open = 0;
    for (int i = 0; i < SQUARES; i++) open += !board[i];
    for (int i = 0; i < 8; i++) {
        const int a = board[LINE[i][0]], b = board[LINE[i][1]], c = board[LINE[i][2]];
        if (!a || !b || !c || (a + b) % 2 || (b + c) % 2) continue;
        const int who = a % 2, ab = a > b ? a : b, time = ab > c ? ab : c;
        lines[who]++;
        if (time < first[who]) first[who] = time;
        if (time > last[who]) last[who] = time;
    }
    if (lines[1] == 2) return first[1] == last[1] ? 4 : 3;
    if (lines[0] && lines[1]) return first[1] < first[0] ? 1 : -1;
    if (lines[0] || lines[1]) return lines[1] ? 2 : -2;
    return open ? NOT_OVER : 0;
}

/* Whether a and b are in one entanglement: each quantum mark gives both its squares the smaller
 * label of the two, until nothing changes (R5). */
static int is_entangled(const Position *p, int a, int b) {
    int label[SQUARES], changed = 1;
    for (int i = 0; i < SQUARES; i++) label[i] = i;
    while (changed) {
        changed = 0;
        for (int n = 1; n <= p->marks; n++) {
            int *const one = &label[p->low[n]], *const other = &label[p->high[n]];
            if (*one == *other) continue;
            *one = *other = *one < *other ? *one : *other;
            changed = 1;
        }
    }
    return label[a] == label[b];
}

/* The closing mark lands on a square: every mark with one square taken gets its other one, until
 * nothing changes (R8). */
static void collapse(Position *p, int square) {
    int board[SQUARES], changed = 1;
    p->low[p->marks] = p->high[p->marks] = square;
    while (changed) {
        changed = 0;
        find_board(p, board);
        for (int n = 1; n < p->marks && !changed; n++) {
            const int a = p->low[n], b = p->high[n];
            if (a == b || (!board[a] && !board[b])) continue;
            if (board[a] && board[b]) refute("a mark has no square left");
            p->low[n] = p->high[n] = board[a] ? b : a;
            changed = 1;
        }
    }
}

static int turned(int symmetry, int square) {
    int row = square / 3, col = square % 3;
    if (symmetry & 1) row = 2 - row;
    if (symmetry & 2) col = 2 - col;
    return symmetry & 4 ? 3 * col + row : 3 * row + col;
}

static void order(uint8_t *one, uint8_t *other) {
    const uint8_t low = *one < *other ? *one : *other;
    *other ^= *one ^ low, *one = low;
}

/* A number that positions share if and only if they differ by a symmetry and by the subscripts of
 * the first three marks of each player: the smallest of their images. One byte for each mark. */
static uint64_t class_of(const Position *p) {
    uint64_t smallest = UINT64_MAX;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        uint8_t code[9] = {0};
        for (int n = 1; n <= p->marks; n++) {
            const int a = turned(symmetry, p->low[n]), b = turned(symmetry, p->high[n]);
            code[n] = (uint8_t)(1 + (a < b ? SQUARES * a + b : SQUARES * b + a));
        }
        for (int pass = 0; pass < 2; pass++)
            for (int n = 1; n <= 4; n++) order(&code[n], &code[n + 2]);
        uint64_t key = 0;
        for (int n = 1; n <= 8; n++) key = key << 8 | code[n];
        if (key < smallest) smallest = key;
    }
    return smallest;
}

/* Whether this is the first visit of a class. */
static int is_new(uint64_t key) {
    uint64_t slot = (key + 1) * 0x9E3779B97F4A7C15u >> 40;
    for (slot %= SLOTS; seen[slot]; slot = (slot + 1) % SLOTS)
        if (seen[slot] == key + 1) return 0;
    seen[slot] = key + 1;
    if (++classes == SLOTS) refute("too many classes");
    return 1;
}

static int next_decision(int moves) {
    if (used == size) refute("the strategy ends early");
    if (strategy[used] >= moves) refute("there is no such move");
    return strategy[used++];
}

static void visit(const Position *p);

static void visit_loop(const Position *p) { /* R7: the player on turn chooses */
    const int squares[2] = {p->low[p->marks], p->high[p->marks]};
    const int only = (p->marks + 1) % 2 == player ? next_decision(2) : -1;
    for (int i = 0; i < 2; i++) {
        Position next = *p;
        if (only >= 0 && i != only) continue;
        collapse(&next, squares[i]);
        visit(&next);
    }
}

static void visit(const Position *p) {
    int board[SQUARES], open = 0, number = 0;
    find_board(p, board);
    const int lead = lead_of(board);
    if (lead != NOT_OVER) {
        ends++;
        if (player ? lead < BOUND : lead > BOUND) refute("a game ends on the wrong side");
        return;
    }
    if (!is_new(class_of(p))) return;
    for (int i = 0; i < SQUARES; i++) open += !board[i];
    const int moves = open == 1 ? 1 : open * (open - 1) / 2; /* R3, R4 */
    const int only = (p->marks + 1) % 2 == player ? next_decision(moves) : -1;
    for (int a = 0; a < SQUARES; a++)
        for (int b = a; b < SQUARES; b++) {
            if (board[a] || board[b] || (a == b) != (open == 1)) continue;
            if (number++ != only && only >= 0) continue;
            Position next = *p;
            next.low[++next.marks] = a;
            next.high[next.marks] = b;
            if (a != b && is_entangled(p, a, b)) visit_loop(&next); /* R6 */
            else visit(&next);
        }
}

int main(int count, char **arguments) {
    static uint8_t data[1 << 20];
    FILE *const file = count == 2 ? fopen(arguments[1], "rb") : 0;
    if (!file) return puts("usage: check FILE"), 2;
    const long bytes = (long)fread(data, 1, sizeof data, file);
    long at = sizeof MAGIC - 1;
    if (bytes < at || memcmp(data, MAGIC, (size_t)at)) return puts("refuted: not a certificate"), 1;
    for (player = 1; player >= 0; player--, at += size) {
        if (at + 4 > bytes) refute("the file is too short");
        size = data[at] | data[at + 1] << 8 | data[at + 2] << 16 | (long)data[at + 3] << 24;
        strategy = data + (at += 4);
        if (size < 0 || at + size > bytes) refute("the file is too short");
        memset(seen, 0, sizeof seen);
        used = ends = classes = 0;
        visit(&(Position){.marks = 0});
        if (used != size) refute("decisions are left over");
        printf("%c never %s than +1/2: %ld decisions, %ld classes, %ld ends\n", "OX"[player],
               player ? "gets less" : "gives more", used, classes, ends);
    }
    return at == bytes ? 0 : (puts("refuted: bytes are left over"), 1);
}
