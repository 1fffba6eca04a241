from pagestrata.errors import PagestrataError
from pagestrata.web.refusals import LoginNeededError, NotAllowedError, TooManyRequestsError


def test_refusals_are_errors_a_person_can_act_on():
    assert all(issubclass(kind, PagestrataError) for kind in (LoginNeededError, NotAllowedError, TooManyRequestsError))
