"""Ratings: how strong players are, told from the matches they have finished."""

from game.rating.fibs import FRESH, Rating, rated
from game.rating.results import Won, won_by_points, won_coins

__all__ = ["FRESH", "Rating", "Won", "rated", "won_by_points", "won_coins"]
