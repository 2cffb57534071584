/* Values of quantum k in a row and of krist, without qttt.
 *     cc -O2 -o value value.c && ./value 2 5 3 other
 *     ./value 2 5 3 other forbidden empty full complete
 * Arguments: rows and columns of a board of at most 12 squares; the length of a line, or 0 for krists
 * on a full board (R14); who decides a collapse: other, closer or chance. Then any of these words:
 *     forbidden  no loop of two marks on the same pair (R6)
 *     empty      the last square stays empty (R4)
 *     full       the game goes on after a line (R11)
 *     complete   a draw if both have a line
 * The winner gets a point (R12, R13).
 *
 * Alpha-beta over positions without a loop. The value is the lead of X in 1/64 points. Mark n (from 1;
 * X has the odd ones) is on the squares low[n] and high[n], which are equal if it is classical. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SQUARES = 12, WON = 64, NO_LINE = 99, TABLE_BITS = 25 };
enum { OTHER, CLOSER, CHANCE };

typedef struct {
    int marks, low[MAX_SQUARES + 1], high[MAX_SQUARES + 1];
} Position;

typedef struct {
    uint64_t x, o;
    int16_t low, high; /* low <= value <= high */
    int32_t marks; /* of the position, and one more; 0: the entry is free */
} Entry;

static int rows, cols, squares, length, chooser, lines, line[5 * MAX_SQUARES];
static int no_pair_loops, last_empty, ends_full, complete;
static int order[MAX_SQUARES]; /* squares on the most lines first */
static Entry *table;
static uint64_t nodes;

static void list_lines(void) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4 * squares && length; i++) {
        const int row = i / 4 / cols, col = i / 4 % cols, *const d = step[i % 4];
        const int last_row = row + (length - 1) * d[0], last_col = col + (length - 1) * d[1];
        if (last_row >= rows || last_col < 0 || last_col >= cols) continue;
        for (int k = 0; k < length; k++) line[lines] |= 1 << ((row + k * d[0]) * cols + col + k * d[1]);
        lines++;
    }
}

static int lines_of(int square) {
    int count = 0;
    for (int i = 0; i < lines; i++) count += line[i] >> square & 1;
    return count;
}

static void sort_squares(void) {
    for (int square = 0; square < squares; square++) {
        int i = square;
        for (; i && lines_of(order[i - 1]) < lines_of(square); i--) order[i] = order[i - 1];
        order[i] = square;
    }
}

/* The time of the earliest line of these squares, or NO_LINE. */
static int first_line(int mine, const int *board) {
    int first = NO_LINE;
    for (int i = 0; i < lines; i++) {
        int time = 0;
        if (line[i] & ~mine) continue;
        for (int s = 0; s < squares; s++)
            if (line[i] >> s & 1 && board[s] > time) time = board[s];
        if (time < first) first = time;
    }
    return first;
}

/* Adds to count[n] for each longest run of n marks of one player. */
static void count_krists(int mine, int add, int *count) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4 * squares; i++) {
        const int down = step[i % 4][0], right = step[i % 4][1];
        int row = i / 4 / cols - down, col = i / 4 % cols - right, run = 0;
        if (row >= 0 && col >= 0 && col < cols && mine >> (row * cols + col) & 1) continue;
        for (;; run++) {
            row += down, col += right;
            if (row == rows || col < 0 || col == cols || !(mine >> (row * cols + col) & 1)) break;
        }
        if (run > 1) count[run] += add;
    }
}

/* The lead of X if the game ends. */
static int lead_of(const int *board) {
    int mine[2] = {0, 0}, count[MAX_SQUARES + 1] = {0};
    for (int s = 0; s < squares; s++)
        if (board[s]) mine[board[s] % 2] |= 1 << s;
    const int x = first_line(mine[1], board), o = first_line(mine[0], board);
    if (complete && x < NO_LINE && o < NO_LINE) return 0;
    if (x != o) return x < o ? WON : -WON; /* two players cannot complete lines by one mark */
    if (!length) count_krists(mine[1], 1, count), count_krists(mine[0], -1, count);
    for (int run = MAX_SQUARES; run > 1; run--)
        if (count[run]) return count[run] > 0 ? WON : -WON;
    return 0;
}

static int is_over(const int *board) {
    int mine[2] = {0, 0}, open = 0;
    for (int s = 0; s < squares; s++)
        if (board[s]) mine[board[s] % 2] |= 1 << s;
        else open++;
    if (open <= last_empty) return 1;
    return !ends_full && (first_line(mine[0], board) < NO_LINE || first_line(mine[1], board) < NO_LINE);
}

static void find_board(const Position *p, int *board) {
    memset(board, 0, (size_t)squares * sizeof *board);
    for (int n = 1; n <= p->marks; n++)
        if (p->low[n] == p->high[n]) board[p->low[n]] = n;
}

/* Every mark with one square taken gets its other one, until nothing changes (R8). */
static void collapse(Position *p, int square) {
    int taken = 1 << square, changed = 1;
    p->low[p->marks] = p->high[p->marks] = square;
    while (changed) {
        changed = 0;
        for (int n = 1; n < p->marks; n++) {
            const int on_low = taken >> p->low[n] & 1, on_high = taken >> p->high[n] & 1;
            if (p->low[n] == p->high[n] || on_low == on_high) continue;
            p->low[n] = p->high[n] = on_low ? p->high[n] : p->low[n];
            taken |= 1 << p->low[n];
            changed = 1;
        }
    }
}

/* A label for each square, the same for entangled ones (R5). */
static void find_labels(const Position *p, int *label) {
    for (int s = 0; s < squares; s++) label[s] = s;
    for (int n = 1; n <= p->marks; n++) {
        const int from = label[p->high[n]], to = label[p->low[n]];
        for (int s = 0; s < squares && from != to; s++)
            if (label[s] == from) label[s] = to;
    }
}

static int is_pair(const Position *p, int a, int b) {
    for (int n = 1; n <= p->marks; n++)
        if ((p->low[n] == a && p->high[n] == b) || (p->low[n] == b && p->high[n] == a)) return 1;
    return 0;
}

static int turned(int symmetry, int square) {
    const int row = square / cols, col = square % cols;
    return (symmetry & 1 ? rows - 1 - row : row) * cols + (symmetry & 2 ? cols - 1 - col : col);
}

/* The words of O and X: a byte for each mark. The first marks of a player, as many as a line has,
 * cannot change the time of a line; they are in ascending order. */
static void word_of(const Position *p, int symmetry, uint64_t *word) {
    word[0] = word[1] = 0;
    for (int player = 0; player < 2; player++) {
        int code[MAX_SQUARES], n = 0;
        for (int mark = 2 - player; mark <= p->marks; mark += 2, n++) {
            const int a = turned(symmetry, p->low[mark]), b = turned(symmetry, p->high[mark]);
            const int place = 1 + (a < b ? MAX_SQUARES * a + b : MAX_SQUARES * b + a);
            int i = n;
            if (!length || n < length)
                for (; i && code[i - 1] > place; i--) code[i] = code[i - 1];
            code[i] = place;
        }
        for (int i = 0; i < n; i++) word[player] = word[player] << 8 | (uint64_t)code[i];
    }
}

/* The entry of a position; images under reflections share one. If there is none, it replaces the first
 * of two entries if that has as many marks or more, otherwise the second. */
static Entry *entry_of(const Position *p) {
    uint64_t least[2] = {UINT64_MAX, UINT64_MAX}, word[2];
    for (int symmetry = 0; symmetry < 4; symmetry++) {
        word_of(p, symmetry, word);
        if (word[1] < least[1] || (word[1] == least[1] && word[0] < least[0]))
            memcpy(least, word, sizeof word);
    }
    const uint64_t hash = (least[0] * 0x9E3779B97F4A7C15u ^ least[1]) * 0xD6E8FEB86659FD93u;
    Entry *e = &table[hash >> (65 - TABLE_BITS) << 1];
    for (int i = 0; i < 2; i++)
        if (e[i].marks && e[i].x == least[1] && e[i].o == least[0]) return &e[i];
    e += e->marks && e->marks <= p->marks;
    *e = (Entry){least[1], least[0], -WON, WON, p->marks + 1};
    return e;
}

static int search(const Position *p, int alpha, int beta);

/* The value after the last mark closed a loop. */
static int search_loop(const Position *p, int alpha, int beta) {
    const int is_x = (p->marks % 2 == 1) == (chooser == CLOSER), is_coin = chooser == CHANCE;
    int value[2];
    for (int i = 0; i < 2; i++) {
        Position next = *p;
        collapse(&next, i ? p->high[p->marks] : p->low[p->marks]);
        value[i] = search(&next, is_coin ? -WON : alpha, is_coin ? WON : beta);
        if (!is_coin && (is_x ? value[i] >= beta : value[i] <= alpha)) return value[i];
    }
    if (is_coin) return (value[0] + value[1]) / 2;
    return (value[0] > value[1]) == is_x ? value[0] : value[1];
}

static int search_moves(const Position *p, const int *board, int alpha, int beta) {
    const int is_x = p->marks % 2 == 0;
    int label[MAX_SQUARES], open = 0, best = is_x ? -WON - 1 : WON + 1;
    find_labels(p, label);
    for (int s = 0; s < squares; s++) open += !board[s];
    for (int loops = 1; loops >= 0; loops--)
        for (int i = 0; i < squares; i++)
            for (int k = i; k < squares; k++) {
                const int a = order[i], b = order[k];
                if (board[a] || board[b] || (a == b) != (open == 1)) continue;
                if ((a != b && label[a] == label[b]) != loops) continue;
                if (loops && no_pair_loops && is_pair(p, a, b)) continue;
                Position next = *p;
                next.low[++next.marks] = a, next.high[next.marks] = b;
                const int value = (loops ? search_loop : search)(&next, alpha, beta);
                if (is_x ? value > best : value < best) best = value;
                if (is_x ? best >= beta : best <= alpha) return best;
                if (is_x && best > alpha) alpha = best;
                if (!is_x && best < beta) beta = best;
            }
    return best < -WON || best > WON ? lead_of(board) : best; /* without a move the game is over */
}

static int search(const Position *p, int alpha, int beta) {
    int board[MAX_SQUARES];
    find_board(p, board);
    if (is_over(board)) return lead_of(board);
    nodes++;
    const Entry known = *entry_of(p);
    if (known.low >= beta || known.low == known.high) return known.low;
    if (known.high <= alpha) return known.high;
    const int value = search_moves(p, board, alpha, beta);
    Entry *const e = entry_of(p);
    if (value > alpha && value > e->low) e->low = (int16_t)value;
    if (value < beta && value < e->high) e->high = (int16_t)value;
    return value;
}

int main(int count, char **arguments) {
    static const char *const names[] = {"other", "closer", "chance"};
    rows = count > 4 ? atoi(arguments[1]) : 0, cols = rows ? atoi(arguments[2]) : 0;
    squares = rows * cols;
    if (squares < 2 || squares > MAX_SQUARES) return puts("usage: value ROWS COLS LINE CHOOSER [SWITCH ...]"), 2;
    length = atoi(arguments[3]);
    while (chooser < CHANCE && strcmp(arguments[4], names[chooser])) chooser++;
    for (int i = 5; i < count; i++) {
        no_pair_loops |= !strcmp(arguments[i], "forbidden");
        last_empty |= !strcmp(arguments[i], "empty");
        ends_full |= !strcmp(arguments[i], "full");
        complete |= !strcmp(arguments[i], "complete");
    }
    list_lines();
    sort_squares();
    if (!(table = calloc((size_t)1 << TABLE_BITS, sizeof *table))) return 1;
    const int value = search(&(Position){.marks = 0}, -WON, WON);
    printf("%d/%d (%llu positions)\n", value, WON, (unsigned long long)nodes);
}
