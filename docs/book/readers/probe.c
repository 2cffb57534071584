/* Looks positions up in a table of qttt (.qtb) for 3x3 with lines of three, without qttt:
 *     cc -O2 -o probe probe.c && ./probe goff.qtb 12/25/59 2/5/9/1
 * They must be settled, not over, and have at most as many marks as the table. Format: tables.md. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { HEADER = 4208, PLACES = 45, EARLY = 3 }; /* a player's first three marks are alike */

static uint8_t t[64 << 20]; /* the table */
static uint64_t number(uint64_t at, int bytes) { /* little-endian */
    return bytes ? t[at] | number(at + 1, bytes - 1) << 8 : 0;
}

static int turned(int symmetry, int square) {
    int row = square / 3, col = square % 3;
    if (symmetry & 1) row = 2 - row;
    if (symmetry & 2) col = 2 - col;
    return symmetry & 4 ? 3 * col + row : 3 * row + col;
}

static void key_of(int pair[9][2], int marks, uint64_t smallest[2]) { /* words of O and X */
    smallest[0] = smallest[1] = UINT64_MAX;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        uint64_t word[2] = {0, 0};
        for (int n = 0; n < marks; n++) {
            const int s = turned(symmetry, pair[n][0]), u = turned(symmetry, pair[n][1]);
            const int a = s < u ? s : u, place = a * (19 - a) / 2 + abs(s - u), late = n / 2 - EARLY;
            word[1 - n % 2] |= late < 0 ? (uint64_t)1 << place
                                        : (uint64_t)(place + 1) << (PLACES + 6 * late);
        }
        if (word[1] < smallest[1] || (word[1] == smallest[1] && word[0] < smallest[0]))
            smallest[0] = word[0], smallest[1] = word[1];
    }
}

static uint64_t mixed(uint64_t x) {
    for (int i = 0; i < 2; i++) x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

int main(int count, char **arguments) {
    FILE *const file = count > 1 ? fopen(arguments[1], "rb") : 0;
    if (!file || fread(t, 1, sizeof t, file) < HEADER) return puts("usage: probe FILE POSITION ..."), 2;
    const uint64_t bits = t[18], starts = number(32, 4) - 2 * number(36, 4), mask = number(36, 4) - 1;
    for (int i = 2, marks = 0, pair[9][2]; i < count; i++, marks = 0) {
        for (char *c = arguments[i]; *c && *c != '-'; marks++, c += *c == '/')
            for (pair[marks][0] = *c - '1'; *c && *c != '/'; c++) pair[marks][1] = *c - '1';
        uint64_t key[2], symbol = 0;
        key_of(pair, marks, key);
        const uint64_t hash = mixed(mixed(key[0] + number(40, 8)) ^ key[1]);
        const uint64_t first = (hash >> 32) * starts >> 32, second = first + mask + 1;
        const uint64_t cell[3] = {first, second ^ (hash >> 18 & mask), (second + mask + 1) ^ (hash & mask)};
        for (int k = 0; k < 3; k++) symbol ^= number(HEADER + cell[k] * bits / 8, 2) >> cell[k] * bits % 8;
        symbol &= ((uint64_t)1 << bits) - 1;
        const int score = (int16_t)number(80 + 2 * (256 * (uint64_t)marks + symbol), 2), size = abs(score);
        const int halves = (size + 63) / 64, sign = (score > 0) == (marks % 2 == 0) ? 1 : -1;
        printf("%s %g %d\n", arguments[i], sign * halves / 2.0 + 0.0, 64 * halves - size);
    }
}
