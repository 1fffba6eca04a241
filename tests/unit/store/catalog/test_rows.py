from pagestrata.model.change_rows import change_rows
from pagestrata.model.deltas import Change, Delta
from pagestrata.store.catalog.rows import block_seal, version_seal

DELTA = Delta(
    changes=(
        Change(op="update", element="text", block="1.1", old="o", new="n"),
        Change(op="update", element="text", block="1.2", old="o", new="n"),
    )
)


def test_seals_notice_every_difference() -> None:
    assert block_seal("topic", "text") != block_seal("topi", "ctext")
    names = [
        "page_id",
        "captured_at",
        "status",
        "title",
        "importance",
        "changes",
        "digest",
        "etag",
        "last_modified",
        "facts",
        "body_id",
        "responses_id",
        "layout_id",
        "recipe_id",
        "tree_id",
        "delta_id",
        "blocks",
        "slices",
        "pieces",
        "resources",
    ]
    row = dict.fromkeys(names, 1)
    rows = change_rows(DELTA, None)
    seals = {version_seal(row, rows), version_seal(row, rows[1:])} | {
        version_seal({**row, name: 2}, rows) for name in names
    }
    assert len(seals) == len(names) + 2
