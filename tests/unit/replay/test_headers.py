import pytest

from pagestrata.replay.headers import CONTENT_SECURITY_POLICY, media_type, one_line, original_headers


def test_the_policy_allows_no_script_and_sandboxes():
    directives = dict(part.strip().partition(" ")[::2] for part in CONTENT_SECURITY_POLICY.split(";"))
    assert directives["sandbox"] == ""
    assert directives["default-src"] == directives["script-src"] == directives["object-src"] == "'none'"
    assert directives["base-uri"] == directives["form-action"] == directives["connect-src"] == "'none'"
    assert "http" not in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize(
    ("declared", "kind"),
    [
        ("text/HTML; charset=utf-8", "text/html"),
        (None, "application/octet-stream"),
        ("text/html\r\nSet-Cookie: a=b", "application/octet-stream"),
        ("nonsense", "application/octet-stream"),
        ("image/svg+xml", "image/svg+xml"),
    ],
)
def test_only_media_types_pass_for_media_types(declared, kind):
    assert media_type(declared) == kind


def test_stored_headers_are_passed_on_clean():
    stored = [
        ("Server", "nginx"),
        ("Set-Cookie", "a=b"),
        ("X-Split", "a\r\nSet-Cookie: b=c\r\n\r\n<script>"),
        ("Bad Name", "x"),
        ("Bad\r\nName", "x"),
        ("X-Snowman", "☃\x00é"),
        ("", "x"),
    ]
    assert original_headers(stored) == [
        ("X-Archive-Orig-Server", "nginx"),
        ("X-Archive-Orig-X-Split", "a  Set-Cookie: b=c    <script>"),
        ("X-Archive-Orig-X-Snowman", "? é"),
    ]


def test_the_number_and_length_of_headers_is_limited():
    assert len(original_headers([(f"X-{i}", "y") for i in range(500)])) == 60
    assert len(one_line("x" * 100_000)) == 4_000
