"""What a delta says and how it is applied: changes inside blocks, moves between them, looks, and the patch."""
