import re
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exact_sentences import invented
from pagestrata.model.change_sentence import change_sentence, first_block, marked_words
from pagestrata.model.reasons import Reason
from pagestrata.model.records import RecordedChange

TIME = datetime(2026, 1, 1, tzinfo=UTC)


def change(op="update", element="text", block="1.1", *, old=None, new=None, to_block=None, importance=0.5):
    return RecordedChange(
        url="http://a.test/", version="v", captured_at=TIME, number=0, op=op, element=element, block=block,
        to_block=to_block, old=old, new=new, importance=importance,
    )  # fmt: skip


def block(text, role="other"):
    return {"ref": "9", "id": "x", "role": role, "text": text}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Price: € 129.00", "Price: € 134.00", "€ 129.00 → € 134.00"),
        ("129.00 € incl. tax", "134.00 € incl. tax", "129.00 € → 134.00 €"),
        ("Now 1,250 EUR.", "Now 1,190 EUR.", "1,250 EUR → 1,190 EUR"),
        ("open 9-17 daily", "open 9-18 daily", "9-17 → 9-18"),
        ("temperature −3 °C outside", "temperature 4 °C outside", "−3 °C → 4 °C"),
        ("Sold 4,130,000 tickets", "Sold 4,130,001 tickets", "4,130,000 → 4,130,001"),
        ("Availability: Out of stock", "Availability: In stock", "Out of stock → In stock"),
    ],
)
def test_values_are_shown_whole_with_their_signs_and_units(old, new, said):
    assert said in change_sentence([change(old=old, new=new)])


def test_the_example_of_the_issue():
    changes = [
        change(old="Boots € 129.00", new="Boots € 134.00", importance=0.9),
        change("insert", "block", "1.7", new=block("Great boots, I love them", "comments"), importance=0.4),
    ]
    said = change_sentence(changes, places={"1.1": "the buy box"})
    assert said == "Boots € 129.00 → € 134.00 in the buy box; 1 new comment: ‘Great boots, I love them’"


def test_words_without_a_place_bring_the_words_before_them():
    changes = [change(old="the harbour is open every day", new="the harbour is closed every day")]
    assert change_sentence(changes) == "the harbour is open → closed"


def test_a_reason_that_quotes_the_end_of_a_sentence_leads():
    """The full stop belongs to the quotation, not to the words of the change."""
    stayed = "School orchestra wins national prize. Sixty young players filled the hall."
    warning, market = "Storm warning. Gusts of 110 km/h are expected tonight.", "Market closed. A water main gave way."
    reasons = [
        Reason("Kept: new in 'News': 'Gusts of 110 km/h are expected tonight.'", block="1.1"),
        Reason("gone from 'News': 'Market closed.'", block="1.1"),
    ]
    said = change_sentence([change(old=f"{stayed} {market}", new=f"{warning} {stayed}")], reasons)
    assert said.startswith("added ‘Storm warning")


def test_reasons_say_which_of_the_edits_of_a_block_speak():
    changes = [change(old="€ 129.00 · 37 people are looking", new="€ 134.00 · 41 people are looking")]
    reasons = ["Kept: the price changed from € 129.00 to € 134.00", "ignored: a counter ('37' to '41')"]
    assert change_sentence(changes, reasons) == "€ 129.00 → € 134.00"
    assert "37" in change_sentence(changes)


def test_reasons_that_quote_nothing_name_their_block():
    changes = [change(old="a boat c", new="a ship c", block="1.1"), change(old="d east f", new="d west f", block="1.2")]
    assert "east → west" in change_sentence(changes, [Reason("Kept: much of it", block="1.2")])
    assert "boat → ship" not in change_sentence(changes, [Reason("Kept: much of it", block="1.2")])


def test_words_that_changed_alike_in_two_places_are_said_once():
    both = [change(old="shut for eight days", new="shut for eleven days", block=ref) for ref in ("1.1", "1.2")]
    assert change_sentence(both, places={"1.1": "story 18", "1.2": "the list"}) == "shut for eight → eleven in the list"
    named = change_sentence(both, places={"1.1": "the first story", "1.2": "the list"})
    assert named == "shut for eight → eleven in the first story and in the list"


def test_a_block_that_came_is_said_with_its_heading():
    came = [change("insert", "block", "1.7", new=block("O delfim"))]
    assert change_sentence(came, places={"1.7": "'Em cartaz'"}) == "new: ‘O delfim’ in ‘Em cartaz’"
    assert change_sentence(came, places={"1.7": "the second story"}) == "new: ‘O delfim’"
    went = [change("delete", "block", "1.7", old=block("O delfim"))]
    assert change_sentence(went, places={"1.7": "the footer"}) == "gone: ‘O delfim’ from the footer"


def test_blocks_of_one_kind_are_counted_and_others_end_the_sentence():
    came = [change("insert", "block", f"1.{n}", new=block(f"review {n}", "comments")) for n in range(3)]
    gone = [change("delete", "block", "2.1", old=block("Old news here", "article"), importance=0.1)]
    assert change_sentence([*came, *gone]) == (
        "3 new comments, among them ‘review 0’ and ‘review 1’; gone: ‘Old news here’"
    )
    many = [change(old=f"w{n} a", new=f"w{n} b", block=str(n)) for n in range(5)]
    assert change_sentence(many).endswith("; and 2 more changes")


@pytest.mark.parametrize(
    ("given_change", "said"),
    [
        (change("insert", "link", new={"name": "Tickets", "address": "/t"}), "new link ‘Tickets’"),
        (change("update", "link", old={"name": "Map"}, new={"name": "Map"}), "the link ‘Map’ leads elsewhere"),
        (change("update", "image", new={"name": "A boat"}), "the picture ‘A boat’ was replaced"),
        (change("move", "block", old=block("News")), "‘News’ moved"),
        (change("update", "style"), "a block looks different"),
        (change(old="", new="hello there"), "added ‘hello there’"),
        (change(old="same", new="same"), "text changed behind ‘same’"),
    ],
)
def test_other_changes_have_their_words(given_change, said):
    assert change_sentence([given_change]) == said


def test_nothing_changed_is_no_sentence():
    assert change_sentence([]) == ""


TEXTS = st.lists(
    st.sampled_from(["price", "is", "€", "129.00", "1,250", "sold", "out", "9-17", "EUR", "open", "%"]), max_size=12
).map(" ".join)


@given(TEXTS, TEXTS)
def test_every_word_of_the_page_in_it_stands_in_one_of_the_versions(old, new):
    said = change_sentence([change(old=old, new=new)])
    own = {"→", "and", "added", "removed", "text", "changed", "behind"}
    said = re.sub(r"; and \d+ more changes?$", "", said)
    words = {word.strip("‘’…;") for word in said.split()} - own - {""}
    versions = {word.strip(".,;:") for word in f"{old} {new}".split()} | set(f"{old} {new}".split())
    assert words <= versions
    assert change_sentence([change(old=old, new=new)]).startswith(said)


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_gives_a_short_sentence(old, new):
    said = change_sentence([change(old=old, new=new)], ["Kept: [x"])
    assert len(said) < 1000
    assert not re.search(r"\s{2}", said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "Now € 129.00 € 149.00",
            "Now € 134.00 € 149.00",
            "Now € 129.00 → € 134.00",
        ),  # the second € is the next price's
        ("Meets on Thursday, March 11", "Meets on Monday, March 15", "Meets on Thursday, March 11 → Monday, March 15"),
        (
            "Herring 18.40 Cod 22.10",
            "Herring 19.95 Cod 21.60",
            "Herring 18.40 → 19.95; Cod 22.10 → 21.60",
        ),
        ("Boots: Out of stock", "Boots: In stock", "Boots: Out of stock → In stock"),
        ("In Council Chamber", "In Room 214", "In Council Chamber → Room 214"),
        ("Open 9-17 daily", "Open 9-16 daily", "Open 9-17 → 9-16"),
        ("One euro is 1.2549 francs", "One euro is 1.2236 francs", "One euro is 1.2549 → 1.2236 francs"),
        ("On-time trains 81 %", "On-time trains 73 %", "On-time trains 81 % → 73 %"),
        (
            "No smoking. Tenants may keep small animals. Closed at ten.",
            "No smoking. Cars are charged at posts only. Closed at ten.",
            "removed ‘Tenants may keep small animals.’ and added ‘Cars are charged at posts only.’",
        ),
    ],
)
def test_values_are_said_as_a_person_would(old, new, said):
    assert change_sentence([change(old=old, new=new)]) == said


def test_words_are_marked_whole():
    (marked,) = marked_words([change(old="One euro is 1.2549 francs", new="One euro is 1.2236 francs")])
    assert marked[1:3] == (("old", "1.2549"), ("new", "1.2236"))


def test_a_text_that_went_and_a_like_one_that_came_are_one_change():
    like = [change("delete", "text", old="Out of stock"), change("insert", "text", new="In stock")]
    unlike = [
        change("delete", "text", old="Tenants may keep dogs"),
        change("insert", "text", new="Cars are charged here"),
    ]
    assert change_sentence(like) == "Out of stock → In stock"
    assert change_sentence(unlike) == "text ‘Tenants may keep dogs’ gone; new text ‘Cars are charged here’"


def test_a_long_word_is_cut_before_a_number_or_a_name_not_inside_it():
    for length in range(20):
        word = f"{'x' * (40 + length)}/w1234567/Harbour/and-so-on"
        said = change_sentence([change("insert", "block", "1.7", new=block(f"{word} more words follow"))])
        quoted = said.partition("‘")[2].partition("…")[0]
        assert word.startswith(quoted)
        assert not (quoted[-1:].isalnum() and word[len(quoted)].isalnum())
    digits = change_sentence([change("insert", "block", "1.7", new=block("1" * 80))])
    assert digits == "new: ‘…’"
    without_spaces = change_sentence([change("insert", "block", "1.7", new=block("港口今天关闭" * 20))])
    assert without_spaces == f"new: ‘{('港口今天关闭' * 20)[:60]}…’"


def test_a_place_that_only_counts_is_not_named():
    changes = [change(old="open at nine", new="open at ten")]
    assert change_sentence(changes, places={"1.1": "story 18"}) == "open at nine → ten"
    assert change_sentence(changes, places={"1.1": "the second story"}) == "open at nine → ten in the second story"


@given(old=st.text(max_size=400), new=st.text(max_size=400), op=st.sampled_from(["update", "insert", "delete"]))
@example(old="", new=f"{'x' * 57}/w64", op="insert")
@example(old="Ca", new=f"Carla {'9' * 70}", op="update")
def test_every_number_and_name_is_in_one_of_the_two_versions(old, new, op):
    found = change(old=old, new=new)
    if op != "update":
        found = change(op, "block", new=block(new)) if op == "insert" else change(op, "block", old=block(old))
    assert invented(change_sentence([found]), [old, new]) == []


def test_both_sides_of_a_change_and_its_place_are_quoted_alike():
    changes = [change(old="Ferry line returns after eleven years", new="Ferry line stopped: court halts the reopening")]
    said = change_sentence(changes, places={"1.1": "'Latest news'"})
    assert said == "Ferry line ‘returns after eleven years’ → ‘stopped: court halts the reopening’ in ‘Latest news’"


def test_words_of_another_line_are_not_part_of_an_edit():
    lined = "News of the town\nVacancy: school nurse\nWeather"
    changes = [change(old="News of the town Vacancy: librarian Weather", new=lined)]
    assert change_sentence(changes, places={"1.1": "the sidebar"}) == "Vacancy: librarian → school nurse in the sidebar"
    price = change(old="Telephone 960 123 Weather", new="Telephone 960 456\nWeather")
    assert change_sentence([price]) == "Telephone 960 123 → 960 456"


def test_what_is_added_is_said_by_its_first_line():
    added = change(old="Choir sings", new="Mayor resigns\nShe leaves in May.\nChoir sings")
    assert change_sentence([added]) == "added ‘Mayor resigns…’"
    assert (
        change_sentence([change("insert", "block", "1.7", new=block("Mayor resigns\nShe leaves"))])
        == "new: ‘Mayor resigns…’"
    )


def test_many_edits_of_a_text_that_mostly_stayed_are_said_one_by_one():
    old = "Adult 11 € single, 18 € return. Car 38 € single, 64 € return. Dog 3 € single, 5 € return."
    new = "Adult 12 € single, 20 € return. Car 39 € single, 66 € return. Dog 4 € single, 7 € return."
    said = change_sentence([change(old=old, new=new)], places={"1.1": "'Fares'"})
    assert said == "Adult 11 € → 12 €; single, 18 € → 20 €; Car 38 € → 39 € in ‘Fares’; and 3 more changes"


def test_one_side_of_an_edit_alone_is_no_evidence():
    """16 stands in 'from 16 to 17', and 100 in what the importance says, of other edits."""
    counter = change(block="1.2", old="16 authors", new="14 authors", importance=0.9)
    date = change(block="1.3", old="On 16 May", new="On 17 May", importance=0.1)
    reasons = ["Kept: the date changed from 16 to 17", "importance 0.6, most of it: block 1.2: 14 % of it changed"]
    assert change_sentence([counter, date], reasons) == "On 16 → 17 May"


def test_words_that_went_to_a_block_of_their_own_are_not_said():
    changes = [
        change(old="Latest news Choir sings", new="Storm warning Choir sings"),
        change("insert", "block", "1.7", new=block("Latest news")),
    ]
    assert change_sentence(changes) == "added ‘Storm warning’"


def test_a_link_whose_name_is_said_as_text_is_not_said_again():
    changes = [
        change(old="Ferry line returns", new="Ferry line stopped"),
        change("update", "link", old={"name": "Ferry line returns"}, new={"name": "Ferry line stopped"}),
    ]
    reasons = ["Kept: 'Ferry line returns' became 'Ferry line stopped'"]
    assert change_sentence(changes, reasons) == "Ferry line returns → stopped"


AD = change(block="1.2", old="Summer sale on sofas", new="Fly to Lisbon now", importance=0.9)
PRICE = change(block="1.3", old="Ticket € 18.50", new="Ticket € 20.90", importance=0.2)


def test_the_reason_of_the_highest_chance_leads_whatever_the_importance():
    """Reasons are ordered by their chance; a large advertisement outweighs a small price on the page."""
    price = Reason("Kept: the price changed from € 18.50 to € 20.90 in the price box", block="1.3")
    ad = Reason("'Summer sale on sofas' became 'Fly to Lisbon now' in an advertisement", block="1.2")
    said = change_sentence([AD, PRICE], [price, ad])
    assert said == "Ticket € 18.50 → € 20.90; Summer sale on sofas → Fly to Lisbon now"
    assert marked_words([AD, PRICE], [price, ad])[0][-1] == ("new", "€ 20.90")
    assert first_block([AD, PRICE], [price, ad]) == "1.3"


def test_the_block_of_the_first_reason_leads_where_no_words_are_quoted():
    reasons = [Reason("Kept: a table changed", block="1.3"), Reason("a picture changed", block="1.2")]
    assert change_sentence([AD, PRICE], reasons).startswith("Ticket € 18.50")


def test_advertisements_come_last_where_no_reason_names_a_change():
    ad = change("insert", "block", "1.2", new=block("Fly to Lisbon now", "ad"), importance=0.9)
    assert change_sentence([ad, PRICE]) == "Ticket € 18.50 → € 20.90; 1 new advertisement: ‘Fly to Lisbon now’"
    placed = {"1.2": "an advertisement", "1.3": "the price box"}
    assert change_sentence([AD, PRICE], places=placed).startswith("Ticket € 18.50 → € 20.90 in the price box; ")


def test_a_picture_with_a_link_is_said_once_and_its_place_not_twice():
    link = change("insert", "link", new={"name": "Lantern Books", "address": "/out/3"})
    picture = change("insert", "image", new={"name": "Lantern Books", "address": "/ads/3.svg"})
    elsewhere = change("insert", "link", "1.9", new={"name": "Lantern Books", "address": "/books"})
    places = {"1.1": "the second picture", "1.9": "the menu"}
    assert change_sentence([link, picture], places=places) == "new picture ‘Lantern Books’"
    assert change_sentence([elsewhere, picture], places=places) == (
        "new link ‘Lantern Books’ in the menu; new picture ‘Lantern Books’"
    )


def test_texts_that_came_or_went_are_quoted_not_only_counted():
    posts = [change("insert", "block", f"1.{n}", new=block(f"Release {n} is out")) for n in range(4)]
    assert change_sentence(posts) == "4 new texts, among them ‘Release 0 is out’ and ‘Release 1 is out’"
    assert change_sentence(posts[:2]) == "2 new texts: ‘Release 0 is out’ and ‘Release 1 is out’"
    assert change_sentence(posts[:1]) == "new: ‘Release 0 is out’"
    story = change("delete", "block", "2.1", old=block("Old story", "article"))
    assert change_sentence([story]) == "gone: ‘Old story’"
    assert change_sentence([change("delete", "block", "2.2", old=block("")), story]) == "2 texts gone: ‘Old story’"


def test_a_reason_that_quotes_a_piece_of_a_long_edit_names_it():
    menu = change(block="1.1", old="Posts", new="Posts\nConv Nets: A Modular Perspective - July 8, 2014\nDeep Learning")
    footer = change("delete", "block", "1.9", old=block("Built with Hakyll"), importance=0.9)
    gone = Reason("gone: the footer 'Built with Hakyll'", block="1.9")
    reasons = [Reason("Kept: new in the menu: '- July 8, 2014'", block="1.1"), gone]
    said = "added ‘Conv Nets: A Modular Perspective - July 8, 2014…’; gone: ‘Built with Hakyll’"
    assert change_sentence([footer, menu], reasons) == said
    elsewhere = [Reason("Kept: new in the menu: '- July 8, 2014'", block="1.5"), gone]
    assert change_sentence([footer, menu], elsewhere) == "gone: ‘Built with Hakyll’"


def test_a_reason_with_both_values_names_the_longer_edit_that_holds_them():
    release = change(block="1.1", old="ActiveMQ 5.17.3 Old notes", new="Artemis 5.18.0 Other words", importance=0.1)
    gone = change("delete", "block", "1.9", old=block("Old story"), importance=0.9)
    reasons = [
        Reason("Kept: the version changed from 5.17.3 to 5.18.0 in the second story", block="1.1"),
        Reason("gone: the text 'Old story'", block="1.9"),
    ]
    assert re.fullmatch(
        "ActiveMQ 5.17.3 .* Artemis 5.18.0 .*; gone: ‘Old story’", change_sentence([gone, release], reasons)
    )


def test_a_date_is_said_with_its_month_on_both_sides():
    edit = change(old="OpenBSD 6.4 , released Oct 18, 2018 .", new="OpenBSD 6.4 , released Oct 17, 2019 .")
    assert change_sentence([edit]).endswith("released Oct 18, 2018 → Oct 17, 2019")
    assert not change_sentence([change(old=edit.old, new=edit.new)]).startswith(",")
    assert change_sentence([change(old="Copyright 2018", new="Copyright 2019")]) == "Copyright 2018 → 2019"


def test_a_context_does_not_begin_with_a_sign():
    edit = change(old="The current release , out on 8 May", new="The current release , out on 9 May")
    assert change_sentence([edit]).startswith("The current release")
    long = change(old="a b c d e f g h , in Room 8", new="a b c d e f g h , in Room 9")
    assert change_sentence([long]) == "in Room 8 → 9"


def test_a_picture_is_not_gone_from_the_picture():
    gone = change("delete", "image", old={"name": "AWS"})
    assert change_sentence([gone], places={"1.1": "the second picture"}) == "picture ‘AWS’ gone"
    assert change_sentence([gone], places={"1.1": "the header"}) == "picture ‘AWS’ gone from the header"


def test_words_that_left_a_block_whole_for_one_of_their_own_are_not_said():
    left = change("delete", "text", "1.1", old="Cheatsheet")
    came = change("insert", "block", "1.7", new=block("Cheatsheet"))
    other = change(block="1.3", old="version 0.8", new="version 0.9")
    assert change_sentence([left, came, other]) == "version 0.8 → 0.9"
    both_gone = change("delete", "block", "1.7", old=block("Cheatsheet"))
    assert "Cheatsheet" in change_sentence([left, both_gone, other])


def test_a_link_said_as_text_is_not_said_again_whatever_named_it():
    text = change(old="", new="03:02 Aquaman joins the next film", importance=0.9)
    link = change("insert", "link", new={"name": "03:02 Aquaman joins the next film"})
    assert change_sentence([text, link]) == "added ‘03:02 Aquaman joins the next film’"
    assert change_sentence([text, link], [Reason("Kept: the menu changed", block="1.1")]).count("Aquaman") == 1


def test_an_edit_of_signs_alone_shows_the_signs():
    assert change_sentence([change(old="a template by TEMPLATED .", new="a template by TEMPLATED")]).count("  ") == 0
    assert change_sentence([change(old="by «TEMPLATED».", new="by «TEMPLATED»")]) == "by «TEMPLATED». → «TEMPLATED»"


def test_a_block_and_its_text_that_came_together_are_said_once():
    dates = "April 14-16 EuroLLVM, June 10 AsiaLLVM"
    came = [change("insert", "block", "1.7", new=block(dates)), change("insert", "text", "1.1", new=dates)]
    assert change_sentence(came) == f"new: ‘{dates}’"


def test_a_heading_of_one_word_is_said_with_the_line_behind_it():
    came = change("insert", "block", "1.7", new=block("Holidays\nAre we there yet?\nThe roads are full"))
    assert change_sentence([came]) == "new: ‘Holidays · Are we there yet?…’"
    assert change_sentence([change("insert", "block", "1.7", new=block("Holidays"))]) == "new: ‘Holidays’"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Reviews close on 7 May", "Reviews close on 14 May", "Reviews close on 7 → 14 May"),
        ("Infoabend am 3. Dezember", "Infoabend am 10. Dezember", "Infoabend am 3 → 10"),
        ("hasta el 26 de noviembre", "hasta el 24 de noviembre", "hasta el 26 → 24 de noviembre"),
        ("Open daily 9 to 5 in May", "Open daily 10 to 4 in May", "Open daily 9 → 10; to 5 → 4 in May"),
        ("It ends on day 3. Bring boots", "It ends on day 4. Bring boots", "It ends on day 3 → 4"),
        ("Chapter 3\nMay ends", "Chapter 4\nMay ends", "Chapter 3 → 4"),
    ],
)
def test_a_day_is_said_with_its_month(old, new, said):
    assert change_sentence([change(old=old, new=new)]) == said
