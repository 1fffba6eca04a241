"""What screens and answers show, made from the archive; no HTTP, no HTML."""
