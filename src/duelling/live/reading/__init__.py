"""What an arena is made of, from files and folders; and an arena as a problem."""
