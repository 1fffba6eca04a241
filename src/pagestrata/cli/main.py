"""The `pagestrata` command. Commands are loaded when they are called, so that `--help` starts at once."""

from __future__ import annotations

import atexit
import gc
import importlib
import keyword
import os
import sys
from typing import Any

import click

from pagestrata import __version__
from pagestrata.cli.output import complain
from pagestrata.errors import PagestrataError

# command -> (module, one-line help). The help stands here so that listing the commands imports none of them.
COMMANDS: dict[str, tuple[str, str]] = {
    "visit": ("visit", "Visit a page through the whole cascade, into the archive."),
    "segment": ("segment", "Cut a page into visual blocks."),
    "diff": ("diff", "Say what changed between two versions, block by block."),
    "quick": ("quick", "Say what changed between two pages or feeds by their source alone, without a browser."),
    "watch": ("watch", "The pages you asked for: names, tags, thresholds."),
    "run": ("run", "Visit the watched pages by themselves, the most urgent first, within a budget."),
    "plan": ("plan", "The next visits, and why."),
    "follow": ("follow", "Follow a block across versions and redesigns."),
    "notify": ("notify", "Say when to be told about a page or a followed block, and where."),
    "feed": ("feed", "What changed, as a feed for readers."),
    "log": ("archive", "List the versions of a page."),
    "show": ("archive", "Show an archived version."),
    "search": ("ask", "Find blocks by their words, in all versions."),
    "query": ("ask", "Run an XQuery over archived versions."),
    "import": ("import_files", "Bring in WARC and WACZ files, lists of pages, sitemaps."),
    "analyse": ("analyse", "Make tables for research from WARC and WACZ collections."),
    "export": ("exchange", "Write versions to a WARC file or a WACZ package."),
    "settings": ("archive_settings", "What holds for all pages of the archive."),
    "stats": ("upkeep", "Count what the archive holds."),
    "verify": ("upkeep", "Check every byte of the archive."),
    "gc": ("upkeep", "Remove what no version needs."),
    "serve": ("serve", "Show the archive in a browser."),
    "mark": ("learn", "Say whether a change mattered or was noise."),
    "keep": ("learn", "Keep what a skipped visit found."),
    "train": ("learn", "Learn from labelled pairs when a change matters."),
    "simulate": ("simulate", "Make new versions of a page, each with the true delta to it."),
    "capture": ("capture", "Capture a page and record the snapshot in a file."),
    "doctor": ("doctor", "Say what this machine has and misses, and what to do about it."),
    "browser": ("browser", "Find or install the browser that pages are opened in."),
    "demo": ("demo", "Visit a small site that changes, and see what is kept and why."),
}
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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="pagestrata")
@click.option("--archive", metavar="DIR_OR_URL", envvar="PAGESTRATA_ARCHIVE", help="Folder or postgresql://… address.")
@click.option("--browser", metavar="PATH", envvar="PAGESTRATA_BROWSER", help="The Chrome, Chromium or Edge to use.")
@click.option(
    "--allow-private", is_flag=True, envvar="PAGESTRATA_ALLOW_PRIVATE", help="Open loopback and private hosts too."
)
@click.option("--verbose", "-v", is_flag=True, help="Say more on standard error.")
@click.option("--debug", is_flag=True, envvar="PAGESTRATA_DEBUG", help="Show the traceback of an error.")
@click.pass_context
def cli(ctx: click.Context, /, **settings: Any) -> None:
    """A visual web archive and change monitor: it keeps the versions of a page that matter and says what changed."""
    from pagestrata.cli.settings import Settings, set_up_logging

    ctx.obj = Settings(**settings)
    set_up_logging(verbose=ctx.obj.verbose or ctx.obj.debug)


def _is_set(name: str) -> bool:
    return os.environ.get(name, "").lower() not in {"", "0", "false", "no", "off"}


def _not_utf8(arguments: list[str]) -> str:
    """Which argument cannot be passed on; '' where all can."""
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
        complain("stopped; what was stored until then stays, and the same command goes on or begins again")
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
        said = _not_utf8(sys.argv[1:] if arguments is None else arguments)
        complain(said or f"unexpected error ({error}); run again with --debug and report it")
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
