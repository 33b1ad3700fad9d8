"""VK: mini apps, games in a frame, payments for votes, the community."""
