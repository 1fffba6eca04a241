"""Making and applying deltas: changes inside blocks, moves between them, looks, and the patch."""
