# The core's table of contents, for `from ddz_fast._plays cimport ...` in another extension:
#   _table   RuleTable: a rule set in the form that the core reads; PlayRecord
#   _nibbles packed hands: masks, sums and comparisons over four bits a rank
#   _shapes  what a hand can do, as sets of bodies without kickers
#   _kickers what bodies may carry
#   _writing from shape sets to plays: counting and writing
#   _plays   all of it for other modules, checks, and batches
#   _game    positions, and what a play or a pass makes of them
#   _choice  one play out of all that a hand has, by its number
#   _playouts random games
# docs/cython.md says how such an extension is built, and has an example.
#   _features what a learner sees, in DouZero's layout
#   _douzero_moves DouZero's moves in its order, with its faults
