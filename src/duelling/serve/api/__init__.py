"""The interface for programs: JSON over HTTP, described by OpenAPI."""
