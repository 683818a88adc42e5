# The core's table of contents, for `from ddz_fast._plays cimport ...` in another extension:
#   _table   RuleTable: a rule set in the form that the core reads; PlayRecord
#   _nibbles packed hands: masks, sums and comparisons over four bits a rank
#   _plays   shape sets; generate, count, check and compare plays
