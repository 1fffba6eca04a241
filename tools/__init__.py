"""Programs that try Pagestrata on machines and images they build themselves."""
