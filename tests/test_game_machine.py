"""Any sequence of plays, undos, copies, pickles and texts: the core against the definition."""

import pickle

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import ddz_fast as ddz
from games import CORE, REFERENCE, choices, dealt, key, seen
from implementations import reference_play

QUICK = ["classic", "yunnan", "guanpai", "two", "lianzha", "four", "four_jokers", "super"]
LIMITS = st.one_of(st.none(), st.integers(0, 2))


class GameMachine(RuleBasedStateMachine):
    """The same steps for both; whatever a step does, both tell the same afterwards."""

    names = QUICK

    @initialize(
        data=st.data(), name=st.sampled_from(QUICK), random_=st.randoms(use_true_random=False)
    )
    def start(self, data, name, random_):
        rules = ddz.rules(name)
        hands = [
            ddz.format_hand(hand)[: data.draw(st.integers(1, 9))] for hand in dealt(rules, random_)
        ]
        options = {
            "rules": rules,
            "landlord": tuple(range(rules.landlords)) or None,
            "to_move": data.draw(st.integers(0, rules.players - 1)),
            "bombs": tuple(data.draw(LIMITS) for _ in hands),
        }
        self.ours = CORE.State.from_hands(hands, **options)
        self.theirs = REFERENCE.State.from_hands(hands, **options)

    @precondition(lambda self: not self.theirs.is_over)
    @rule(data=st.data())
    def play_or_pass(self, data):
        play = data.draw(st.sampled_from(choices(self.ours)))
        self.ours.play(play)
        self.theirs.play(None if play is None else reference_play(key(play)))

    @precondition(lambda self: not self.theirs.is_over)
    @rule(data=st.data())
    def play_as_text(self, data):
        play = data.draw(st.sampled_from(choices(self.ours)))
        text = None if play is None else str(play)
        self.ours.play(text)
        self.theirs.play(text)

    @rule(data=st.data())
    def play_what_is_not_legal(self, data):
        everything = ddz.all_plays(self.ours.rules)
        play = everything[data.draw(st.integers(0, len(everything) - 1))]
        before, hash_before = seen(self.ours), self.ours.hash
        if play in self.ours.legal_plays():
            return
        for state, tried in ((self.ours, play), (self.theirs, reference_play(key(play)))):
            with pytest.raises(ddz.IllegalPlay):
                state.play(tried)
        assert (seen(self.ours), self.ours.hash) == (before, hash_before)

    @precondition(lambda self: self.theirs.ply)
    @rule(count=st.integers(1, 4))
    def undo(self, count):
        for _ in range(min(count, self.theirs.ply)):
            self.ours.undo()
            self.theirs.undo()

    @rule()
    def go_on_with_a_copy(self):
        self.ours, old = self.ours.copy(), self.ours
        self.theirs = self.theirs.copy()
        if old.ply:
            old.undo()  # which the copy must not notice

    @rule()
    def go_on_with_a_pickle(self):
        self.ours = pickle.loads(pickle.dumps(self.ours))

    @rule()
    def go_on_with_what_the_text_says(self):
        self.ours = CORE.State.parse(self.theirs.text)
        self.theirs = REFERENCE.State.parse(self.theirs.text)

    @invariant()
    def both_tell_the_same(self):
        assert seen(self.ours) == seen(self.theirs)

    @invariant()
    def the_hash_is_that_of_the_position(self):
        assert CORE.State.parse(self.ours.text).hash == self.ours.hash


TestGames = GameMachine.TestCase
TestGames.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)


@pytest.mark.slow
class TestManyGames(GameMachine.TestCase):
    settings = settings(max_examples=300, stateful_step_count=50, deadline=None)
