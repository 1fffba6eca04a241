"""What others rely on, as one record: commands and options, Python names, the HTTP API, file formats, archives.

    python -m tools.public_surface FILE

writes it, all but the keys of JSON answers, which `python tests/json_keys.py FILE` adds; `make surface` calls both. The record of
the last release is kept (tests/guards/data/public_surface.json), and a test compares: what was public and is gone must have been
deprecated in that record, and a new major version takes it away.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
from lxml import etree

import pagestrata
from pagestrata.cli.main import cli
from pagestrata.store.catalog.migrate import REVISIONS

OF_ANSWERS = "JSON"
"""The kind of names that `tests/json_keys.py` collects by calling commands."""
SCHEMAS = ("vixml.xsd", "videlta.xsd", "blocks.xsd")
_ELEMENTS = "{http://www.w3.org/2001/XMLSchema}"


def public_surface() -> dict[str, Any]:
    """Every public name, `{name: is it deprecated}` by kind, and the version it was looked at in."""
    return {
        "version": pagestrata.__version__,
        "command line": dict(_command_line()),
        "Python": dict(_python()),
        "HTTP API": dict(_http_api()),
        "formats": dict(_formats()),
        "archives": dict.fromkeys(REVISIONS, False),
    }


def broken_promises(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """What the record promised and the program does not keep, in sentences. Kinds that `now` leaves out are not looked at."""
    is_major = _major(now) > _major(before)
    broken = []
    for kind, names in before.items():
        if kind not in now or kind == "version":
            continue
        for name, was_deprecated in names.items():
            if name in now[kind]:
                continue
            if not was_deprecated:
                broken.append(f"{kind}: {name} is gone and was not deprecated in {before['version']}")
            elif not is_major:
                broken.append(f"{kind}: {name} is deprecated and stays until the next major version")
    return broken


def _major(surface: dict[str, Any]) -> int:
    return int(surface["version"].partition(".")[0])


def _command_line() -> Iterator[tuple[str, bool]]:
    with click.Context(cli) as context:
        yield from _of_command(cli, "pagestrata", context)


def _of_command(command: click.Command, called: str, context: click.Context) -> Iterator[tuple[str, bool]]:
    yield called, bool(command.deprecated)
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            for name in (*parameter.opts, *parameter.secondary_opts):
                yield f"{called} {name}", bool(parameter.deprecated)
        if isinstance(parameter.type, click.Choice):
            what = parameter.opts[0] if isinstance(parameter, click.Option) else parameter.human_readable_name
            for choice in parameter.type.choices:
                yield f"{called} {what} {choice}", False
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from _of_command(found, f"{called} {name}", context)


def _python() -> Iterator[tuple[str, bool]]:
    for name in pagestrata.__all__:
        found = getattr(pagestrata, name)
        yield name, hasattr(found, "__deprecated__")
        if inspect.isfunction(found):
            for parameter in inspect.signature(found).parameters.values():
                if parameter.kind is not parameter.VAR_KEYWORD:
                    yield f"{name}({parameter.name})", False
        elif inspect.isclass(found):
            own = {*vars(found), *getattr(found, "__annotations__", {}), *getattr(found, "__slots__", ())}
            for attribute in sorted(each for each in own if not each.startswith("_")):
                yield f"{name}.{attribute}", hasattr(getattr(found, attribute, None), "__deprecated__")


def _http_api() -> Iterator[tuple[str, bool]]:
    from pagestrata.web.api.description import openapi_of
    from pagestrata.web.app import ROUTERS

    document = openapi_of([route for router in ROUTERS for route in router.routes])
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            yield f"{method.upper()} {path}", bool(operation.get("deprecated"))
            for parameter in operation.get("parameters", ()):
                yield f"{method.upper()} {path} {parameter['name']}", bool(parameter.get("deprecated"))
            for way, is_deprecated in _answered(operation, document["components"]["schemas"]):
                yield f"{method.upper()} {path} → {way}", is_deprecated
    for name, schema in document["components"]["schemas"].items():
        for field, described in schema.get("properties", {}).items():
            yield f"{name}.{field}", bool(described.get("deprecated"))


def _answered(operation: dict[str, Any], schemas: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """The way to every key of what an operation answers where all is well: `items[].url`."""
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            schema = response.get("content", {}).get("application/json", {}).get("schema", {})
            yield from _keys(schema, schemas, "", ())


def _keys(
    schema: dict[str, Any], schemas: dict[str, Any], above: str, inside: tuple[str, ...]
) -> Iterator[tuple[str, bool]]:
    named = schema.get("$ref", "").rpartition("/")[2]
    if named and named not in inside:  # a shape may hold itself
        yield from _keys(schemas[named], schemas, above, (*inside, named))
    for choice in (*schema.get("anyOf", ()), *schema.get("allOf", ()), *schema.get("oneOf", ())):
        yield from _keys(choice, schemas, above, inside)
    if "items" in schema:
        yield from _keys(schema["items"], schemas, f"{above}[]", inside)
    for name, part in schema.get("properties", {}).items():
        way = f"{above}.{name}".removeprefix(".")
        yield way, bool(part.get("deprecated"))
        yield from _keys(part, schemas, way, inside)


def _formats() -> Iterator[tuple[str, bool]]:
    for file in SCHEMAS:
        tree = etree.fromstring((files("pagestrata.formats") / "schemas" / file).read_bytes())
        for node in tree.iter(f"{_ELEMENTS}element", f"{_ELEMENTS}attribute"):
            if node.get("name"):
                owner = next((up.get("name") for up in node.iterancestors() if up.get("name")), "")
                yield f"{file} {owner}/{etree.QName(node).localname} {node.get('name')}", False


def main() -> None:
    file = Path(sys.argv[1])
    before = json.loads(file.read_text()) if file.exists() else {}
    kept = {OF_ANSWERS: before[OF_ANSWERS]} if OF_ANSWERS in before else {}
    file.write_text(json.dumps(kept | public_surface(), indent=0, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
