"""HTTP: endpoints as data, one way in, one way out."""
