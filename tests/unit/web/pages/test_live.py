import asyncio

from starlette.requests import Request

from pagestrata.web.app import create_app
from pagestrata.web.pages.live import while_allowed
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.people import EVERYBODY_HERE
from web_fixtures import NOW, web_context


def test_a_token_that_is_revoked_ends_its_stream(tmp_path):
    async def read(context) -> list[str]:
        token, secret = make_token(context.archive, EVERYBODY_HERE, label="x", scope="read", now=NOW)
        headers = [(b"authorization", f"Bearer {secret}".encode())]
        request = Request({"type": "http", "headers": headers, "app": create_app(context)})
        stream = while_allowed(request, context.events.listen())
        lines = [await anext(stream)]
        context.events.publish("visit", url="a")
        lines.append(await anext(stream))
        context.archive.accounts.remove_token(token.id)
        context.events.publish("visit", url="b")
        return lines + [line async for line in stream]

    with web_context(tmp_path, empty=True) as context:
        lines = asyncio.run(read(context))
    assert [line.partition("\n")[0] for line in lines] == ["retry: 3000", "event: visit"]
