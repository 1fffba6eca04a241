import pytest

from builders import element, snapshot, words
from followed_pages import news_page
from pagestrata.follow.entrance import entrance_of

BOX = (0, 0, 100, 20)


def login(text="Please log in", **fields):
    password = element("input", BOX, attributes={"type": "password"})
    return snapshot(element("html", BOX, element("body", BOX, element("p", BOX, words(text, BOX)), password)), **fields)


def test_an_ordinary_page_is_no_wall():
    assert entrance_of(news_page()).wall(usual_password_fields=0) is None


def test_a_login_page_is_a_wall_unless_the_page_always_had_a_login():
    assert entrance_of(login()).wall(usual_password_fields=0) == "the page asks to log in"
    assert entrance_of(login()).wall(usual_password_fields=1) is None


@pytest.mark.parametrize("status", [401, 403, 429, 500, 503])
def test_a_refusal_is_a_wall(status):
    wall = entrance_of(news_page(status=status)).wall(usual_password_fields=0)
    assert wall == f"the server answered {status}"


def test_a_bot_check_is_a_wall_and_a_long_article_about_captchas_is_not():
    assert entrance_of(login("Are you a robot? Solve the captcha")).wall(usual_password_fields=9) is not None
    assert entrance_of(login("captcha " + "word " * 400)).wall(usual_password_fields=9) is None


def test_a_page_that_is_gone_is_no_wall():
    assert entrance_of(news_page(status=404)).wall(usual_password_fields=0) is None
