"""What happened in an arena, in the order in which it happened: events, and the places where they are kept."""
