"""Parts of grids: a cell is what its row and its column are called, not where it stands."""
