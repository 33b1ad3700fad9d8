"""The invented people: their launches open the doors of the demo, and of nobody else."""

import re

import pytest

from platforms.doors import Door, Doors
from platforms.facebook.instant_game import InstantGame
from platforms.identity import Platform
from platforms.ok.launch import OkApp
from platforms.refusals import DoorClosed, ForgedLaunch
from platforms.secret import Secrets
from platforms.telegram.init_data import MiniApp
from platforms.vk.game import Game
from platforms.vk.mini_app import MiniApps
from server.demo.people import PEOPLE, DemoLaunches

NOW = 1_800_000_000
NONCE = "the nonce of the server"


def doors(secret: str) -> Doors:
    return Doors(
        vk=MiniApps(inside_vk={"1": Secrets.of(secret)}),
        vk_game=Game(app_id="1", secrets=Secrets.of(secret)),
        ok=OkApp("KEY", Secrets.of(secret)),
        facebook=InstantGame(Secrets.of(secret)),
        telegram=MiniApp(Secrets.of(f"1:{secret}")),
    )


def launches(secret: str = "demo") -> DemoLaunches:
    return DemoLaunches(doors(secret), lambda: NOW)


@pytest.mark.parametrize("door", list(Door))
def test_a_launch_opens_its_door(door: Door) -> None:
    launch = launches().launch(door, "4242", NONCE if door is Door.FACEBOOK else "")
    visitor = doors("demo").verify(door, launch, NOW, NONCE if door is Door.FACEBOOK else None)
    assert visitor.identity.id == "4242"
    with pytest.raises(ForgedLaunch):
        doors("real").verify(door, launch, NOW, NONCE if door is Door.FACEBOOK else None)


def test_there_is_somebody_of_every_platform() -> None:
    platforms = {Platform.VK, Platform.OK, Platform.FACEBOOK, Platform.TELEGRAM}
    assert {person.door.value for person in PEOPLE} == {each.value for each in platforms}


def test_an_address_carries_the_launch_as_the_platform_puts_it() -> None:
    urls = {person.door: person.url for person in launches().people()}
    vk, ok, telegram = (urls[door] or "" for door in (Door.VK, Door.OK, Door.TELEGRAM))
    assert re.fullmatch(r"/\?.*&sign=.*", vk)
    assert re.fullmatch(r"/\?.*&auth_sig=.*", ok)
    assert telegram.startswith("/#tgWebAppData=")
    assert urls[Door.FACEBOOK] is None, "Facebook hosts its games itself"


def test_two_launches_of_ok_are_two_sessions() -> None:
    """The door remembers sessions for a day: the demo is opened more often than that."""
    assert launches().launch(Door.OK, "7") != launches().launch(Door.OK, "7")


@pytest.mark.parametrize("user", ["", "x", "-1", "1.0", "１２", "1" * 19, "1 "])
def test_a_user_that_is_no_number_is_refused(user: str) -> None:
    with pytest.raises(ValueError, match="digits"):
        launches().launch(Door.VK, user)


def test_a_door_that_is_shut_stays_shut() -> None:
    with pytest.raises(DoorClosed):
        DemoLaunches(Doors(), lambda: NOW).launch(Door.VK, "7")
