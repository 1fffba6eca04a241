"""Work on what strangers wrote, in processes of their own with limits on time, memory and files."""
