"""Lists of responses leave out the page's body, which the version names, and facts what is as usual.

Rows and lists that are there stay as they are and are read as before; programs that do not know the new ones must not
try.
"""

from __future__ import annotations

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    pass
