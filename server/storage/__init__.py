"""What outlives a process: PostgreSQL, and all SQL of the project."""
