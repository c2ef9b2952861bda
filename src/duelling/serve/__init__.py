"""The arena on the web: an interface for programs, a voting page and a dashboard."""
