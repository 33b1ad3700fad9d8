"""OK: launches, payments in OKs, signed calls."""
