"""The configuration: variables `NARDY_…` of the environment or of `.env`, read once at the start.

Whatever is missing, malformed or unknown is refused in one answer that names each variable.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final
from zoneinfo import ZoneInfo

import msgspec
from dotenv import dotenv_values
from pydantic import (
    BaseModel,
    ConfigDict,
    PlainSerializer,
    PlainValidator,
    SecretStr,
    ValidationError,
)

from platforms.secret import Secrets
from server.config import values
from server.config.consistency import inconsistencies
from server.config.demo import FILE, DemoSecrets, demo_secrets, holds_demo
from server.config.problems import (
    PREFIX,
    Misconfigured,
    Problem,
    UnreadableFile,
    Unusable,
    problems_of,
)
from server.config.values import Address, AppsInsideOk, Keys, Network
from server.settings import Settings

__all__ = [
    "Address",
    "AppsInsideOk",
    "Config",
    "Keys",
    "Misconfigured",
    "Network",
    "Unusable",
    "listen_address",
    "load",
    "load_begun_demo",
    "settings_in_force",
]

ApiUrl = Annotated[str, PlainValidator(values.api_url)]
ListenAt = Annotated[Address, PlainValidator(values.address)]
Number = Annotated[str, PlainValidator(values.number)]
Secret = Annotated[Secrets, PlainValidator(values.secrets), PlainSerializer(repr)]
Token = Annotated[Secrets, PlainValidator(values.tokens), PlainSerializer(repr)]

LISTEN: Final = Address("127.0.0.1", 8080)
OF_THE_TESTS: Final = "TEST_DATABASE_URL"
TRUE: Final = frozenset({"1", "true", "yes", "on"})


class Config(BaseModel):
    """All that differs between one installation and another; a secret never shows in `repr`.

    A door whose secret is not given stays shut.
    """

    model_config = ConfigDict(
        arbitrary_types_allowed=True, extra="forbid", frozen=True, hide_input_in_errors=True
    )

    database_url: Annotated[SecretStr, PlainValidator(values.database_url)] | None = None
    """A PostgreSQL 15 or newer; without one, the embedded one under `data`."""
    data: Annotated[Path, PlainValidator(values.folder)] = Path("data")
    """Where the embedded database and a demo's secrets lie."""
    settings: Annotated[Settings, PlainValidator(values.settings)] = Settings()
    """The settings of the business, out of the file that the variable names."""
    listen: ListenAt = LISTEN
    ops_listen: ListenAt = Address("127.0.0.1", 9090)
    """For metrics and administration: not for the world."""
    public_url: Annotated[str, PlainValidator(values.origin)] = ""
    """Where people reach the service, without a path. `load` leaves it never empty."""
    origins: Annotated[frozenset[str], PlainValidator(values.origins)] = frozenset()
    """Pages that may use the service. `load` adds the public URL's."""
    trusted_proxies: Annotated[tuple[Network, ...], PlainValidator(values.networks)] = ()
    timezone: Annotated[ZoneInfo, PlainValidator(values.timezone)] = ZoneInfo("Europe/Moscow")
    """Whose midnight ends a day of leaderboards and news."""
    demo: bool = False
    dice_keys: Annotated[Keys, PlainValidator(values.keys), PlainSerializer(repr)] = Keys()
    """What the secrets of the dice are encrypted with. `load` leaves them never empty."""
    admin_token: Token | None = None
    """Makes the first operator, and does nothing else."""
    smtp_url: Annotated[SecretStr, PlainValidator(values.smtp_url)] | None = None
    """With one, people may sign in by a code that is sent to them."""
    smtp_ca: Annotated[Path, PlainValidator(values.certificates)] | None = None
    """Who signs the mail server's certificate, where that is not public."""
    mail_from: Annotated[str, PlainValidator(values.mail_address)] | None = None
    """Who writes; without one, `nardy@` and the host of the public URL."""
    test_orders: bool = False
    """Whether the platforms' test payments are taken."""

    vk_app_id: Number | None = None
    vk_secret: Secret | None = None
    vk_service_token: Secret | None = None
    vk_group_id: Number | None = None
    vk_group_token: Secret | None = None
    vk_callback_secret: Secret | None = None
    vk_confirmation: str | None = None
    vk_ok_apps: Annotated[
        AppsInsideOk, PlainValidator(values.apps_inside_ok), PlainSerializer(repr)
    ] = AppsInsideOk()
    vk_api_url: ApiUrl = "https://api.vk.ru"
    vk_id_app_id: Number | None = None
    """The app of VK ID, by which people sign in on the page by itself."""
    vk_id_url: ApiUrl = "https://id.vk.com"

    ok_app_id: Number | None = None
    ok_app_key: str | None = None
    ok_secret: Secret | None = None
    ok_api_url: ApiUrl = "https://api.ok.ru"
    ok_login: bool = False
    """Whether people sign in by OK on the page by itself; the app must know its address."""
    ok_login_url: ApiUrl = "https://connect.ok.ru"

    fb_app_id: Number | None = None
    fb_secret: Secret | None = None
    fb_verify_token: Secret | None = None
    fb_api_url: ApiUrl = "https://graph.facebook.com"
    fb_login: bool = False
    """Whether people sign in by Facebook on the page by itself; the app must know its address."""
    fb_login_url: ApiUrl = "https://www.facebook.com"

    telegram_token: Secret | None = None
    telegram_webhook_secret: Secret | None = None
    telegram_api_url: ApiUrl = "https://api.telegram.org"
    telegram_client_id: Number | None = None
    """With its secret: BotFather's Web Login, by which people sign in on the page by itself."""
    telegram_client_secret: Secret | None = None
    telegram_login_url: ApiUrl = "https://oauth.telegram.org"


def load(environ: Mapping[str, str] = os.environ, dotenv: Path = Path(".env")) -> Config:
    """Read `environ`, and `dotenv` for what it does not say; raises `Misconfigured`.

    A demo makes its secrets under `data` by it; raises `Unusable` when that cannot be.
    """
    given = _given(environ, dotenv)
    demo = given.get("DEMO", "").lower() in TRUE
    problems = list(inconsistencies(given, demo=demo))
    try:
        config = Config.model_validate({name.lower(): text for name, text in given.items()})
    except ValidationError as error:
        raise Misconfigured({*problems, *problems_of(error)}) from None
    if problems:
        raise Misconfigured(problems)
    config = _demo(config, _secrets(config.data)) if demo else config
    return config.model_copy(update={"origins": config.origins | {config.public_url}})


def load_begun_demo(
    environ: Mapping[str, str] = os.environ, dotenv: Path = Path(".env")
) -> Config:
    """Read the configuration of the demo whose data folder it names, and begin none."""
    data = values.folder(_given(environ, dotenv).get("DATA", "data"))
    if not holds_demo(data):
        raise Unusable("DATA", f"{data} holds no demo: start one with `make run`")
    return load({**environ, f"{PREFIX}DEMO": "1"}, dotenv)


def listen_address(
    environ: Mapping[str, str] = os.environ, dotenv: Path = Path(".env")
) -> Address:
    """Read where the service of this environment listens, whatever the other variables say."""
    text = _given(environ, dotenv).get("LISTEN")
    try:
        return values.address(text) if text else LISTEN
    except ValueError as error:
        raise Misconfigured([Problem("LISTEN", str(error))]) from None


def settings_in_force(
    environ: Mapping[str, str] = os.environ, dotenv: Path = Path(".env")
) -> Settings:
    """Read the settings of the business alone, whatever the other variables say."""
    path = _given(environ, dotenv).get("SETTINGS")
    try:
        return values.settings(path) if path else Settings()
    except ValueError as error:
        raise Misconfigured([Problem("SETTINGS", str(error))]) from None


def _given(environ: Mapping[str, str], dotenv: Path) -> Mapping[str, str]:
    """Return the texts of our variables by their names without the prefix; empty ones are none."""
    both = {**_kept(dotenv), **environ}
    ours = {
        name.removeprefix(PREFIX): text for name, text in both.items() if name.startswith(PREFIX)
    }
    return {name: text for name, text in ours.items() if text and name != OF_THE_TESTS}


def _kept(dotenv: Path) -> Mapping[str, str | None]:
    """Return what a file says that need not be there."""
    try:
        return dotenv_values(dotenv, interpolate=False)
    except OSError as error:
        raise UnreadableFile(dotenv, error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise UnreadableFile(dotenv, "this is no text in UTF-8") from error


def _secrets(data: Path) -> DemoSecrets:
    try:
        return demo_secrets(data)
    except OSError as error:
        raise Unusable("DATA", f"{data} cannot be used: {error.strerror}") from error
    except msgspec.MsgspecError as error:
        raise Unusable("DATA", f"{data / FILE} is not what a demo wrote: {error}") from error


def _demo(config: Config, made: DemoSecrets) -> Config:
    public_url = config.public_url or f"http://{config.listen}"
    by_name = f"http://localhost:{config.listen.port}"
    return config.model_copy(
        update={
            "public_url": public_url,
            "origins": config.origins | {by_name, f"http://{config.listen}"},
            "dice_keys": config.dice_keys or values.keys(made.dice_key),
            "vk_app_id": made.vk_app_id,
            "vk_secret": Secrets.of(made.vk_secret),
            "ok_app_id": made.ok_app_id,
            "ok_app_key": made.ok_app_key,
            "ok_secret": Secrets.of(made.ok_secret),
            "fb_app_id": made.fb_app_id,
            "fb_secret": Secrets.of(made.fb_secret),
            "telegram_token": Secrets.of(made.telegram_token),
        }
    )
