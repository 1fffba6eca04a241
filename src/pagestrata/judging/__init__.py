"""Does a change matter? context (which blocks belong together) -> edits -> values -> evidence -> model -> findings."""
