from __future__ import annotations

import pytest
from lxml import etree

from pagestrata.errors import UsageError
from pagestrata.follow.xpath_match import LONGEST_XPATH, xpath_matches

TREE = etree.fromstring("<html><body><p class='a'>one</p><p>two</p>é</body></html>")


@pytest.mark.parametrize(
    ("xpath", "texts"),
    [("//p", ["one", "two"]), ("//p[@class='a']", ["one"]), ("//p/text()", []), ("count(//p)", []), ("//table", [])],
)
def test_elements_of_the_tree_are_found_in_document_order(xpath: str, texts: list[str]) -> None:
    found = xpath_matches(TREE, xpath)
    assert [element.text for element in found] == texts
    assert set(found) <= set(TREE.iter())


def test_what_is_no_expression_is_said() -> None:
    with pytest.raises(UsageError, match=r"'//p\[' is not an XPath \(.+\); try one like"):
        xpath_matches(TREE, "//p[")


def test_a_long_expression_is_refused() -> None:
    with pytest.raises(UsageError, match="takes too long on a page of 4 elements"):
        xpath_matches(TREE, "/*" * LONGEST_XPATH)
