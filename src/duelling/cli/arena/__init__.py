"""duelling arena: ask, tell, and look after an arena."""
