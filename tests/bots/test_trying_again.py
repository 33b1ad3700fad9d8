"""When an update whose answer did not get through is tried again."""

from bots.fronts import PutOff, Trouble
from bots.running.updates import again_after


def test_each_try_waits_longer_and_none_is_made_before_the_platform_wants_it() -> None:
    """A platform that asks for a minute takes nothing sooner, and tries are few."""
    assert [again_after(Trouble("cut"), tries) for tries in (1, 2, 4)] == [2_000, 4_000, 8_000]
    assert again_after(PutOff(60), 1) == 60_000
    assert again_after(PutOff(0.5), 4) == 8_000
