"""Signs of arranged losses: collected with their evidence for a human, who alone decides."""
