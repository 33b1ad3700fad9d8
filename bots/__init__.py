"""Chat play: one dialogue and its front ends."""
