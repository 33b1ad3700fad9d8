"""All that bots say, by subject, in Russian and English."""
