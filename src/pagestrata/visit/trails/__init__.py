"""The followed blocks of a page at a visit: found again in what it shows, in its source or in its feed."""
