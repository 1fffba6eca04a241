from pagestrata.web.api.route import PREFIX, ApiRoute
from pagestrata.web.routers import API_ROUTERS, ROUTERS


def test_no_address_is_answered_twice():
    seen = [
        (route.path, method) for router in ROUTERS for route in router.routes for method in sorted(route.methods or ())
    ]
    assert len(seen) == len(set(seen))


def test_all_of_it_is_under_one_prefix_with_etags():
    routes = [route for router in API_ROUTERS for route in router.routes]
    assert len(routes) > 35
    assert all(isinstance(route, ApiRoute) and route.path.startswith(PREFIX) for route in routes)
