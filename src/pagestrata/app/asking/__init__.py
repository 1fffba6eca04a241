"""Questions about changes, answered the same on screens, on the command line and to programs."""
