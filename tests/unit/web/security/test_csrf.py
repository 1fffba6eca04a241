from pagestrata.web.security.csrf import csrf_token, is_csrf_token, new_session_name


def test_a_token_is_good_for_its_session_and_this_server():
    name = new_session_name()
    token = csrf_token(b"key", name)
    assert is_csrf_token(b"key", name, token)
    assert not is_csrf_token(b"other", name, token)
    assert not is_csrf_token(b"key", new_session_name(), token)
    assert not is_csrf_token(b"key", "", csrf_token(b"key", ""))
    assert not is_csrf_token(b"key", name, "\ud800")
