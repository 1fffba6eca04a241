"""Watch terms of use.

Only the text of the agreement counts: its surroundings have no weight. A message is sent when one of two words appears
or disappears. Here the message goes to a file; a mail address or a chat works the same way.
"""

import json

from pagestrata.demo.story import Story

with Story() as story:
    terms = f"{story.url}fares"  # the conditions of a ferry, in a table
    story.run("watch", "add", terms, "--title", "Fares", "--tag", "terms", "--importance", "sidebar=0")
    story.run("visit", terms)
    story.run("notify", "add", "tag:terms", "--to", f"file:{story.folder / 'archive' / 'told.jsonl'}", "--word", "Car")
    story.site.apply("no cars")
    story.run("visit", terms)
    told = (story.folder / "archive" / "told.jsonl").read_text()
    print(json.loads(told.splitlines()[0])["title"])
