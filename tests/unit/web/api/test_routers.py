from pagestrata.web.api.route import PREFIX, ApiRoute
from pagestrata.web.api.routers import API_ROUTERS


def test_all_of_it_is_under_one_prefix_with_etags():
    routes = [route for router in API_ROUTERS for route in router.routes]
    assert len(routes) > 35
    assert all(isinstance(route, ApiRoute) and route.path.startswith(PREFIX) for route in routes)
