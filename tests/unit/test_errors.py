import pytest

from pagestrata import errors
from pagestrata.errors import PagestrataError


def all_classes() -> set[type[PagestrataError]]:
    return {found for found in vars(errors).values() if isinstance(found, type) and issubclass(found, Exception)}


def test_every_error_is_a_pagestrata_error() -> None:
    assert all_classes() > {PagestrataError}
    assert all(issubclass(found, PagestrataError) for found in all_classes())


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("PagestrataError", 2),
        ("UsageError", 2),
        ("InputError", 2),
        ("NotFoundError", 1),
        ("ArchiveError", 2),
        ("CaptureError", 3),
        ("RefusedError", 3),
        ("BrowserError", 3),
        ("PageTimeoutError", 3),
    ],
)
def test_exit_codes_tell_nothing_found_from_wrong_request_from_failed_capture(name: str, code: int) -> None:
    assert getattr(errors, name).exit_code == code


def test_the_tree_in_the_documentation_names_every_class() -> None:
    assert errors.__doc__ is not None
    assert [found.__name__ for found in all_classes() if found.__name__ not in errors.__doc__] == []


def test_what_a_retry_may_help_is_told_apart_from_what_is_refused() -> None:
    assert not issubclass(errors.RefusedError, errors.BrowserError)
    assert not issubclass(errors.PageTimeoutError, errors.BrowserError)
    assert not issubclass(errors.ArchiveError, errors.CaptureError)
