"""What comes into an arena from elsewhere: votes, or a whole journal."""
