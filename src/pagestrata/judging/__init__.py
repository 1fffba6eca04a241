"""Is a new version worth keeping? pairing -> edits -> values -> evidence -> model -> findings -> page -> reasons."""
