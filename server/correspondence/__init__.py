"""Letters to support and back: read, kept as cases, answered by mail."""
