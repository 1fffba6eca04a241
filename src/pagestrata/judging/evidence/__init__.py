"""Evidence for or against an edit: numbers, never verdicts."""
