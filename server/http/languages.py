"""In which language to answer: Russian or English, by ``Accept-Language``."""

from server.storage.preferences import Language


def language_of(accepted: str | None) -> Language:
    """The better liked of the two (RFC 9110, section 12.5.4); English where neither is named."""
    best: Language = "en"
    weight = 0.0
    for part in (accepted or "").split(","):
        tag, _, parameter = part.partition(";")
        liked = _quality(parameter)
        match tag.strip().lower().partition("-")[0]:
            case "ru" if liked > weight:
                best, weight = "ru", liked
            case "en" if liked > weight:
                best, weight = "en", liked
            case _:
                pass
    return best


def _quality(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
