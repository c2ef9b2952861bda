"""Problems from texts and files."""
