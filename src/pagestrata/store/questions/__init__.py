"""Questions to the archive as a whole: lists, overviews, searches in time."""
