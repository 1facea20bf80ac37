"""`bin/paternoster`, or `python -m services.cli`."""

import click

from services.cli import admin, mending, notices, reading, storing


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def paternoster() -> None:
    """Look after a Paternoster. The environment's PATERNOSTER_... values say which one, as for `make run`."""


for command in (
    reading.verify, reading.inspect, reading.replay, reading.export,
    mending.rebuild, mending.repair,
    notices.keys, notices.notices,
    admin.admin,
    storing.archive, storing.restore, storing.backup, storing.restore_backup,
):  # fmt: skip
    paternoster.add_command(command)


if __name__ == "__main__":
    paternoster(prog_name="paternoster")
