"""`make site`: the documentation as a site, in build/site. Nothing is written for it that stands somewhere else already.

The pages are those of docs/; README, CHANGELOG and CONTRIBUTING are pages too. The pages of the commands are made from the
program, that of the API from its description, the notebook from its cells, the gallery from its scripts. The lists in the
README of each section are the navigation.

Zensical builds it (MIT): it is the successor of Material for MkDocs, which ends in May 2027, by the same people. The settings
are those of MkDocs, so that either builds it.
"""

from __future__ import annotations

import argparse
import ast
import json
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import yaml

from pagestrata.cli.main import COMMANDS, THEMES, cli
from pagestrata.cli.options import SECTIONS as SECTIONS_OF_HELP
from pagestrata.cli.options import help_row

ROOT = Path(__file__).parents[1]
SECTIONS = {
    "Tutorial": "tutorial",
    "How-to": "how-to",
    "Gallery": "gallery",
    "Reference": "reference",
    "Explanation": "explanation",
}
REPOSITORY_PAGES = {"README.md": "index.md", "CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md"}
_LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)]*)?\))")
_LISTED = re.compile(r"^- \[([^\]]+)\]\(([^)]+)\)", re.MULTILINE)
_PAGE = re.compile(r"Page_(\w+)_")
_NO_MARKUP = str.maketrans({"<": "&lt;", **{character: f"\\{character}" for character in "|>*_[]"}})
STYLE = """
/* Links can be told from text without colour, and quiet text can be read on white. */
.md-typeset a:not(.headerlink) { text-decoration: underline; }
:root {
  --md-default-fg-color--light: rgba(0, 0, 0, .7);
  --md-default-fg-color--lighter: rgba(0, 0, 0, .65);
  --md-footer-fg-color--light: rgba(255, 255, 255, .8);
  --md-footer-fg-color--lighter: rgba(255, 255, 255, .7);
}
"""


def settings(source: Path, target: Path, navigation: list[Any]) -> dict[str, Any]:
    """The settings of the site, as MkDocs and Zensical read them."""
    return {
        "site_name": "Pagestrata",
        "site_description": "A visual web archive and change monitor",
        "docs_dir": source.name,
        "site_dir": target.name,
        "use_directory_urls": False,  # so that the site can be read from a folder, too
        "theme": {
            "name": "material",
            "variant": "classic",
            "language": "en",
            "font": False,  # nothing is asked of other servers
            "features": ["navigation.indexes", "navigation.top", "search.highlight", "content.code.copy"],
            "icon": {"logo": "material/layers-triple"},
        },
        "plugins": ["search"],
        "extra_css": ["site.css"],
        "markdown_extensions": [
            "tables",
            "attr_list",
            {"toc": {"permalink": False}},
            "pymdownx.superfences",
            "pymdownx.highlight",
        ],
        "validation": {"invalid_links": True, "invalid_link_anchors": True},
        "nav": navigation,
    }


def write_pages(source: Path) -> list[Any]:
    """Write every page into an empty folder, and return the navigation."""
    shutil.copytree(ROOT / "docs", source, ignore=shutil.ignore_patterns("README.md", "*.md", "__pycache__"))
    for page in sorted((ROOT / "docs").rglob("*.md")):
        place = Path("docs") / page.relative_to(ROOT / "docs")
        _write(source / _place_of(place), with_site_links(page.read_text("utf-8"), place))
    for name, place in REPOSITORY_PAGES.items():
        _write(source / place, with_site_links((ROOT / name).read_text("utf-8"), Path(name)))
    _write(source / "site.css", STYLE)
    for name, text in made_pages():
        _write(source / name, text)
    return _navigation(source)


def made_pages() -> Iterator[tuple[str, str]]:
    """Pages that are made from the program, its API, the notebook and the scripts."""
    with click.Context(cli, info_name="pagestrata") as context:
        yield "reference/commands/index.md", _command_index()
        for name in COMMANDS:
            found = cli.get_command(context, name)
            assert found is not None
            yield f"reference/commands/{name}.md", command_page(found, f"pagestrata {name}", context)
    document = _openapi()
    yield "reference/openapi.json", json.dumps(document, indent=1)
    yield "reference/openapi.md", api_page(document)
    notebook = json.loads((ROOT / "docs/how-to/ask-the-tables.ipynb").read_text("utf-8"))
    yield "how-to/ask-the-tables.md", with_site_links(notebook_page(notebook), Path("docs/how-to/ask-the-tables.ipynb"))
    for script in sorted((ROOT / "docs/gallery").glob("*.py")):
        yield f"gallery/{script.stem}.md", script_page(script)


def with_site_links(text: str, page: Path) -> str:
    """A page of the repository with its links as they are on the site."""
    own = _place_of(page)

    def moved(found: re.Match[str]) -> str:
        target = Path(posixpath.normpath(page.parent / found[2]))
        return f"{found[1]}{posixpath.relpath(_place_of(target), own.parent)}{found[3]}"

    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else _LINK.sub(moved, part) for part in parts)


def _place_of(path: Path) -> Path:
    """Where a file of the repository stands on the site."""
    if str(path) in REPOSITORY_PAGES:
        return Path(REPOSITORY_PAGES[str(path)])
    inside = path.relative_to("docs") if path.parts[0] == "docs" else path
    if inside.name == "README.md":
        return inside.with_name("index.md")
    return inside.with_suffix(".md") if inside.suffix in {".ipynb", ".py"} else inside


def command_page(command: click.Command, called: str, context: click.Context, level: int = 1) -> str:
    """The help of a command and of all below it, as a page: what it does, how it is called, and every option."""
    with click.Context(command, info_name=called, parent=context) as own:
        usage = " ".join(command.collect_usage_pieces(own))
        text = f"{'#' * level} {called}\n\n{_help(command)}\n\n```text\n{called} {usage}\n```\n\n"
        for title, options in _sections(command).items():
            rows = "".join(_option_row(each, own) for each in options)
            text += f"| {title} | |\n|---|---|\n{rows}\n"
        if isinstance(command, click.Group):
            for name in command.list_commands(own):
                below = command.get_command(own, name)
                assert below is not None
                text += command_page(below, f"{called} {name}", own, level + 1)
    return text


def _sections(command: click.Command) -> dict[str, list[click.Option]]:
    """The options of a command by the sections of its help screen, with the rare ones, without help itself."""
    found: dict[str, list[click.Option]] = {title: [] for title in ("Options", *SECTIONS_OF_HELP)}
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden and "--help-all" not in option.opts:
            found[getattr(option, "section", "") or "Options"].append(option)
    return {title: options for title, options in found.items() if options}


def _help(command: click.Command) -> str:
    paragraphs = (command.help or "").split("\n\n")
    return "\n\n".join(_plain(paragraph) for paragraph in paragraphs)


def _plain(text: str) -> str:
    """A text of the program in which Markdown finds no markup but code in backticks."""
    parts = re.split("(`[^`]*`)", " ".join(text.split()))
    return "".join(part if part.startswith("`") else part.translate(_NO_MARKUP) for part in parts)


def _option_row(option: click.Option, context: click.Context) -> str:
    shown = help_row(option, context)
    names, text = shown if shown is not None else (", ".join(option.opts), "")
    return f"| `{names.replace('|', '/')}` | {_plain(text)} |\n"


def _command_index() -> str:
    about = "Made from the program itself, as `--help` shows it. [Command line](../command-line.md) says what commands share."
    text = f"# Every command\n\n{about}\n"
    for theme, commands in THEMES.items():
        rows = "".join(f"| [`pagestrata {name}`]({name}.md) | {about} |\n" for name, (_, about) in commands.items())
        text += f"\n## {theme}\n\n| command | what it does |\n|---|---|\n{rows}"
    with click.Context(cli, info_name="pagestrata") as context:
        shared = [each for each in cli.params if isinstance(each, click.Option)]
        rows = "".join(_option_row(each, context) for each in shared)
    return f"{text}\n## Options of every command\n\n| option | what it does |\n|---|---|\n{rows}"


def _openapi() -> dict[str, Any]:
    from pagestrata.web.api.description import openapi_of
    from pagestrata.web.app import ROUTERS

    return openapi_of([route for router in ROUTERS for route in router.routes])


def api_page(document: dict[str, Any]) -> str:
    """Every operation of the API with what it takes and answers, then every record that these name."""
    text = (
        "# Every operation of the API\n\nMade from the description for programs ([openapi.json](openapi.json), OpenAPI "
        f"{document['openapi']}). A running server shows it under `/api/v1`, where calls can be tried. "
        "[HTTP API](http-api.md) says how to use it. [Records](#records) at the end lists the fields of what is sent and "
        "answered; a *page of* records has them in `items`, with `next` for the following page.\n"
    )
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            text += f"\n## {method.upper()} {path}\n\n".replace("{", "&#123;") + _operation(operation)
    text += "\n## Records\n"
    for name, schema in document.get("components", {}).get("schemas", {}).items():
        if not _PAGE.fullmatch(name) and (rows := _field_rows(schema.get("properties", {}))):
            about = _plain(schema.get("description", ""))
            text += (
                f"\n### {name.removesuffix('Shape')}\n\n{about}\n\n| field | type | meaning |\n|---|---|---|\n{rows}"
            )
    return text


def _operation(operation: dict[str, Any]) -> str:
    text = _plain(operation.get("description") or operation.get("summary", "")) + "\n"
    rows = "".join(
        f"| `{each['name']}` | {each['in']} | {_plain(each.get('description', ''))} |\n"
        for each in operation.get("parameters", ())
    )
    if rows:
        text += f"\n| parameter | in | meaning |\n|---|---|---|\n{rows}"
    answers = (told for status, told in operation.get("responses", {}).items() if status.startswith("2"))
    for title, told in (("Body", operation.get("requestBody", {})), *(("Answer", each) for each in answers)):
        schema = told.get("content", {}).get("application/json", {}).get("schema", {})
        if schema:
            text += f"\n{title}: {_type_of(schema)}\n"
    return text


def _field_rows(properties: dict[str, Any]) -> str:
    return "".join(
        f"| `{name}` | {_type_of(told)} | {_plain(told.get('description', ''))} |\n"
        for name, told in properties.items()
    )


def _type_of(schema: dict[str, Any]) -> str:
    """A type in a few words: `string`, `list of Version`, `integer or null`; records are links."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        of_page = _PAGE.fullmatch(name)
        record = (of_page[1] if of_page else name).removesuffix("Shape")
        return f"{'page of ' if of_page else ''}[{record}](#{record.lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_type_of(each) for each in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return " or ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_type_of(schema.get('items', {}))}"
    return str(schema.get("format") or schema.get("type", "any"))


def notebook_page(notebook: dict[str, Any]) -> str:
    """The cells of a notebook as a page."""
    parts = []
    for cell in notebook["cells"]:
        code = "".join(cell["source"])
        parts.append(code if cell["cell_type"] == "markdown" else f"```python\n{code}\n```")
    return "\n\n".join(parts) + "\n"


def script_page(script: Path) -> str:
    """A script of the gallery: its docstring as text, then its code."""
    code = script.read_text("utf-8")
    tree = ast.parse(code)
    title, _, about = (ast.get_docstring(tree) or "").partition("\n")
    first = tree.body[0]
    assert first.end_lineno is not None
    shown = "\n".join(code.splitlines()[first.end_lineno :]).strip()
    ending = f"Download [{script.name}]({script.name}) and run `python {script.name}`: its site comes with the program."
    return f"# {title.rstrip('.')}\n\n{about.strip()}\n\n```python\n{shown}\n```\n\n{ending}\n"


def _navigation(source: Path) -> list[Any]:
    """Each section in the order of its own list."""
    found: list[Any] = [{"Pagestrata": "index.md"}]
    for title, folder in SECTIONS.items():
        index = source / folder / "index.md"
        if not index.exists():
            found.append({title: sorted(f"{folder}/{page.name}" for page in (source / folder).glob("*.md"))})
            continue
        listed = [{name: f"{folder}/{place}"} for name, place in _LISTED.findall(index.read_text("utf-8"))]
        found.append({title: [f"{folder}/index.md", *listed]})
        if folder == "reference":
            commands = [{name: f"reference/commands/{name}.md"} for name in COMMANDS]
            found[-1][title] += [
                {"Every command": ["reference/commands/index.md", *commands]},
                {"Every operation of the API": "reference/openapi.md"},
            ]
    return [*found, {"Changes": "changes.md"}, {"Contributing": "contributing.md"}]


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def build(folder: Path) -> Path:
    """The site in a folder that is made again; returns the folder of its pages. Raises CalledProcessError for any warning."""
    shutil.rmtree(folder, ignore_errors=True)
    source, target = folder / "source", folder / "pages"
    folder.mkdir(parents=True)
    navigation = write_pages(source)
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings(source, target, navigation), sort_keys=False))
    subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", "mkdocs.yml"], cwd=folder, check=True
    )
    return target


def main() -> int:
    parser = argparse.ArgumentParser(prog="make site", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "site", help="where it is built")
    try:
        print(f"make site: {build(parser.parse_args().folder.absolute())}/index.html")
    except subprocess.CalledProcessError as error:
        print(f"make site: failed (code {error.returncode}); what it printed last names the page", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
