"""Regular expressions that are compiled on first use.

Compiling a pattern takes up to ten milliseconds where it names ranges of many letters, and a command needs few of the
patterns of the modules that it loads.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, AnyStr

if TYPE_CHECKING:

    def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
        """Return what `re.compile` returns, compiled on first use."""
        return re.compile(text, flags)

else:

    class pattern:  # noqa: N801 - it is called as a function is
        """What `re.compile` returns, compiled on first use."""

        def __init__(self, text: str | bytes, flags: int = 0) -> None:
            self._given = text, flags

        def __getattr__(self, name: str) -> Any:
            """Called once: from then on the methods of the compiled pattern are attributes of this object."""
            if name.startswith("__"):
                raise AttributeError(name)
            compiled = re.compile(*self._given)
            for method in ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"):
                setattr(self, method, getattr(compiled, method))
            return getattr(compiled, name)
