"""What changed between two texts, as a person would point at it, and what the words tell."""
