"""The page: plain HTML, CSS and ES modules, served as they are."""
