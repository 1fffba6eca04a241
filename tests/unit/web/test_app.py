from __future__ import annotations

from pagestrata.web.api.route import PREFIX, ApiRoute
from pagestrata.web.app import API_ROUTERS, ROUTERS
from pagestrata.web.dependencies import PUBLIC_PATHS
from web_fixtures import web_client


def roles_of(dependant) -> set[str]:
    """The roles that the guards of a route ask for."""
    found = {dependant.call.role.label} if hasattr(dependant.call, "role") else set()
    return found.union(*(roles_of(each) for each in dependant.dependencies))


def test_every_route_asks_who_calls_it(tmp_path):
    routes = [route for router in ROUTERS for route in router.routes]
    assert len(routes) > 5
    open_routes = {route.path for route in routes if not roles_of(route.dependant)}
    assert open_routes <= PUBLIC_PATHS, f"these routes name no role: {sorted(open_routes - PUBLIC_PATHS)}"


def test_no_route_that_changes_something_is_open_to_viewers():
    changing = [
        route for router in ROUTERS for route in router.routes if set(route.methods) - {"GET", "HEAD", "OPTIONS"}
    ]
    weak = {
        route.path
        for route in changing
        if route.path not in PUBLIC_PATHS and not roles_of(route.dependant) & {"editor", "admin"}
    }
    assert weak <= {
        "/logout",
        "/account",
        "/mcp",
    }  # under /mcp everybody asks; what changes something goes through the API


def test_no_application_reads_the_parameters_of_its_routes_again(tmp_path):
    with web_client(tmp_path) as client:
        assert client.app.routes == [route for router in ROUTERS for route in router.routes]


def test_every_screen_is_sent_with_the_policy_and_is_not_kept(tmp_path):
    with web_client(tmp_path) as client:
        answer = client.get("/")
    assert answer.status_code == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "frame-src http://127.0.0.1:8081" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=strict" in answer.headers["Set-Cookie"]


def test_no_address_is_answered_twice():
    seen = [
        (route.path, method) for router in ROUTERS for route in router.routes for method in sorted(route.methods or ())
    ]
    assert len(seen) == len(set(seen))


def test_all_of_it_is_under_one_prefix_with_etags():
    routes = [route for router in API_ROUTERS for route in router.routes]
    assert len(routes) > 35
    assert all(isinstance(route, ApiRoute) and route.path.startswith(PREFIX) for route in routes)
