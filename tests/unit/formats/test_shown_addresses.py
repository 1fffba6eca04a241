import pytest

from pagestrata.formats.shown_addresses import without_secrets


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://me:pw@host/db", "postgresql://me:***@host/db"),
        ("postgresql://me:p@w@host/db", "postgresql://me:***@host/db"),
        ("postgresql://host/db?password=pw&blobs=x", "postgresql://host/db?password=***&blobs=x"),
        ("postgresql://host/db?a=b&sslpassword=pw", "postgresql://host/db?a=b&sslpassword=***"),
        ("s3://KEY:SECRET@bucket/x", "s3://KEY:***@bucket/x"),
        ("s3://bucket/x?aws_secret_access_key=pw", "s3://bucket/x?aws_secret_access_key=***"),
        ("postgresql://host/db?blobs=s3://K:S@bucket/x", "postgresql://host/db?blobs=s3://K:***@bucket/x"),
        ("/home/me/a:b@c", "/home/me/a:b@c"),
    ],
)
def test_what_opens_a_door_is_hidden(address: str, shown: str) -> None:
    assert without_secrets(address) == shown
