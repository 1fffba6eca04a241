from pagestrata.app.chosen_blocks import Choice, selected


def test_rules_of_other_monitors_are_xpath_or_css():
    assert selected(" //div[@id='x'] ") == Choice(xpath="//div[@id='x']", first=True)
    assert selected("(//p)[2]").xpath == "(//p)[2]"
    assert selected("main > .price") == Choice(css="main > .price", first=True)
