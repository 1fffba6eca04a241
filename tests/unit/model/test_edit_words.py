import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.model.edit_words import Text, edits, stretches


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        # what a number is of, and the whole of it
        ("Comments must be received by 10 November 2026.", "Comments must be received by 6 November 2026.",
         "Comments must be received by 10 → 6 November 2026"),
        ("The deadline is Friday 12 March 2027", "The deadline is Thursday 11 March 2027",
         "The deadline is Friday 12 → Thursday 11 March 2027"),
        ("About 1 250 people live here", "About 1 180 people live here", "About 1 250 → 1 180 people"),
        ("Telephone 0421 77 30 12", "Telephone 0421 77 30 90", "Telephone 0421 77 30 12 → 0421 77 30 90"),
        ("do 30. listopadu", "do 15. prosince", "do 30. listopadu → 15. prosince"),
        ("Median time 182 ms today", "Median time 240 ms today", "Median time 182 ms → 240 ms"),
        ("EUR 47,80 48,25", "EUR 47,80 49,10", "EUR 47,80 48,25 → 49,10"),
        # a single word with its clause
        ("Bathing is not allowed here", "Bathing is allowed here", "‘Bathing is not allowed here’ → ‘Bathing is allowed here’"),
        ("The fire is out", "The fire is not out", "‘The fire is out’ → ‘The fire is not out’"),
        # nothing of the sentence before, none of it twice
        ("Danger: level 2. Travellers should wait", "Danger: level 2. Travellers must wait", "Travellers should → must"),
        ("Posts: 4 · Thanks: 911", "Posts: 4 · Thanks: 915", "Thanks: 911 → 915"),
        ("The pier is open all summer. 545", "The pier is closed until autumn. 549",
         "The pier is open all summer → closed until autumn; 545 → 549"),
        ("The north stand is sold out", "Tickets for the north stand are available",
         "‘The north stand is sold out’ → ‘Tickets for the north stand are available’"),
    ],
)  # fmt: skip
def test_an_edit_is_said_with_the_words_it_needs(old, new, said):
    assert "; ".join(part.said for part in edits(Text.of(old), Text.of(new), "1.1", "", frozenset())) == said


WORDS = st.lists(st.sampled_from(["the", "pier", "is", "closed", "not", "now."]), max_size=8)


@settings(max_examples=400)
@given(old=WORDS, new=WORDS, data=st.data())
def test_edits_are_named_whichever_of_their_words_moved(old, new, data):
    pieces = [" ".join(words) for i1, i2, j1, j2 in stretches(old, new) for words in (old[i1:i2], new[j1:j2])]
    moved = data.draw(st.sets(st.sampled_from(pieces))) if pieces else set()
    parts = edits(Text.of(" ".join(old)), Text.of(" ".join(new)), "1.1", "", frozenset(moved))
    own = {"→", "and", "added", "removed", "text", "changed", "behind"}
    for part in parts:
        assert {word.strip("‘’…;.") for word in part.said.split()} - own <= {
            word.strip(".") for word in (*old, *new, "")
        }
