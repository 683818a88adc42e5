"""The transposition table. See `_memory.pxd`."""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from ddz_fast._keys cimport key_hash

cdef extern from "bits.h" nogil:
    bint try_lock "ddz_try_lock"(int64_t* lock)
    void unlock "ddz_store"(int64_t* lock, int64_t free)
    void yield_thread "ddz_yield"()
    int64_t claim "ddz_claim"(int64_t* number)  # adds one

cdef enum:
    LOCKS = 1 << 12
    FIRST_BUCKETS = 1 << 10
    NUMBER_BITS = 28
    WORK_SHIFT = 2 * NUMBER_BITS


cdef inline uint64_t bucket_bytes(const Memory* memory) noexcept nogil:
    return WAYS * sizeof(uint64_t) * (memory.words + 1)


cdef bint set_up_memory(Memory* memory, int words, uint64_t bytes) noexcept nogil:
    memory.words = words
    memory.filled = 0
    memory.locks = NULL
    memory.most_mask = 0
    while 2 * (memory.most_mask + 1) * bucket_bytes(memory) <= bytes:
        memory.most_mask = 2 * memory.most_mask + 1
    memory.mask = min(<uint64_t>FIRST_BUCKETS - 1, memory.most_mask)
    memory.entries = <uint64_t*>calloc(memory.mask + 1, bucket_bytes(memory))
    return memory.entries != NULL


cdef void free_memory(Memory* memory) noexcept nogil:
    free(memory.entries)
    memory.entries = NULL


cdef bint share_memory(Memory* memory) noexcept nogil:
    while memory.mask < memory.most_mask:
        grow(memory)
    memory.locks = <int64_t*>calloc(LOCKS, sizeof(int64_t))
    return memory.locks != NULL


cdef void unshare_memory(Memory* memory) noexcept nogil:
    free(memory.locks)
    memory.locks = NULL


cdef void forget_all(Memory* memory) noexcept nogil:
    memory.filled = 0
    memset(memory.entries, 0, (memory.mask + 1) * bucket_bytes(memory))


cdef double share_filled(const Memory* memory) noexcept nogil:
    return <double>memory.filled / <double>(WAYS * (memory.most_mask + 1))


cdef inline bint is_entry_of(const uint64_t* entry, const Key* key, int words) noexcept nogil:
    cdef int index
    for index in range(words - 1, -1, -1):
        if entry[index] != key.words[index]:
            return False
    return True


cdef inline bint is_free(const uint64_t* entry, int words) noexcept nogil:
    return entry[words - 1] == 0


cdef inline Value value_in(const uint64_t* entry, int words) noexcept nogil:
    cdef Value value
    value.proof = <uint32_t>(entry[words] & PROVEN)
    value.disproof = <uint32_t>(entry[words] >> NUMBER_BITS & PROVEN)
    return value


cdef inline int64_t* locked(const Memory* memory, const Key* key) noexcept nogil:
    """The lock of a key's bucket, once it is this thread's; NULL where there is no other thread."""
    cdef int64_t* lock
    if memory.locks == NULL:
        return NULL
    lock = memory.locks + (key.hash & (LOCKS - 1))
    while not try_lock(lock):
        yield_thread()
    return lock


cdef bint recall(const Memory* memory, const Key* key, Value* value) noexcept nogil:
    cdef int64_t* lock = locked(memory, key)
    cdef const uint64_t* entry = bucket_of(memory, key.hash)
    cdef int words = memory.words
    cdef bint is_found = False
    cdef int way
    for way in range(WAYS):
        if is_entry_of(entry, key, words):
            value[0] = value_in(entry, words)
            is_found = True
            break
        entry += words + 1
    if lock != NULL:
        unlock(lock, 0)
    return is_found


cdef inline uint64_t* place_for(Memory* memory, const Key* key) noexcept nogil:
    """The key's own entry, or a free one, or the one that took the least work."""
    cdef uint64_t* entry = bucket_of(memory, key.hash)
    cdef uint64_t* least = entry
    cdef int words = memory.words
    cdef int way
    for way in range(WAYS):
        if is_entry_of(entry, key, words):
            return entry
        if is_free(entry, words):
            claim(&memory.filled)
            return entry
        if entry[words] >> WORK_SHIFT < least[words] >> WORK_SHIFT:
            least = entry
        entry += words + 1
    return least


cdef inline uint64_t work_of(int64_t nodes) noexcept nogil:
    """Twice the logarithm to the base 4, so that it fits a byte."""
    cdef uint64_t work = 0
    while nodes:
        work += 2
        nodes >>= 2
    return work


cdef void remember(Memory* memory, const Key* key, Value value, int64_t nodes) noexcept nogil:
    cdef int64_t* lock = locked(memory, key)
    cdef uint64_t* entry = place_for(memory, key)
    cdef int words = memory.words
    cdef uint64_t work = work_of(nodes)
    cdef Value known
    if is_entry_of(entry, key, words):
        work = max(work, entry[words] >> WORK_SHIFT)
        known = value_in(entry, words)
        if is_proven(known):
            value = known  # by another thread, meanwhile
    memcpy(entry, key.words, words * sizeof(uint64_t))
    entry[words] = value.proof | <uint64_t>value.disproof << NUMBER_BITS | work << WORK_SHIFT
    if lock != NULL:
        unlock(lock, 0)
    elif memory.filled > <int64_t>(WAYS // 2 * memory.mask) and memory.mask < memory.most_mask:
        grow(memory)


cdef void grow(Memory* memory) noexcept nogil:
    """Makes the table four times as large, or twice; or not, where there is no memory."""
    cdef Memory larger = memory[0]
    cdef int words = memory.words
    cdef const uint64_t* entry = memory.entries
    cdef const uint64_t* end = entry + (memory.mask + 1) * WAYS * (words + 1)
    cdef uint64_t* place
    larger.mask = min(4 * memory.mask + 3, memory.most_mask)
    larger.entries = <uint64_t*>calloc(larger.mask + 1, bucket_bytes(memory))
    if larger.entries == NULL:
        memory.most_mask = memory.mask
        return
    while entry < end:
        if not is_free(entry, words):
            # A bucket's entries go to several: each has room for them all.
            place = bucket_of(&larger, key_hash(entry, words))
            while not is_free(place, words):
                place += words + 1
            memcpy(place, entry, (words + 1) * sizeof(uint64_t))
        entry += words + 1
    free(memory.entries)
    memory[0] = larger
