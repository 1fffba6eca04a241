"""What was learned elsewhere (see benchmarks/quality) as plain arrays, evaluated with numpy alone."""
