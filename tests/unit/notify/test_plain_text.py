from pagestrata.notify.messages import PICTURE_PLACE, Message
from pagestrata.notify.plain_text import plain_text


def text_of(body: str) -> str:
    return plain_text(Message(key="k", title="t", body=body, is_html=True))


def test_plain_messages_stay_as_they_are():
    assert plain_text(Message(key="k", title="t", body="a < b & c")) == "a < b & c\n"


def test_marked_words_links_and_lists_are_readable_without_markup():
    body = "<p>Now <del>10</del> <ins>12</ins> &amp; more</p>"
    body += '<ul><li>one</li><li>two</li></ul><p><a href="http://a/">What changed</a></p>'
    assert text_of(body) == "Now [-10-] [+12+] & more\n\n- one\n- two\n\nWhat changed: http://a/\n"


def test_an_address_is_not_said_twice_and_the_picture_leaves_no_trace():
    assert text_of(f'<p><a href="http://a/">http://a/</a></p>{PICTURE_PLACE}') == "http://a/\n"


def test_styles_and_scripts_are_no_words():
    assert text_of("<style>p{}</style><p>a</p><script>b()</script>") == "a\n"
