"""A price is followed, and a message sent.

`follow` reads the number in a block and finds the block again at every visit. The rule sends a message when the price
rises above 20.
"""

import json

from pagestrata.demo.story import Story

with Story() as story:
    told = story.folder / "archive" / "told.jsonl"
    story.run("visit", story.url)
    words = ("--select", ".price", "--name", "Ferry ticket", "--notify", f"file:{told}", "--above", "20")
    trail = json.loads(story.run("follow", "add", story.url, *words, "--json"))["id"]
    story.site.apply("price")
    story.run("visit", story.url)
    story.run("follow", "history", trail)
    assert len(told.read_text().splitlines()) == 1
