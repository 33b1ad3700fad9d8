"""A match in a chat: what its board shows, what may be pressed, what presses and words do."""
