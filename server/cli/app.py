"""All commands by name."""

import typer

from server.cli import (
    admin,
    bots,
    casework,
    database,
    demo,
    disputes,
    mail,
    moderating,
    money,
    payments,
    people,
    promotions,
    records,
    rules,
    service,
    signs,
    tournaments,
)

app = typer.Typer(
    help="Nardy: the backend of a backgammon service.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,  # a bug of ours shows Python's own traceback
)
app.command()(service.serve)
app.command()(database.migrate)
app.command()(demo.demo)
app.command()(demo.launch)
app.command()(records.verify_dice)
app.command()(records.export)
app.command("import")(records.import_)
app.command()(rules.plays)
app.command()(rules.adjudicate)
admin.app.command()(money.audit)
admin.app.command()(money.grant)
admin.app.command()(money.take)
admin.app.command()(money.refund)
admin.app.command()(money.vip)
admin.app.command()(money.certificate)
admin.app.command()(money.acts)
admin.app.command()(payments.reconcile)
admin.app.add_typer(money.operator, name="operator")
admin.app.add_typer(people.app, name="people")
admin.app.add_typer(promotions.app, name="promotions")
admin.app.add_typer(tournaments.app, name="tournaments")
admin.app.add_typer(disputes.app, name="disputes")
admin.app.add_typer(moderating.reports, name="reports")
admin.app.add_typer(moderating.news, name="news")
admin.app.add_typer(casework.purchases, name="purchases")
admin.app.add_typer(casework.cases, name="cases")
admin.app.command()(mail.mail)
admin.app.add_typer(signs.app, name="signs")
app.add_typer(bots.app, name="bot")
app.add_typer(admin.app, name="admin")
