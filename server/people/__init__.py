"""People: who is here, friends, profiles, ratings, leaderboards."""
