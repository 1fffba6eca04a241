"""From a `Snapshot` to a `BlockTree`."""
