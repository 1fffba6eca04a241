"""Block trees as Vi-XML and JSON."""
