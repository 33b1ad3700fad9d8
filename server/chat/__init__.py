"""Talk: in the lobby, at tables, between friends; reports of it, and what moderators do."""
