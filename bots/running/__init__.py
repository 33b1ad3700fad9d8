"""What keeps a bot going: the workers that handle updates, show boards and tell news."""
