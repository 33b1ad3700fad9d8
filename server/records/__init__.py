"""What is left of a match and proves it: the sealed dice, the log, and the check of both."""
