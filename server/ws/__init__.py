"""The socket: its door, the person behind it, the verbs, the shapes on the wire."""
