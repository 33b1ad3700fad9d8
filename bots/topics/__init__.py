"""The parts of the dialogue: what people may ask for, by subject."""
