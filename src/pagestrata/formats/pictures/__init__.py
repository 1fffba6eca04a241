"""Pictures as files and as pixels."""
