from captures import START
from pagestrata.model.notices import NoticeRule
from pagestrata.model.records import Trail, Version
from pagestrata.web.api.shapes import RuleShape, TrailShape, VersionShape


def test_texts_of_pages_can_be_sent_whatever_they_hold():
    version = Version(id="20260102030405-1", url="http://a.test/\ud800", captured_at=START, status=200, title="\udfff")
    shape = VersionShape.from_record(version)
    assert (shape.url, shape.title) == ("http://a.test/?", "?")
    assert shape.model_dump_json()


def test_a_trail_is_named_apart_from_how_it_was_pointed_at():
    shape = TrailShape.of(Trail(id="t", url="http://a.test/", origin={"css": "p", "name": "Price"}, state={}), None)
    assert (shape.name, shape.origin, shape.state) == ("Price", {"css": "p"}, None)


def test_the_address_of_a_channel_is_not_in_a_shape():
    rule = NoticeRule(id="r", kind="tag", subject="x", channel="json://me:secret@host/", created_at=START)
    assert "secret" not in RuleShape.of(rule).model_dump_json()
