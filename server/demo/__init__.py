"""The demo: invented people of four platforms, and two of them who play a match by themselves."""
