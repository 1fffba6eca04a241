"""What stands in the place of a page: told from the page by its words, recorded, and reported once."""
