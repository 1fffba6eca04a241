"""The `pagestrata` command. Commands are loaded when they are called, so that `--help` starts at once."""

from __future__ import annotations

import atexit
import gc
import importlib
import keyword
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from pagestrata import __version__
from pagestrata.cli.output import complain
from pagestrata.errors import PagestrataError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

# theme -> command -> (module, help). The help is here so that listing the commands imports none of them.
THEMES: dict[str, dict[str, tuple[str, str]]] = {
    "Start here": {
        "demo": ("demo", "See how it works: visit a small site that changes."),
        "visit": ("visit", "Visit a page once and keep a version if it changed."),
        "watch": ("watch", "Manage the watched pages: schedule, tags and what matters on them."),
        "run": ("run", "Visit the watched pages on schedule."),
        "serve": ("serve", "Start the web application."),
    },
    "See what changed": {
        "log": ("log", "List the versions of a page."),
        "show": ("show", "Show an archived version."),
        "diff": ("diff", "Compare two versions, block by block."),
        "ask": ("ask", "Ask in plain words what changed."),
        "summary": ("ask", "Summarise changes with your own language model."),
        "search": ("ask", "Search the text of all versions."),
        "feed": ("feed", "Write an Atom or JSON feed of changes."),
    },
    "Follow and notify": {
        "follow": ("follow", "Follow a block across versions and redesigns."),
        "notify": ("notify", "Send notifications about pages and followed blocks."),
        "plan": ("plan", "List the next visits, and why."),
    },
    "Teach it what matters": {
        "mark": ("learn", "Mark a change as one that mattered or as noise."),
        "keep": ("learn", "Keep the result of a skipped visit as a version."),
        "train": ("learn", "Train a decision model on labelled or marked changes."),
    },
    "Exchange and prove": {
        "import": ("import_files", "Import WARC and WACZ files, address lists and sitemaps."),
        "export": ("exchange", "Export versions to a WARC file or a WACZ package."),
        "prove": ("proofs", "Write a proof of a version that anyone can check."),
        "check": ("proofs", "Check a proof, without the archive."),
        "key": ("keys", "Manage the key that signs the archive's log."),
        "stamp": ("proofs", "Have time authorities stamp the log."),
        "mcp": ("mcp", "Serve the archive to an assistant (Model Context Protocol)."),
    },
    "Single pages and research": {
        "capture": ("capture", "Capture a page to a file."),
        "segment": ("segment", "Cut a page into visual blocks."),
        "quick": ("quick", "Compare the source of two pages or feeds, without a browser."),
        "query": ("ask", "Run an XQuery over archived versions."),
        "analyse": ("analyse", "Turn WARC and WACZ collections into Parquet tables."),
        "simulate": ("simulate", "Simulate new versions of a page with known changes."),
    },
    "Archive and machine": {
        "settings": ("settings", "Show or change the settings of the archive."),
        "stats": ("upkeep", "Show what the archive contains."),
        "verify": ("upkeep", "Check every byte of the archive."),
        "gc": ("upkeep", "Delete data that no version needs."),
        "doctor": ("machine", "Check this machine for what is missing."),
        "browser": ("machine", "Check or install the browser."),
        "completion": ("completion", "Set up completion for bash, zsh or fish."),
        "systemd": ("machine", "Write a systemd unit for the monitor."),
    },
}
COMMANDS = {name: found for commands in THEMES.values() for name, found in commands.items()}
CALM_COLLECTOR = (100_000, 20, 20)
"""Loading modules makes many objects that stay: looking for garbage among them takes an eighth of a short command."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one only when it runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"pagestrata.cli.{COMMANDS[cmd_name][0]}")
        # a function cannot be called `import`
        name = f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name.replace("-", "_")
        command: click.Command = getattr(module, name)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        named = [CompletionItem(name, help=text) for name, (_, text) in COMMANDS.items() if name.startswith(incomplete)]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Commands first: the newcomer's five, then the rest by theme."""
        for title, commands in THEMES.items():
            with formatter.section(title):
                formatter.write_dl([(name, text) for name, (_, text) in commands.items()])
        click.Command.format_options(self, ctx, formatter)
        formatter.write_paragraph()
        formatter.write_text("Run pagestrata COMMAND --help for the options of a command.")


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="pagestrata")
@click.option(
    "--archive",
    metavar="DIR_OR_URL",
    envvar="PAGESTRATA_ARCHIVE",
    help="Archive: a folder or a postgresql://… address.",
)
@click.option("--browser", metavar="PATH", envvar="PAGESTRATA_BROWSER", help="Path of Chrome, Chromium or Edge.")
@click.option(
    "--allow-private",
    is_flag=True,
    envvar="PAGESTRATA_ALLOW_PRIVATE",
    help="Allow pages on loopback and private addresses.",
)
@click.option("--verbose", "-v", is_flag=True, help="Print more messages to standard error.")
@click.option("--debug", is_flag=True, envvar="PAGESTRATA_DEBUG", help="Print the traceback of an error.")
@click.pass_context
def cli(ctx: click.Context, /, **settings: Any) -> None:
    """Pagestrata is a visual web archive and change monitor: it keeps the versions of a page that matter and says what
    changed."""
    from pagestrata.cli.options import Settings, set_up_logging

    ctx.obj = Settings(**settings)
    set_up_logging(verbose=ctx.obj.verbose or ctx.obj.debug)


def _is_set(name: str) -> bool:
    return os.environ.get(name, "").lower() not in {"", "0", "false", "no", "off"}


def _not_utf8(arguments: list[str]) -> str:
    """Return why an argument cannot be passed on, or ''."""
    odd = next((text for text in arguments if any("\ud800" <= letter <= "\udfff" for letter in text)), None)
    return "" if odd is None else f"the argument {odd[:200]!r} is not UTF-8; write it in UTF-8, or rename the file"


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; errors become one clear message and an exit code."""
    gc.set_threshold(*CALM_COLLECTOR)
    # Python looks for garbage once more before it ends: a fifth of a short command, for memory that is given back anyway.
    atexit.register(gc.freeze)
    debug = "--debug" in (sys.argv[1:] if arguments is None else arguments) or _is_set("PAGESTRATA_DEBUG")
    try:
        code = cli.main(args=arguments, prog_name="pagestrata", standalone_mode=False)
    except click.exceptions.Abort:
        complain("stopped; everything stored so far is kept, and repeating the command continues or restarts it")
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except PagestrataError as error:
        if debug:
            raise
        complain(str(error))
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except UnicodeEncodeError as error:
        if debug:
            raise
        problem = _not_utf8(sys.argv[1:] if arguments is None else arguments)
        complain(problem or f"unexpected error ({error}); run again with --debug and report it")
        sys.exit(2)
    except Exception as error:  # the last line of defence: a person sees a message, not a traceback
        if debug:
            raise
        what = f"{type(error).__name__}: {error}".strip().splitlines()[0]
        complain(f"unexpected error ({what}); run again with --debug and report it")
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
