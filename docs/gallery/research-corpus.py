"""A corpus for research.

Recordings of any crawler become tables: one row for each page, version, block and change, in Parquet files that
DuckDB, pandas and R read. Needs `pip install 'pagestrata[analysis]'`.
"""

import pyarrow.parquet as parquet

from pagestrata.demo.story import Story

with Story() as story:
    story.run("visit", story.url)
    story.site.apply("new headline")
    story.run("visit", story.url)
    story.run("export", "--warc", "-o", "crawl.warc.gz")
    story.run("analyse", "crawl.warc.gz", "-o", "tables")
    for file in sorted((story.folder / "tables").rglob("*.parquet")):
        table = parquet.read_table(file)
        print(f"{file.name}: {table.num_rows} rows, {', '.join(table.column_names[:6])} …")
