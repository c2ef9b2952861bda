"""The pages for people: voting, standings, the dashboard. They work without script."""
