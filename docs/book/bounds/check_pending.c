/* Checks the moves that pending.c found, with marks as pairs of squares and without search:
 *     cc -O2 -o pending pending.c && ./pending 3 4 X 3 draw moves
 *     cc -O2 -o check_pending check_pending.c && ./check_pending 3 4 X 3 draw moves
 * The file has one number of 16 bytes (little-endian) for each position in which the restricted player
 * moves, in ascending order. From its lowest bit: one square of the move (4 bits), the other (4), five
 * blobs (17 each), the squares of X (16), those of O (16). A blob, squares connected by marks of one
 * player, is twice the set of its squares, plus 1 for X; from the highest bits on, blobs ascend, and 0
 * follows the last. Symmetric positions are the one with the least number, without the move.
 *
 * For each position: the move is legal and keeps the limit; and after it, every reply and every decision
 * of the free player, the restricted player is sure of the goal or can reach a position of the file.
 * So they reach the goal, if the empty board is covered like that too. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARES = 16, BLOBS = 5, LIMIT = BLOBS - 1, NOBODY = 2 };
typedef unsigned __int128 Number;
typedef struct {
    int owner[SQUARES]; /* of each square: 0 is O, 1 is X */
    int marks, end[SQUARES][2], player[SQUARES]; /* of the pending marks */
} Board;

static int rows, cols, size, hero, limit, needs_win;
static uint8_t image[8][SQUARES];
static int images;
static Number strength[1 << SQUARES], *file;
static size_t entries;

/* --- Reading -------------------------------------------------------------------------------------- */

static Number read_number(const unsigned char *byte) {
    Number number = 0;
    for (int i = 16; i--;) number = number << 8 | byte[i];
    return number;
}

static int load(const char *name) {
    unsigned char byte[16];
    FILE *in = fopen(name, "rb");
    if (!in || fseek(in, 0, SEEK_END)) return 0;
    entries = (size_t)ftell(in) / 16;
    rewind(in);
    if (!(file = malloc(entries * sizeof *file + 1))) return 0;
    for (size_t i = 0; i < entries; i++) {
        if (fread(byte, 1, 16, in) != 16) return 0;
        file[i] = read_number(byte);
        if (i && file[i] <= file[i - 1]) return 0;
    }
    return fclose(in) == 0;
}

/* --- Score ---------------------------------------------------------------------------------------- */

/* Numbers of runs, the longest in the highest bits; there are fewer than 64 of each length. */
static Number strength_of(uint32_t set) {
    Number sum = 0;
    for (int start = 0; start < size; start++)
        for (int d = 0; d < 4; d++) {
            const int down = d > 0, right = d == 1 ? 0 : d == 3 ? -1 : 1;
            int length = 0;
            for (int at = -1;; at++) {
                const int row = start / cols + at * down, col = start % cols + at * right;
                const int inside = row >= 0 && row < rows && col >= 0 && col < cols;
                const int mine = inside && (set >> (row * cols + col) & 1);
                if (at < 0 ? mine : !mine) break;
                if (at >= 0) length++;
            }
            if (length > 1) sum += (Number)1 << 6 * (length - 2);
        }
    return sum;
}

static uint32_t squares_of(const Board *b, int player) {
    uint32_t set = 0;
    for (int s = 0; s < size; s++) set |= (uint32_t)(b->owner[s] == player) << s;
    return set;
}

/* Whether the goal is reached even if the free player gets these squares too: one more square never
 * makes a player's runs worse. */
static int is_certain(const Board *b, uint32_t open) {
    const Number mine = strength[squares_of(b, hero)], theirs = strength[squares_of(b, !hero) | open];
    return needs_win ? mine > theirs : mine >= theirs;
}

/* --- Rules ---------------------------------------------------------------------------------------- */

static int is_open(const Board *b, int square) { return b->owner[square] == NOBODY; }

/* All squares that pending marks connect with this one. */
static uint32_t connected(const Board *b, int square) {
    uint32_t set = 1u << square, last = 0;
    while (set != last) {
        last = set;
        for (int i = 0; i < b->marks; i++) {
            const uint32_t both = 1u << b->end[i][0] | 1u << b->end[i][1];
            if (set & both) set |= both;
        }
    }
    return set;
}

static void land(Board *b, int square, int player) {
    b->owner[square] = player;
    for (int i = 0; i < b->marks; i++)
        for (int k = 0; k < 2; k++)
            if (b->end[i][k] == square) {
                const int other = b->end[i][!k], owner = b->player[i];
                const int last = --b->marks;
                memcpy(b->end[i], b->end[last], sizeof b->end[i]);
                b->player[i] = b->player[last];
                land(b, other, owner);
                i = -1;
                break;
            }
}

static Board after_placement(Board b, int first, int second, int player) {
    b.end[b.marks][0] = first, b.end[b.marks][1] = second, b.player[b.marks++] = player;
    return b;
}

static Board after_collapse(Board b, int square, int player) {
    land(&b, square, player);
    return b;
}

/* --- Positions of the file ------------------------------------------------------------------------ */

static Number code_of(const Board *b, const uint8_t *to) {
    Number sets[2] = {0, 0}, code[BLOBS];
    int n = 0;
    for (int s = 0; s < size; s++)
        if (!is_open(b, s)) sets[b->owner[s]] |= (Number)1 << to[s];
    uint32_t blob[SQUARES];
    int used[SQUARES] = {0};
    for (int i = 0; i < b->marks; i++) {
        if (used[i]) continue;
        blob[n] = 1u << b->end[i][0];
        for (int again = 1; again;) {
            again = 0;
            for (int k = i; k < b->marks; k++) {
                const uint32_t both = 1u << b->end[k][0] | 1u << b->end[k][1];
                if (used[k] || b->player[k] != b->player[i] || !(both & blob[n])) continue;
                blob[n] |= both, used[k] = again = 1;
            }
        }
        uint32_t turned = 0;
        for (int s = 0; s < size; s++) turned |= (blob[n] >> s & 1) << to[s];
        Number word = 2 * turned + (uint32_t)b->player[i];
        int k = n++;
        for (; k && code[k - 1] > word; k--) code[k] = code[k - 1];
        code[k] = word;
    }
    Number number = sets[0] << 16 | sets[1];
    for (int i = 0; i < BLOBS; i++) number = number << 17 | (i < n ? code[i] : 0);
    return number;
}

static int is_listed(const Board *b) {
    Number least = ~(Number)0;
    for (int i = 0; i < images; i++) {
        const Number code = code_of(b, image[i]);
        if (code < least) least = code;
    }
    size_t from = 0, to = entries;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (file[middle] >> 8 < least) from = middle + 1;
        else to = middle;
    }
    return from < entries && file[from] >> 8 == least;
}

/* A position that has this code; blobs become chains of marks. */
static Board board_of(Number code) {
    Board b = {.marks = 0};
    for (int s = 0; s < size; s++)
        b.owner[s] = code >> (17 * BLOBS + s) & 1 ? 1 : code >> (17 * BLOBS + 16 + s) & 1 ? 0 : NOBODY;
    for (int i = 0; i < BLOBS; i++) {
        const uint32_t blob = (uint32_t)(code >> 17 * i) & 0x1FFFF;
        int last = -1;
        for (int s = 0; s < size; s++)
            if (blob >> (s + 1) & 1) {
                if (last >= 0 && b.marks < BLOBS) b = after_placement(b, last, s, blob & 1);
                last = s;
            }
    }
    return b;
}

/* --- Checking ------------------------------------------------------------------------------------- */

/* Whether the restricted player, who moves, reaches the goal at once or by a move of the file. */
static int covers(const Board *b) {
    const uint32_t open = squares_of(b, NOBODY);
    if (open && !(open & (open - 1))) { /* the last square, R4 */
        const Board full = after_collapse(*b, __builtin_ctz(open), hero);
        return is_certain(&full, 0);
    }
    return is_certain(b, open) || is_listed(b);
}

/* Whether every move of the free player is answered. */
static int answers_all(const Board *b) {
    const uint32_t open = squares_of(b, NOBODY);
    if (is_certain(b, open)) return 1;
    if (!(open & (open - 1))) return 0; /* the free player takes the last square */
    for (int first = 0; first < size; first++) {
        if (!is_open(b, first)) continue;
        const uint32_t part = connected(b, first);
        for (int second = first + 1; second < size; second++) {
            if (!is_open(b, second)) continue;
            Board next[2];
            if (!(part >> second & 1)) {
                next[0] = after_placement(*b, first, second, !hero);
                if (!covers(&next[0])) return 0;
                continue;
            }
            next[0] = after_collapse(*b, first, !hero), next[1] = after_collapse(*b, second, !hero);
            if (!covers(&next[0]) && !covers(&next[1])) return 0;
        }
    }
    return 1;
}

/* Whether the move is legal and keeps the limit, and all answers to it are covered. */
static int is_sound(const Board *b, int first, int second) {
    const uint32_t part = connected(b, first);
    if (first >= size || second >= size || first == second || !is_open(b, first) || !is_open(b, second))
        return 0;
    if (!(part >> second & 1)) {
        const Board next = after_placement(*b, first, second, hero);
        return next.marks <= limit && answers_all(&next);
    }
    const Board one = after_collapse(*b, first, hero), other = after_collapse(*b, second, hero);
    return one.marks <= limit && answers_all(&one) && answers_all(&other);
}

static int is_their_turn(const Board *b) {
    const int landed = __builtin_popcount(squares_of(b, 0) | squares_of(b, 1));
    return (landed + b->marks) % 2 == hero;
}

int main(int argc, char **arguments) {
    if (argc != 7) return puts("usage: check_pending ROWS COLS PLAYER LIMIT GOAL FILE"), 2;
    rows = atoi(arguments[1]), cols = atoi(arguments[2]), size = rows * cols;
    hero = *arguments[3] == 'X', limit = atoi(arguments[4]), needs_win = !strcmp(arguments[5], "win");
    if (rows < 1 || cols < 1 || size > SQUARES || limit < 0 || limit > LIMIT)
        return puts("at most 16 squares and a limit of at most 4"), 2;
    if (!load(arguments[6])) return printf("%s is not an ascending list of numbers\n", arguments[6]), 2;
    for (uint32_t set = 0; set < 1u << size; set++) strength[set] = strength_of(set);
    images = rows == cols ? 8 : 4;
    for (int i = 0; i < images; i++)
        for (int s = 0; s < size; s++) {
            const int row = i & 1 ? rows - 1 - s / cols : s / cols;
            const int col = i & 2 ? cols - 1 - s % cols : s % cols;
            image[i][s] = (uint8_t)(i & 4 ? col * cols + row : row * cols + col);
        }
    Board empty = {.marks = 0};
    for (int s = 0; s < size; s++) empty.owner[s] = NOBODY;
    if (hero ? !covers(&empty) : !answers_all(&empty)) return puts("the empty board is not covered"), 1;
    for (size_t i = 0; i < entries; i++) {
        const int move = (int)(file[i] & 0xFF);
        const Board b = board_of(file[i] >> 8);
        if (is_their_turn(&b) || !is_sound(&b, move >> 4, move & 15))
            return printf("position %zu of %zu is not sound\n", i + 1, entries), 1;
    }
    printf("sound (%zu positions)\n", entries);
}
