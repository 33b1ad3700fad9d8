"""Play by chat, as far as the service knows of it: what bots have heard, and what they show."""
