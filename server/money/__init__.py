"""Coins: what persons own, hold, win, are given and give. Every coin moves through the ledger."""
