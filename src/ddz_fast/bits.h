/* What Cython cannot say: a record that is also two words, and a few processor instructions. */
#ifndef DDZ_FAST_BITS_H
#define DDZ_FAST_BITS_H

#include <stdint.h>

/* A play as numpy's PLAY dtype lays it out. `head` is its second eight bytes at once, so that a
   play is written with two stores. */
typedef struct {
    uint64_t cards;
    union {
        struct {
            uint8_t kind;
            int8_t rank;
            uint8_t length;
            uint8_t size;
            uint32_t wild;
        };
        uint64_t head;
    };
} ddz_play;

/* Where a byte of the head lies when it is taken as one word. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define DDZ_BYTE(value, index) ((uint64_t)(uint8_t)(value) << (56 - 8 * (index)))
#else
#define DDZ_BYTE(value, index) ((uint64_t)(uint8_t)(value) << (8 * (index)))
#endif

/* The head of a play without its rank, and the rank to be added to it. */
static inline uint64_t ddz_head(int kind, int length, int size) {
    return DDZ_BYTE(kind, 0) | DDZ_BYTE(length, 2) | DDZ_BYTE(size, 3);
}

static inline uint64_t ddz_rank(int rank) { return DDZ_BYTE(rank, 1); }

/* The same for the rank r of a mask's bit 4r. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define DDZ_RANK_AT(bit) ((uint64_t)(bit) << 46)
#else
#define DDZ_RANK_AT(bit) ((uint64_t)(bit) << 6)
#endif
static inline uint64_t ddz_rank_at(int bit) { return DDZ_RANK_AT(bit); }

/* That the black or the red joker stands for the rank of a mask's bit: one more than the rank, so that
   0 is a joker as itself. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define DDZ_WILD(value) ((uint64_t)(value))
#else
#define DDZ_WILD(value) ((uint64_t)(value) << 32)
#endif
static inline uint64_t ddz_black_as(uint64_t mask_bit);
static inline uint64_t ddz_red_as(uint64_t mask_bit);

/* A play, or what is added to one, as two words that are added at once. */
#if defined(__GNUC__) || defined(__clang__)
typedef uint64_t ddz_words __attribute__((vector_size(16), aligned(8), may_alias));
static inline ddz_words ddz_words_of(const ddz_play *play) { return *(const ddz_words *)play; }
static inline ddz_words ddz_words_from(uint64_t cards, uint64_t head) {
    return (ddz_words){cards, head};
}
static inline ddz_words ddz_sum(ddz_words one, ddz_words other) { return one + other; }
static inline void ddz_put(ddz_play *out, ddz_words play) { *(ddz_words *)out = play; }
#else
typedef ddz_play ddz_words;
static inline ddz_words ddz_words_of(const ddz_play *play) { return *play; }
static inline ddz_words ddz_words_from(uint64_t cards, uint64_t head) {
    ddz_words words;
    words.cards = cards;
    words.head = head;
    return words;
}
static inline ddz_words ddz_sum(ddz_words one, ddz_words other) {
    one.cards += other.cards;
    one.head += other.head;
    return one;
}
static inline void ddz_put(ddz_play *out, ddz_words play) { *out = play; }
#endif

/* Stands in a loop that writes plays in blocks. Compilers would load several blocks and shuffle their
   halves into vectors, which takes longer than two stores a play; what is here keeps them from it. */
#if defined(__GNUC__) || defined(__clang__)
#define ddz_no_vectors() __asm__ volatile("")
#else
#define ddz_no_vectors() ((void)0)
#endif

/* A word that threads read and write at the same time, without order between words. */
#if defined(__GNUC__) || defined(__clang__)
static inline uint64_t ddz_load_word(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
static inline void ddz_store_word(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }
#else
static inline uint64_t ddz_load_word(const uint64_t *word) { return *(const volatile uint64_t *)word; }
static inline void ddz_store_word(uint64_t *word, uint64_t value) { *(volatile uint64_t *)word = value; }
#endif

/* Mixes the bits of a word so that each depends on all: a permutation, from splitmix64 (Steele, Lea and
   Flood, 2014). */
static inline uint64_t ddz_mixed(uint64_t word) {
    word += 0x9E3779B97F4A7C15ULL;
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ word >> 27) * 0x94D049BB133111EBULL;
    return word ^ word >> 31;
}

/* The upper half of a product: a word below 2**64 taken to a number below `limit`. */
#if defined(__SIZEOF_INT128__)
static inline uint64_t ddz_scaled(uint64_t word, uint64_t limit) {
    return (uint64_t)((unsigned __int128)word * limit >> 64);
}
#else
static inline uint64_t ddz_scaled(uint64_t word, uint64_t limit) {
    /* limit is below 2**32 */
    return ((word >> 32) * limit + ((word & 0xFFFFFFFFULL) * limit >> 32)) >> 32;
}
#endif

/* Fetches a line of memory that will be read soon. */
#if defined(__GNUC__) || defined(__clang__)
#define ddz_prefetch(address) __builtin_prefetch(address)
#else
#define ddz_prefetch(address) ((void)(address))
#endif

/* The number of the lowest bit that is set; the word is not zero. */
#if defined(_MSC_VER)
#include <intrin.h>
static inline int ddz_lowest(uint64_t word) {
    unsigned long bit;
#if defined(_M_X64) || defined(_M_ARM64)
    _BitScanForward64(&bit, word);
#else
    if (!_BitScanForward(&bit, (uint32_t)word)) {
        _BitScanForward(&bit, (uint32_t)(word >> 32));
        bit += 32;
    }
#endif
    return (int)bit;
}
#elif defined(__GNUC__) || defined(__clang__)
static inline int ddz_lowest(uint64_t word) { return __builtin_ctzll(word); }
#else
static inline int ddz_lowest(uint64_t word) {
    int bit = 0;
    while (!(word >> bit & 1)) bit++;
    return bit;
}
#endif

static inline uint64_t ddz_black_as(uint64_t mask_bit) {
    return DDZ_WILD((ddz_lowest(mask_bit) >> 2) + 1);
}
static inline uint64_t ddz_red_as(uint64_t mask_bit) {
    return DDZ_WILD(((ddz_lowest(mask_bit) >> 2) + 1) << 8);
}

/* A number that threads share. What one wrote before it stores is seen by one that loads it.
   A lock is free where the number is 0, and is set free by storing that. */
#if defined(_MSC_VER)
static inline int64_t ddz_load(int64_t *number) { return _InterlockedOr64(number, 0); }
static inline void ddz_store(int64_t *number, int64_t value) {
    _InterlockedExchange64(number, value);
}
static inline int64_t ddz_claim(int64_t *number) { return _InterlockedExchangeAdd64(number, 1); }
static inline int ddz_try_lock(int64_t *lock) { return _InterlockedExchange64(lock, 1) == 0; }
#else
static inline int64_t ddz_load(int64_t *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); }
static inline void ddz_store(int64_t *number, int64_t value) {
    __atomic_store_n(number, value, __ATOMIC_RELEASE);
}
static inline int64_t ddz_claim(int64_t *number) {
    return __atomic_fetch_add(number, 1, __ATOMIC_RELAXED);
}
static inline int ddz_try_lock(int64_t *lock) {
    return __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) == 0;
}
#endif

/* Lets another thread run. */
#if defined(_WIN32)
__declspec(dllimport) int __stdcall SwitchToThread(void);
static inline void ddz_yield(void) { SwitchToThread(); }
#else
#include <sched.h>
static inline void ddz_yield(void) { sched_yield(); }
#endif

#endif
