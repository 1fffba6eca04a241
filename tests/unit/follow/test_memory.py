from followed_pages import news_page
from pagestrata.follow.memory import REMEMBERED, Memory, template_key
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.portrait import portrait_of
from pagestrata.follow.select import select_row


def portrait(css=".shop", **options):
    page = news_page(**options)
    return portrait_of(ItemPage(page.nodes), select_row(page, css=css))


def test_the_newest_portrait_of_a_template_replaces_the_one_before():
    memory = Memory(templates=(portrait(),)).learned(portrait(price="1 €"))
    assert len(memory.templates) == 1
    assert memory.versions == 2


def test_another_way_to_the_block_is_another_template_and_moves_to_the_front():
    plain, wrapped = portrait(), portrait(wrapped=True)
    memory = Memory(templates=(plain,)).learned(wrapped).learned(portrait(price="2 €"))
    assert [template_key(known) for known in memory.templates] == [template_key(plain), template_key(wrapped)]


def test_only_a_few_templates_are_remembered():
    memory = Memory(templates=(portrait(),))
    for css in (".header", ".stories", ".footer", "h1", ".price", ".header a"):
        memory = memory.learned(portrait(css))
    assert len(memory.templates) == REMEMBERED


def test_a_withheld_match_waits_and_is_no_template():
    memory = Memory(templates=(portrait(),)).withheld(portrait(wrapped=True))
    assert memory.pending is not None
    assert len(memory.templates) == 1
    assert memory.seen().pending is None
