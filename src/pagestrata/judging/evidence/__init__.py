"""What speaks for or against an edit, one kind a module: numbers, never verdicts."""
