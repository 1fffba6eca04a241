"""Who asks, from where, and what they may do."""
