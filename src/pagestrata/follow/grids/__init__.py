"""Parts of grids: a cell is identified by the names of its row and column, not by its position."""
