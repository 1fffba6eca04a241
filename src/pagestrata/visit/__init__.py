"""One visit to one page in four steps: plan, load, examine, commit. The product, as a flow of plain records.

- `plan`: what is asked of this page, by the call, its watch and the rules for messages: a `VisitPlan`.
- `load`: what the archive knows of it: a `PageState`.
- `examine`: what the page shows now, compared, weighed and judged, its followed blocks found: `VisitResult`. Pure: it
  reads no archive and no clock but to measure itself, and runs in another process as well as here.
- `commit`: version or visit, trails and messages, in one transaction.

`cascade` runs the four with a browser and an archive at hand; each step is cheaper than the next and may end it.
"""
