"""From an address or a file to a `Snapshot`."""
