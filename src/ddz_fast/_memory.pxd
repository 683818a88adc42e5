# The transposition table of a search: what is known of positions, by their keys.
#
# Entries hold whole keys, which are compared: a hash only says where to look. The table begins small
# and grows as it fills, up to its limit; from then on the entry in a bucket that took the least work
# gives way. Several threads may share one: each bucket is read and written under a lock.

from libc.stdint cimport int64_t, uint32_t, uint64_t

from ddz_fast._keys cimport Key

cdef enum:
    WAYS = 4  # entries a bucket
    PROVEN = 0x0FFFFFFF  # as a number: nothing can bring it down to 0

# How far from being proven a position is: the least number of leaves that would prove that the side
# wins, and that it does not, as far as the search has seen. One of them 0: proven.
cdef struct Value:
    uint32_t proof
    uint32_t disproof

cdef struct Memory:
    uint64_t* entries  # words of the key; proof, disproof, and above them the work
    uint64_t mask  # the number of buckets − 1; there are a power of two
    uint64_t most_mask  # of the limit
    int64_t filled
    int words  # of a key
    int64_t* locks  # of groups of buckets, while several threads share the table; else NULL

cdef inline bint is_proven(Value value) noexcept nogil:
    return value.proof == 0 or value.disproof == 0

# Room for so many bytes, for keys of so many words; False: no memory.
cdef bint set_up_memory(Memory* memory, int words, uint64_t bytes) noexcept nogil
cdef void free_memory(Memory* memory) noexcept nogil
# Lets several threads search with it, at its full size; False: no memory. And for one thread again.
cdef bint share_memory(Memory* memory) noexcept nogil
cdef void unshare_memory(Memory* memory) noexcept nogil
cdef void forget_all(Memory* memory) noexcept nogil
cdef double share_filled(const Memory* memory) noexcept nogil

cdef inline uint64_t* bucket_of(const Memory* memory, uint64_t hash) noexcept nogil:
    return memory.entries + (hash & memory.mask) * WAYS * (memory.words + 1)

# Reads what is known; False: nothing.
cdef bint recall(const Memory* memory, const Key* key, Value* value) noexcept nogil

# Keeps what was found with so many nodes.
cdef void remember(Memory* memory, const Key* key, Value value, int64_t nodes) noexcept nogil
