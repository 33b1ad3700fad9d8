"""Those who run the service: who they are, what they may, and what they have done."""
