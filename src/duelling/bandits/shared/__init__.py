"""What several bandits compute alike."""
