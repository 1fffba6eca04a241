"""A site that closes is saved whole.

The watch of a site finds its pages by links and sitemaps, and `run --once` visits the pages that are due. The WACZ
package opens in ReplayWeb.page, pywb and other tools long after the site is gone.
"""

import zipfile

from pagestrata.demo.story import Story

with Story() as story:
    story.run("watch", "add", story.url, "--scope", "host", "--depth", "1", "--max-pages", "3", "--robots", "ignore")
    story.run("run", "--once", "--budget", "3000/hour", "--host-delay", "0")
    story.run("log")
    story.run("export", "--wacz", "-o", "newspaper.wacz")
    with zipfile.ZipFile(story.folder / "newspaper.wacz") as packed:
        assert "datapackage.json" in packed.namelist()
    story.run("verify")
