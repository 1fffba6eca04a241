"""Pages that are not HTML: PDF, JSON, plain text and feeds, read and made into pages that can be compared."""
