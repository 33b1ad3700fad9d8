"""Facebook: Instant Games, receipts, webhooks, deletion of data."""
