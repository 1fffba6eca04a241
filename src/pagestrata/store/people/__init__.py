"""What people said and are told: accounts, watches, followed blocks, marks, settings, messages."""
