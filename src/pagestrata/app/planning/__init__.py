"""Which page is visited when, and what another plan would have caught."""
