"""The two applications of a process: what people and platforms reach, and what operators do."""

from aiohttp import web

from server.config import Config
from server.correspondence.receiving import Correspondence
from server.demo.people import DemoLaunches
from server.doors import community_of, doors_of
from server.http.acts import acts_of
from server.http.admin import Administration
from server.http.application import application
from server.http.community import CommunityRoutes
from server.http.facebook_requests import FacebookRequests
from server.http.health import operations
from server.http.mail_in import MailIn
from server.http.payments import PaymentRoutes
from server.operators.office import Office
from server.services import Services
from server.web.routes import page_routes


def for_all(config: Config, services: Services) -> web.Application:
    """All that people and platforms reach."""
    public = application(services)
    community = CommunityRoutes(community_of(config), services.dialogues.community)
    facebook = FacebookRequests(
        services.accounts.forgetting, config.fb_secret, config.public_url, services.clock
    )
    launches = DemoLaunches(doors_of(config)) if config.demo else None
    for routes in (
        PaymentRoutes(services.payments).routes(),
        community.routes(),
        facebook.routes(),
        page_routes(launches),
    ):
        public.router.add_routes(routes)
    return public


def for_operators(office: Office, services: Services, letters: Correspondence) -> web.Application:
    """All that operators reach, and whoever hands in letters to support."""
    ops = operations(services.metrics)
    administration = Administration(office, services.errors, *acts_of(services))
    ops.router.add_routes(administration.routes())
    ops.router.add_routes(MailIn(office.staff, letters, services.errors).routes())
    return ops
