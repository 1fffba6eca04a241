"""Evidence of what a page said.

Every version enters a signed log. The proof is one file that an editor, a lawyer or a court can check without
this archive and without Pagestrata: it contains a shell script that only needs openssl. Needs `pip install
'pagestrata[proof]'`.
"""

from pagestrata.demo.story import Story

with Story() as story:
    story.run("key", "create")
    story.run("visit", story.url)
    story.run("prove", f"{story.url}@latest", "-o", "proof.zip")
    story.run("check", "proof.zip")
