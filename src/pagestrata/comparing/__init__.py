"""From two block trees to a `Delta`."""
