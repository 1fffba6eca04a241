from pagestrata.web.routers import ROUTERS


def test_no_address_is_answered_twice():
    seen = [
        (route.path, method) for router in ROUTERS for route in router.routes for method in sorted(route.methods or ())
    ]
    assert len(seen) == len(set(seen))
