from pagestrata.web.pages.live import router


def test_the_stream_is_for_people_who_may_read():
    assert [route.path for route in router.routes] == ["/events"]
