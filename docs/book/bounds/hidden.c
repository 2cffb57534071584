/* The value of quantum tic-tac-toe on 3x3 when chance places the marks and decides all collapses,
 * without qttt and without entanglements' trees.
 *     cc -O2 -o hidden hidden.c && ./hidden
 * Prints X's points minus O's and the probabilities that X and that O is ahead, and compares the first
 * with the fraction that variants.c prints.
 *
 * Each entanglement has a hidden board from the start: one of its squares is empty, the others have a
 * mark each. A mark that joins entanglements of k and l squares lands, hidden, on the empty square of
 * the second with the probability k/(k + l), otherwise on that of the first, and the other empty square
 * stays. A mark within an entanglement lands on its empty square and uncovers it. Reason: if two
 * different squares are drawn at random and a coin decides which of them is taken, each square of the
 * entanglement is the last empty one equally often. If it is in the first part, the square drawn in the
 * second is where the second part would have been uncovered, and was drawn equally often too. So only
 * the sets of squares matter, and not which marks are linked.
 *
 * Numbers are computed in floating point and as residues of the exact fractions. Memory: 380 MB. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SQUARES = 9, RESULTS = 3, SLOTS = 6000011, CLASSICAL = 15 };
static const uint64_t PRIME = ((uint64_t)1 << 61) - 1;

typedef struct {
    double about;
    uint64_t residue;
} Number;

typedef struct {
    Number of[RESULTS]; /* lead in half points, X wins, O wins */
} Value;

/* A square's mark, 0 if it is empty, and its home: the empty square of its entanglement, or CLASSICAL.
 * Marks up to 6 are 1 or 2, X or O: a line of X1, X3 and X5 is always earlier than one of O2, O4, O6. */
typedef struct {
    int mark[SQUARES], home[SQUARES];
} Board;

typedef struct {
    uint64_t low, high;
    Value value;
} Entry;

static Entry *table;
static int image[8][SQUARES];
static uint64_t inverse[73];

static uint64_t times(uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b % PRIME); }

static uint64_t inverse_of(uint64_t number) {
    uint64_t result = 1, base = number % PRIME;
    for (uint64_t power = PRIME - 2; power; power >>= 1, base = times(base, base))
        if (power & 1) result = times(result, base);
    return result;
}

static void add(Value *sum, const Value *part, int over, int under) {
    const uint64_t factor = times((uint64_t)over, inverse[under]);
    for (int i = 0; i < RESULTS; i++) {
        sum->of[i].about += part->of[i].about * over / under;
        sum->of[i].residue = (sum->of[i].residue + times(part->of[i].residue, factor)) % PRIME;
    }
}

static Value exactly(int lead) {
    const int numbers[RESULTS] = {lead, lead > 0, lead < 0};
    Value value;
    for (int i = 0; i < RESULTS; i++)
        value.of[i] = (Number){numbers[i], numbers[i] < 0 ? PRIME - (uint64_t)-numbers[i] : (uint64_t)numbers[i]};
    return value;
}

/* The time of a classical mark: its number, or that of the last early mark of its player. */
static int time_of(int mark) { return mark == 1 ? 5 : mark == 2 ? 6 : mark; }

/* X's points minus O's in half points (R12); *has_line is whether there is a line. */
static int score(const Board *b, int *has_line) {
    static const int line[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                   {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    int lines[2] = {0, 0}, first[2] = {10, 10}, last[2] = {0, 0}; /* number and times: of O, of X */
    for (int i = 0; i < 8; i++) {
        int time = 0, of_x = 0, is_classical = 1;
        for (int j = 0; j < 3; j++) {
            const int square = line[i][j], mark = b->mark[square];
            is_classical &= b->home[square] == CLASSICAL;
            of_x += mark % 2;
            if (time_of(mark) > time) time = time_of(mark);
        }
        if (!is_classical || of_x % 3) continue;
        of_x /= 3;
        lines[of_x]++;
        if (time < first[of_x]) first[of_x] = time;
        if (time > last[of_x]) last[of_x] = time;
    }
    *has_line = lines[0] || lines[1];
    if (lines[0] && lines[1]) return first[1] < first[0] ? 1 : -1;
    if (lines[1] == 2) return first[1] == last[1] ? 4 : 3;
    return 2 * (lines[1] - lines[0]);
}

static Value value_of(const Board *b, int mark);

/* Mark `mark` has landed on the empty square of an entanglement, which is uncovered. */
static Value uncovered(const Board *b, int empty, int mark, int is_last) {
    Board next = *b;
    int lines;
    next.mark[empty] = mark > 6 ? mark : 2 - mark % 2;
    for (int square = 0; square < SQUARES; square++)
        if (b->home[square] == empty) next.home[square] = CLASSICAL;
    const int lead = score(&next, &lines);
    return lines || is_last ? exactly(lead) : value_of(&next, mark + 1);
}

/* Mark `mark` has landed on the empty square `filled`, hidden, and `empty` is that of the whole. */
static Value joined(const Board *b, int empty, int filled, int mark) {
    Board next = *b;
    next.mark[filled] = mark > 6 ? mark : 2 - mark % 2;
    for (int square = 0; square < SQUARES; square++)
        if (b->home[square] == filled) next.home[square] = empty;
    return value_of(&next, mark + 1);
}

static Value search(const Board *b, int mark) {
    int size[SQUARES] = {0}, open = 0;
    Value sum = {{{0, 0}, {0, 0}, {0, 0}}};
    for (int square = 0; square < SQUARES; square++)
        if (b->home[square] != CLASSICAL) size[b->home[square]]++, open++;
    for (int one = 0; one < SQUARES; one++) {
        if (!size[one]) continue;
        if (open == 1) return uncovered(b, one, mark, 1);
        if (size[one] > 1) {
            const Value value = uncovered(b, one, mark, size[one] == open);
            add(&sum, &value, size[one] * (size[one] - 1), open * (open - 1));
        }
        for (int other = 0; other < SQUARES; other++) {
            if (!size[other] || other == one) continue;
            const Value value = joined(b, one, other, mark); /* with the share of `one` in the whole */
            Value part = {{{0, 0}, {0, 0}, {0, 0}}};
            add(&part, &value, size[one], size[one] + size[other]);
            add(&sum, &part, 2 * size[one] * size[other], open * (open - 1));
        }
    }
    return sum;
}

/* The smallest of the eight images of a board as a number of 9 digits for marks and 9 for homes. */
static void key_of(const Board *b, uint64_t *low, uint64_t *high) {
    *low = *high = ~(uint64_t)0;
    for (int i = 0; i < 8; i++) {
        uint64_t marks = 0, homes = 0;
        for (int square = 0; square < SQUARES; square++) {
            const int to = 4 * image[i][square], home = b->home[square];
            marks |= (uint64_t)b->mark[square] << to;
            homes |= (uint64_t)(home == CLASSICAL ? CLASSICAL : image[i][home]) << to;
        }
        if (marks < *high || (marks == *high && homes < *low)) *high = marks, *low = homes;
    }
}

static Value value_of(const Board *b, int mark) {
    uint64_t low, high;
    if (mark == SQUARES) return search(b, mark);
    key_of(b, &low, &high);
    uint64_t slot = (high * 0x9E3779B97F4A7C15u ^ (low + (high >> 29)) * 0xD6E8FEB86659FD93u) % SLOTS;
    for (; table[slot].low; slot = (slot + 1) % SLOTS)
        if (table[slot].low == low && table[slot].high == high) return table[slot].value;
    const Value value = search(b, mark);
    for (; table[slot].low; slot = (slot + 1) % SLOTS) {}
    table[slot] = (Entry){low, high, value};
    return value;
}

int main(void) {
    static const char *const name[RESULTS] = {"X's points minus O's", "X ahead", "O ahead"};
    const uint64_t over = 112567727527967771u, under = 300112810603200000u;
    Board empty = {{0}, {0}};
    for (int square = 0; square < SQUARES; square++) {
        empty.home[square] = square;
        for (int i = 0; i < 8; i++) {
            const int row = i & 1 ? 2 - square / 3 : square / 3, col = i & 2 ? 2 - square % 3 : square % 3;
            image[i][square] = i & 4 ? 3 * col + row : 3 * row + col;
        }
    }
    for (int i = 1; i < 73; i++) inverse[i] = inverse_of((uint64_t)i);
    table = calloc(SLOTS, sizeof *table);
    if (!table) return 1;
    const Value value = value_of(&empty, 1);
    for (int i = 0; i < RESULTS; i++) printf("%s %+.8f\n", name[i], value.of[i].about / (i ? 1 : 2));
    const int is_equal = times(value.of[0].residue, times(under, inverse[2])) == over;
    printf("%s %llu/%llu modulo 2^61 - 1\n", is_equal ? "is" : "is not", (unsigned long long)over,
           (unsigned long long)under);
    return !is_equal;
}
