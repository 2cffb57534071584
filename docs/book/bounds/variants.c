/* Exact values of quantum tic-tac-toe on 3x3 when chance places the marks, without qttt.
 *     cc -O2 -o variants variants.c && ./variants chance other
 *     ./variants chance other 12/25/59 2/5/9/1
 * Arguments: who places the marks: player or chance, which draws each pair of open squares equally
 * often; who decides a collapse: other, closer or chance; then settled positions of games that are not
 * over, or none for the empty board. Prints X's points minus O's; if chance places the marks, also the
 * probabilities that X and that O is ahead, where a player to whom both outcomes are worth the same
 * tosses a coin. Lines end the game, and points are Goff's (R11, R12).
 *
 * Full search over positions without a loop, with exact fractions. Positions of up to six marks are
 * remembered but for symmetry and subscripts, which matter only later: a line of X1, X3 and X5 is
 * always X's earliest. Memory: up to 400 MB. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARES = 9, EARLY = 6, SLOTS = 6000011, PLAYER = 0, OTHER = 0, CLOSER, CHANCE };

typedef unsigned __int128 Weight;
typedef __int128 Number;
typedef struct { /* numerators; the denominator is weight[marks][open squares] */
    Number lead, x, o;
} Value;

/* A tree of open squares: every square but the root has the mark that lands on it if the root stays
 * empty, which is also on the square above. A tree's squares are one mask, known to each of them. */
typedef struct {
    int marks, open;
    uint16_t tree[SQUARES];
    uint8_t up[SQUARES], mark[SQUARES];
} Position;

typedef struct {
    uint64_t x, o;
    Value value;
} Entry;

static int placer, chooser, lines_in[1 << SQUARES], place[SQUARES][SQUARES];
static uint64_t image[45][8];
static Weight weight[SQUARES + 2][SQUARES + 1];
static Entry *table;

static int count(int squares) { return __builtin_popcount((unsigned)squares); }
static int pairs(int open) { return open > 1 ? open * (open - 1) / 2 : 1; }

static int turned(int symmetry, int square) {
    const int row = symmetry & 1 ? 2 - square / 3 : square / 3;
    const int col = symmetry & 2 ? 2 - square % 3 : square % 3;
    return symmetry & 4 ? 3 * col + row : 3 * row + col;
}

static Weight common_multiple(Weight a, Weight b) {
    Weight x = a, y = b;
    while (y) {
        const Weight rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

static void fill_tables(void) {
    static const int line[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    int places = 0;
    for (int set = 0; set < 1 << SQUARES; set++)
        for (int i = 0; i < 8; i++) lines_in[set] += (set & line[i]) == line[i];
    for (int a = 0; a < SQUARES; a++)
        for (int b = a; b < SQUARES; b++) place[a][b] = place[b][a] = places++;
    for (int a = 0; a < SQUARES; a++)
        for (int b = a; b < SQUARES; b++)
            for (int i = 0; i < 8; i++)
                image[place[a][b]][i] = (uint64_t)1 << place[turned(i, a)][turned(i, b)];
    for (int marks = SQUARES; marks >= 0; marks--)
        for (int open = 0; open <= SQUARES; open++) {
            Weight below = 1;
            for (int left = 0; left <= open && marks < SQUARES; left++)
                below = common_multiple(below, weight[marks + 1][left]);
            weight[marks][open] = marks == SQUARES ? 1 : 2 * (Weight)pairs(open) * below;
        }
}

/* Makes `square` the root of its tree. */
static void reroot(Position *p, int square) {
    int mark = 0, below = square, at = square;
    for (;;) {
        const int next_mark = p->mark[at], next = p->up[at];
        p->mark[at] = (uint8_t)mark;
        p->up[at] = (uint8_t)below;
        if (!next_mark) return;
        mark = next_mark;
        below = at;
        at = next;
    }
}

static void join(Position *p, int a, int b) {
    const int squares = p->tree[a] | p->tree[b];
    reroot(p, b);
    p->up[b] = (uint8_t)a;
    p->mark[b] = (uint8_t)++p->marks;
    for (int left = squares; left; left &= left - 1)
        p->tree[__builtin_ctz((unsigned)left)] = (uint16_t)squares;
}

/* The next mark closes a loop in the tree of `square` and lands there. */
static void collapse(Position *p, int square) {
    reroot(p, square);
    p->mark[square] = (uint8_t)++p->marks;
    p->open &= ~p->tree[square];
}

/* The squares of classical marks: of O and of X, up to mark 6, of marks 7 and 8, and of mark 9. */
typedef struct {
    int early[2], late[2], last;
} Board;

static Board board_of(const Position *p, int squares) {
    Board board = {{0, 0}, {0, 0}, 0};
    for (int left = squares; left; left &= left - 1) {
        const int square = __builtin_ctz((unsigned)left), mark = p->mark[square];
        *(mark > 8 ? &board.last : mark > 6 ? &board.late[mark & 1] : &board.early[mark & 1]) |= 1 << square;
    }
    return board;
}

static int x_lines(Board board) { return lines_in[board.early[1] | board.late[1] | board.last]; }
static int o_lines(Board board) { return lines_in[board.early[0] | board.late[0]]; }

/* X's points minus O's in half points. */
static int lead_of(Board board) {
    const int x = x_lines(board), o = o_lines(board), x_by_7 = lines_in[board.early[1] | board.late[1]];
    if (x == 2) return x_by_7 ? 3 : 4;
    if (!x || !o) return 2 * (x - o);
    return lines_in[board.early[1]] || (x_by_7 && !lines_in[board.early[0]]) ? 1 : -1;
}

static Value value_of(const Position *p);

/* The value of a position, which may be over, as a share of weight[marks - 1][open] without pairs. */
static Value after(const Position *p, int open) {
    const Board board = board_of(p, ~p->open & 0777);
    const Weight whole = weight[p->marks - 1][open] / (Weight)pairs(open);
    if (!p->open || x_lines(board) || o_lines(board)) {
        const Number one = (Number)whole;
        const int lead = lead_of(board);
        return (Value){lead * one, lead > 0 ? one : 0, lead < 0 ? one : 0};
    }
    const Number factor = (Number)(whole / weight[p->marks][count(p->open)]);
    Value value = value_of(p);
    value.lead *= factor, value.x *= factor, value.o *= factor;
    return value;
}

static Value mean(Value a, Value b) {
    return (Value){(a.lead + b.lead) / 2, (a.x + b.x) / 2, (a.o + b.o) / 2};
}

/* The better one for X or for O. */
static Value best(Value a, Value b, int for_x) {
    if (a.lead == b.lead) return mean(a, b);
    return (a.lead > b.lead) == for_x ? a : b;
}

static Value search(const Position *p) {
    const int open = count(p->open), is_x = p->marks % 2 == 0;
    Value landed[SQUARES], sum = {0, 0, 0}, found = {0, 0, 0};
    int moves = 0;
    for (int left = p->open; left; left &= left - 1) {
        const int square = __builtin_ctz((unsigned)left);
        Position next = *p;
        if (count(p->tree[square]) == 1 && open > 1) continue;
        collapse(&next, square);
        landed[square] = after(&next, open);
        if (open == 1) return landed[square];
    }
    for (int left = p->open; left; left &= left - 1)
        for (int rest = left & (left - 1); rest; rest &= rest - 1) {
            const int a = __builtin_ctz((unsigned)left), b = __builtin_ctz((unsigned)rest);
            Value value;
            if (p->tree[a] >> b & 1) {
                value = chooser == CHANCE ? mean(landed[a], landed[b])
                                          : best(landed[a], landed[b], is_x == (chooser == CLOSER));
            } else {
                Position next = *p;
                join(&next, a, b);
                value = after(&next, open);
            }
            sum.lead += value.lead, sum.x += value.x, sum.o += value.o;
            if (!moves++ || (value.lead != found.lead && (value.lead > found.lead) == is_x)) found = value;
        }
    if (placer == CHANCE) return sum;
    return (Value){found.lead * moves, 0, 0};
}

/* The board if mark 9 lands on `square`: the marks on the way to the root move towards it. */
static Board final_board(const Position *p, int square, Board at_root) {
    if (!p->mark[square]) {
        at_root.last = 1 << square;
        return at_root;
    }
    const int up = p->up[square], mark = p->mark[square];
    Board board = final_board(p, up, at_root);
    *(mark > 6 ? &board.late[mark & 1] : &board.early[mark & 1]) ^= 1 << square | 1 << up;
    board.last = 1 << square;
    return board;
}

static int root_of(const Position *p) {
    for (int left = p->open;; left &= left - 1)
        if (!p->mark[__builtin_ctz((unsigned)left)]) return left & -left;
}

/* As search() for eight marks, of which the open ones are one tree, but faster. */
static Value search_last(const Position *p) {
    const Board at_root = board_of(p, 0777 & ~root_of(p));
    int leads[SQUARES], n = 0, sum[3] = {0, 0, 0}, best_pair = -9, moves = 0;
    for (int left = p->open; left; left &= left - 1)
        leads[n++] = lead_of(final_board(p, __builtin_ctz((unsigned)left), at_root));
    if (n == 1) return (Value){2 * leads[0], 2 * (leads[0] > 0), 2 * (leads[0] < 0)};
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++, moves++) {
            const int low = leads[a] < leads[b] ? leads[a] : leads[b], high = leads[a] + leads[b] - low;
            const int one = chooser == CLOSER ? high : low, two = chooser == OTHER ? low : high;
            sum[0] += one + two;
            sum[1] += (one > 0) + (two > 0);
            sum[2] += (one < 0) + (two < 0);
            if (one + two > best_pair) best_pair = one + two;
        }
    if (placer == CHANCE) return (Value){sum[0], sum[1], sum[2]};
    return (Value){best_pair * moves, 0, 0};
}

static void key_of(const Position *p, uint64_t *x, uint64_t *o) {
    *x = *o = ~(uint64_t)0;
    for (int i = 0; i < 8; i++) {
        uint64_t word[2] = {0, 0};
        for (int square = 0; square < SQUARES; square++)
            if (p->mark[square])
                word[p->mark[square] & 1] |=
                    image[place[square][p->open >> square & 1 ? p->up[square] : square]][i];
        if (word[1] < *x || (word[1] == *x && word[0] < *o)) *x = word[1], *o = word[0];
    }
}

static Value value_of(const Position *p) {
    uint64_t x, o;
    if (p->marks == SQUARES - 1) return search_last(p);
    if (p->marks > EARLY || !p->marks) return search(p);
    key_of(p, &x, &o);
    uint64_t slot = (x * 0x9E3779B97F4A7C15u ^ (o + (x >> 32)) * 0xD6E8FEB86659FD93u) % SLOTS;
    for (; table[slot].x; slot = (slot + 1) % SLOTS)
        if (table[slot].x == x && table[slot].o == o) return table[slot].value;
    const Value value = search(p);
    for (; table[slot].x; slot = (slot + 1) % SLOTS) {}
    table[slot] = (Entry){x, o, value};
    return value;
}

static Position read_position(const char *text) {
    Position p = {.open = 0777};
    for (int square = 0; square < SQUARES; square++)
        p.tree[square] = (uint16_t)(1 << square), p.up[square] = (uint8_t)square;
    for (; *text; text += *text == '/') {
        const int a = *text++ - '1', b = *text && *text != '/' ? *text++ - '1' : a;
        if (a < 0 || b < 0 || a > 8 || b > 8 || !(p.open >> a & p.open >> b & 1) ||
            (a != b && p.tree[a] >> b & 1) || (*text && *text != '/')) {
            fprintf(stderr, "not a settled position\n");
            exit(2);
        }
        if (a == b) collapse(&p, a);
        else join(&p, a, b);
    }
    return p;
}

static void print_number(Number number) {
    if (number < 0) putchar('-');
    const Weight size = (Weight)(number < 0 ? -number : number);
    if (size >= 10) print_number((Number)(size / 10));
    putchar((char)('0' + (int)(size % 10)));
}

static void print_fraction(Number over, Weight under) {
    Weight a = (Weight)(over < 0 ? -over : over), b = under;
    while (b) {
        const Weight rest = a % b;
        a = b;
        b = rest;
    }
    print_number(over / (Number)a);
    if (under / a > 1) putchar('/'), print_number((Number)(under / a));
    printf(" = %+.8f", (double)over / (double)under);
}

int main(int argc, char **argv) {
    static const char *const empty[] = {""};
    static const char *const who[] = {"other", "closer", "chance"};
    int k = 0;
    if (argc > 2)
        while (k < 3 && strcmp(argv[2], who[k])) k++;
    if (argc < 3 || k == 3 || (strcmp(argv[1], "player") && strcmp(argv[1], "chance"))) {
        fprintf(stderr, "usage: variants player|chance other|closer|chance [POSITION...]\n");
        return 2;
    }
    placer = strcmp(argv[1], "chance") ? PLAYER : CHANCE;
    chooser = k;
    fill_tables();
    table = calloc(SLOTS, sizeof *table);
    if (!table) return 1;
    const char *const *text = argc > 3 ? (const char *const *)argv + 3 : empty;
    for (int n = argc > 3 ? argc - 3 : 1; n--; text++) {
        const Position p = read_position(*text);
        const Value value = value_of(&p);
        const Weight whole = weight[p.marks][count(p.open)];
        print_fraction(value.lead, 2 * whole);
        if (placer == CHANCE) {
            printf("\n  X ahead ");
            print_fraction(value.x, whole);
            printf("\n  O ahead ");
            print_fraction(value.o, whole);
        }
        putchar('\n');
    }
    return 0;
}
