"""A journalist notices a quiet edit.

An article is changed after publication, without a note. The archive keeps both versions, `diff` shows the words that
came and went, and `log` says when.
"""

from pagestrata.demo.story import Story

with Story() as story:
    article = f"{story.url}article/ferry"
    story.run("visit", article)
    story.site.apply("edited article")
    story.run("visit", article)
    changes = story.run("diff", f"{article}@first", f"{article}@latest", codes=(1,))  # 1: they differ
    found = story.run("log", article)
    assert len(found.splitlines()) >= 2
    assert changes
