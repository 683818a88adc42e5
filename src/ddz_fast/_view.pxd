# What Python sees of a position.

from ddz_fast._game cimport Position
from ddz_fast._table cimport Table

cdef class View:
    cdef Table table
    cdef Position position

# What a View can only be made with: without its table it would read where there is nothing.
cdef object MADE_HERE

# A number of bombs as Python has it: None is any number.
cdef object shown_limit(int left)
