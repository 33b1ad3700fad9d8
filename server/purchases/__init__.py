"""What is bought with real money: the catalogue, orders and all that platforms tell of them."""
