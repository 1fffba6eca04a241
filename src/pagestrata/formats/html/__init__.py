"""HTML as text: what a server sent, its links, and pages written for others."""
