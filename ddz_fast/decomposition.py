"""手数 and minimal splits: the public functions (they are compiled, in `_decomposition`)."""

from ._decomposition import min_plays, min_plays_batch, split, split_batch, splits

__all__ = ["min_plays", "min_plays_batch", "split", "split_batch", "splits"]
