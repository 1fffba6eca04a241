"""What changes by itself, known by how and where it changed: figures, lines, lists in turns, clocks of the visit."""
