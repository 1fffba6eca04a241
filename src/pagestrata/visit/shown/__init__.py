"""What a person is shown of the changes between two versions."""
