"""Which addresses may be reached, and the proxy that enforces it for the browser."""
