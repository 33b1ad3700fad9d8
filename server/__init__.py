"""The service: use cases, storage, relay, HTTP and WebSocket, configuration, command line."""
