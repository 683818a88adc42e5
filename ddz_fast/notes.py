"""What the help pages of the command line say below the options of each command."""

from .commands import BASE

PROGRAM = "ddz-fast"

PLAYS_NOTES = """\
Plays are written body first, each kicker behind a +: 333444+5+6. A wild joker
has the card that it stands for behind a =: 345B=67. An empty line stands
between the plays of one hand and those of the next.

--json writes one object a hand, on one line: hand, rules, beat (null: none),
bombs (null: no limit), count, and plays (not with --count), a list of
objects: text, kind (as PLANE_SOLO), rank (the first card of the body, as
text), length (groups in the body), size (cards), wild (what wild jokers stand
for, as in ddz_fast.PLAY: 1 + the rank, of the red one times 256; 0: none is
wild) and meaning (the cards that the play stands for, as text).
"""
READ_NOTES = """\
Cards may be more than one play; the first reading is the canonical one. What
beats a play is counted over all plays of the rule set, and shown from the
lowest body to the highest.

--json writes one object for the cards, on one line: cards, rules, and
readings (empty: no play), a list of objects as in `ddz-fast plays --json`,
each with canonical and beaten_by, a list of objects: kind, length, size,
plays (how many), lowest and highest (bodies, as text).
"""
SHOW_NOTES = """\
手数 is how many plays a hand takes to empty, at best, when every play of it is
a lead. Below it stands one way to do that, in an order that may be played;
`ddz-fast split` says more. --beat does not change it.
"""
SPLIT_NOTES = """\
手数 is how many plays a hand takes to empty, at best, when every play of it is
a lead. A split of the hand in so many plays is minimal. It is written in an
order that may be played; the same plays in another order are the same split.
There may be very many: --all writes each as soon as it is found.

--json writes one object a hand, on one line: hand, rules, bombs (null: no
limit), min_plays (the 手数), and split, a list of objects as in
`ddz-fast plays --json`; with --all, splits, a list of such lists.
"""
SOLVE_NOTES = """\
All hands are open, and both sides play as well as can be: the landlords
against all others or, where nobody is landlord, one of two players against
the other. The answer is exact. If --nodes or --seconds end before it is known
it is `unknown`; then more of them, or a larger table, may help.

--ban takes 2, 3 (a bare trio), 3+1, 3+2, straight, pairs (a chain of them),
plane (without kickers), plane+1, plane+2, cannon, 4 (a bomb), 4+2, 4+4 (two
pairs), and every kind by its names: ROCKET or 火箭.

A FILE has a puzzle on each line; blank lines and # comments are passed over:

  KK5543 225543
  AA9 884 J7 turn=1 landlord=1 beat=77 passes=0 bombs=- id=mine
  3336 4447 rules=classic,single_kickers=distinct ban=3+2,4+4
  classic 3334/4455/67 0 1 88:PAIR:5 0 - 0 1,0,0 0,0,0 id=position

The last is a position as `ddz-fast perft --help` tells. The words of the
command line are for what a line does not say. A puzzle without an id is
called by the number of its line. Each is written as soon as it is solved.

--json writes one object a puzzle, on one line: id (null with --hands),
position, rules, hands, landlords, turn, beat (null: a lead), outcome (win,
loss or unknown, for the side to move), best (a play that wins or holds out,
or pass; null: unknown), line (a list of seat and play, to the end of the
game), nodes (positions searched), seconds and table_used (0 to 1). With --all
plays, a list of play and outcome, takes the place of best and line.
"""
NOIP_NOTES = """\
The input is that of the contest NOIP 2015, day 1, problem 3 (斗地主). It begins
with two numbers: how many hands there are, and how many cards each of them
has. Then comes one card a line, as two numbers, rank and suit:

  rank 1        A
  rank 2 to 13  2 to 10, J, Q and K
  rank 0        a joker: the black one (小王) has suit 1, the red one (大王) 2
  suit 1 to 4   of all other cards

For each hand one line is printed: its 手数, the fewest plays that empty it.
More or fewer line breaks and spaces do not matter.
"""
RULES_NOTES = f"""\
Of one rule set it shows the kinds of play with their lengths, and every
option beside that of {BASE}, marked * where they differ.

--json writes one object, or for all rule sets a list of them: every property
by its name, kinds with their lowest and highest length, bomb_order weakest
first, and differs, the properties that are not as in {BASE}.
"""
POSITION_NOTES = """\
A position is one line of fields with spaces between them, quoted for the shell:

  rules hands landlords to_move beat passes bombs allowance made bombed
  classic 3334/4455/67 0 1 88:PAIR:5 0 - 0 1,0,0 0,0,0

rules      a rule set, changed options behind commas: four,cannon=any
hands      one a player with / between them; no cards: .
landlords  seats from 0, with commas; -: every player is for himself
to_move    the seat whose turn it is
beat       the play to beat with its kind and the rank of its body; -: a lead
passes     how many players have passed since
bombs      bombs that each seat may still make (-: any number); -: no limits
allowance  with how many cards left each seat has won; 0: with none
made       plays that each seat has made, counted up to two
bombed     bombs, chains of bombs and rockets that were played
must_hold  cards that the next play must hold; mostly left out
"""
PERFT_NOTES = f"""\
Counts the sequences of exactly DEPTH plays and passes. A game that has ended
goes on nowhere; readings of the same cards are different plays.

{POSITION_NOTES}"""
PLAYOUT_NOTES = f"""\
Every legal play, and the pass, is as likely as another. Without a POSITION
seat 0 is landlord in every game, at the base stake.

{POSITION_NOTES}"""
DEAL_NOTES = f"""\
What is printed is the beginning of a record, as `{PROGRAM} referee` reads it:
the rule set, the card that was turned up, and the cards of each seat. A card
of the second pack has a ' behind it.
"""
GAME_NOTES = f"""\
Calls and plays are made at random; who becomes landlord, what may be played
and what it pays follow the rule set. With --record the same game is written
so that `{PROGRAM} referee` reads it.
"""
REFEREE_NOTES = """\
A record has a line for each step, `WORD: ...` or `WORD SEAT: ...`; blank lines
and # comments are passed over. Its words, in this order:

  rules: classic          a rule set, changed options behind commas
  upcard: ♠5              the card turned up; or first: 0, the seat that calls
  hand 0: 3344556 7789    the cards of a seat, with suits or without
  bottom: 2BR             those of the landlord (what is left, if not given)
  dead: ...               those of nobody
  call 0: PASS            what the auction has, in turn
  play 2: 334455          or `play 0: pass`
  score: -3 -3 +6         what each seat wins or pays, if it is to be checked

More of them are in docs/records.md. If a rule is broken it says where this is
so first, and ends with status 1; a text that is no record ends with status 2.
"""
BENCH_NOTES = """\
Deals hands at random: the largest hand of each deal leads, and another hand
answers one of these leads. Both are measured twice: the plays written into an
array, and only counted.
"""
