from datetime import UTC, datetime

from pagestrata.model.notices import NoticeRule


def test_a_rule_printed_by_accident_shows_no_address():
    rule = NoticeRule(
        id="r",
        kind="trail",
        subject="t",
        channel="mailto://me:s3cret@host",
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    assert "s3cret" not in repr(rule)
