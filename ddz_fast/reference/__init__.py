"""The definition of what is right: plain, slow Python over tuples of 15 counts.

Shares no code with the compiled core. The tests hold the core against it.
"""
