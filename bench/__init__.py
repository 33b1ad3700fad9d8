"""How fast Nardy is beside a bare relay that keeps as much and judges nothing: `make bench`."""
