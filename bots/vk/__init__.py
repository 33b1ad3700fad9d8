"""The bot of our VK community: vk_api in threads, its faults contained."""
