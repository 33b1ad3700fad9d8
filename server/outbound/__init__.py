"""Our own calls of the platforms' servers, each with a deadline, retries and a circuit."""
