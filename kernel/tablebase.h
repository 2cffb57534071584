/* Declarations shared by the builder and the probe of tablebases. */
#ifndef QTTT_TABLEBASE_H
#define QTTT_TABLEBASE_H

#include "solver.h"

static inline uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

static inline uint64_t hash_of(const uint64_t key[2], uint64_t seed) {
    return mixed(mixed(key[0] + seed) ^ key[1]);
}

/* The three cells of a hash, in three consecutive segments. */
static inline void cells_of(uint64_t hash, uint32_t cells, uint32_t segment, uint32_t cell[3]) {
    const uint32_t starts = cells - 2 * segment, mask = segment - 1;
    cell[0] = (uint32_t)((hash >> 32) * starts >> 32);
    cell[1] = (cell[0] + segment) ^ ((uint32_t)(hash >> 18) & mask);
    cell[2] = (cell[0] + 2 * segment) ^ ((uint32_t)hash & mask);
}

#endif
