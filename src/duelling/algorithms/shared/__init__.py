"""What several algorithms compute alike."""
