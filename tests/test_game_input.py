"""What States, random games and deals are not made of: one clear error, and no game without end."""

import pytest

import ddz_fast as ddz

HANDS = ["334455", "667788", "99TTJJ"]


def test_a_state_is_made_by_the_library_only():
    class Own(ddz.State):
        def __init__(self) -> None:
            pass

    for make in (lambda: ddz.State.__new__(ddz.State), Own, ddz.State):
        with pytest.raises(TypeError, match="a State is made by"):
            make()
