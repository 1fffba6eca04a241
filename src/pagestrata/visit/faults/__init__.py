"""Error pages, logins and bot checks: recognised by their words, recorded, and reported once."""
