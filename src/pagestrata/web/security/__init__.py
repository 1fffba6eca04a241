"""Who sends a request, from where, and what they may do."""
