"""Open tables and seats: from an offer to the first commit of a match."""
