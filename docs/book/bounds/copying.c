/* Bounds of the value of qubic rules, without qttt: one player copies the pairs of the other.
 *     cc -O2 -o copying copying.c && ./copying 4 4 4
 * Arguments: rows, columns and the length of a line, on an even number of at most 16 squares.
 *
 * A copy closes a loop of two marks, and a coin decides which square is whose; under these rules
 * that ends the game if there is a line. Of two lines at once the earlier one wins. Values are points
 * of X minus points of O under match scoring, in 1/128: at most 8 coins halve 256.
 *
 * O copies X: in every position in which X moves all marks have landed. X maximizes.
 *
 * X copies O, and keeps one mark ahead. If all marks have landed and X moves, it plays the first two
 * open squares, those with most lines first. O can play elsewhere, or on one of the two (then that
 * mark of X lands on the other when X copies), or on both (O closes the loop). O minimizes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_SQUARES = 16, WIN = 256, UNKNOWN = INT16_MIN };

static int squares, lines, line[4 * MAX_SQUARES], power[MAX_SQUARES], order[MAX_SQUARES];
static uint8_t has_line[1 << MAX_SQUARES];
static int16_t *known; /* by the sum of 3^s for squares of X and of 2 * 3^s for those of O */

static void list_lines(int rows, int cols, int length) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4 * squares; i++) {
        const int row = i / 4 / cols, col = i / 4 % cols, *const d = step[i % 4];
        const int last_row = row + (length - 1) * d[0], last_col = col + (length - 1) * d[1];
        if (last_row >= rows || last_col < 0 || last_col >= cols) continue;
        for (int k = 0; k < length; k++) line[lines] |= 1 << ((row + k * d[0]) * cols + col + k * d[1]);
        lines++;
    }
    for (int set = 0; set < 1 << squares; set++)
        for (int i = 0; i < lines; i++) has_line[set] |= !(line[i] & ~set);
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

static int is_full(int x, int o) { return (x | o) == (1 << squares) - 1; }

/* --- O copies ----------------------------------------------------------------------------------- */

static int o_copies(int x, int o, int at) { /* `at` is the index of the sets in `known` */
    if (has_line[x]) return WIN; /* its marks are earlier */
    if (has_line[o]) return -WIN;
    if (known[at] != UNKNOWN) return known[at];
    int best = is_full(x, o) ? 0 : -WIN;
    for (int a = 0; a < squares; a++)
        for (int b = a + 1; b < squares && !((x | o) >> a & 1); b++) {
            if ((x | o) >> b & 1) continue;
            const int sum = o_copies(x | 1 << a, o | 1 << b, at + power[a] + 2 * power[b]) +
                            o_copies(x | 1 << b, o | 1 << a, at + power[b] + 2 * power[a]);
            if (sum > 2 * best) best = sum / 2;
        }
    return known[at] = (int16_t)best;
}

/* --- X copies ----------------------------------------------------------------------------------- */

static int x_copies(int x, int o, int at, int is_ahead);

/* X gets a and `stem`, which it had before if there is one (-1: none), and O gets b. */
static int landed(int x, int o, int at, int a, int b, int stem, int is_x_first, int is_ahead) {
    const int before = stem < 0 ? x : x | 1 << stem, mine = before | 1 << a, other = o | 1 << b;
    at += power[a] + 2 * power[b] + (stem < 0 ? 0 : power[stem]);
    if (has_line[before] || (has_line[mine] && (is_x_first || !has_line[other]))) return WIN;
    return has_line[other] ? -WIN : x_copies(mine, other, at, is_ahead);
}

static int both(int x, int o, int at, int a, int b, int stem, int is_x_first, int is_ahead) {
    return landed(x, o, at, a, b, stem, is_x_first, is_ahead) +
           landed(x, o, at, b, a, stem, is_x_first, is_ahead);
}

/* O moves. If X is not ahead, it has a mark on the first two open squares, or the board is full. */
static int x_copies(int x, int o, int at, int is_ahead) {
    if (known[at] != UNKNOWN) return known[at];
    int first[2] = {-1, -1}, open = 0, best = is_full(x, o) ? 0 : WIN;
    for (int i = 0; i < squares; i++) {
        if ((x | o) >> order[i] & 1) continue;
        if (open < 2) first[open] = order[i];
        open++;
    }
    if (open == 1) best = has_line[o | 1 << first[0]] ? -WIN : 0; /* the last square, R3 */
    for (int a = 0; a < squares; a++)
        for (int b = a + 1; b < squares && !((x | o) >> a & 1); b++) {
            if ((x | o) >> b & 1) continue;
            const int on_a = !is_ahead && (a == first[0] || a == first[1]);
            const int on_b = !is_ahead && (b == first[0] || b == first[1]);
            const int stem = on_a == on_b ? -1 : first[(on_a ? a : b) == first[0]];
            const int sum = both(x, o, at, a, b, stem, on_a && on_b, is_ahead || stem >= 0);
            if (sum < 2 * best) best = sum / 2;
        }
    return known[at] = (int16_t)best;
}

int main(int count, char **arguments) {
    const int rows = count > 3 ? atoi(arguments[1]) : 0, cols = rows ? atoi(arguments[2]) : 0;
    int size = 1;
    squares = rows * cols;
    if (squares < 2 || squares > MAX_SQUARES || squares % 2) return puts("usage: copying ROWS COLS LINE"), 2;
    list_lines(rows, cols, atoi(arguments[3]));
    sort_squares();
    for (int i = 0; i < squares; i++) power[i] = size, size *= 3;
    if (!(known = malloc((size_t)size * sizeof *known))) return 1;
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < size; i++) known[i] = UNKNOWN;
        const int found = player ? o_copies(0, 0, 0) : x_copies(0, 0, 0, 0);
        printf("%s copies: at %s %+d/128\n", player ? "O" : "X", player ? "most" : "least", found);
    }
}
