"""Programs that try Pagestrata on machines and images they build themselves. Only the standard library is at hand here."""
