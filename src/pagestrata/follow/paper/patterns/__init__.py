"""The four patterns of paper 2: where a block is (area), what leads to it (path), what is in and what is around it."""
