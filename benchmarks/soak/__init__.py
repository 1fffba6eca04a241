"""Many captures among hostile pages, one behind the other: what stays behind, and whether the memory ceiling is held."""
