"""What is known by name: algorithms and bandits with their facts, problems, and a user's own files."""
