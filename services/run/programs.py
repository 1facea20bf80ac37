"""What runs, and the process manager's configuration for it."""

import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from shared.log import embedded
from shared.settings import Settings

ROOT = Path(__file__).parents[2]


class Program(msgspec.Struct, frozen=True):
    """`early` ones start before all others and end after them."""

    name: str
    command: Sequence[str]
    early: bool = False
    whole_group: bool = False
    """It has children of its own; what does not end by itself is killed with them."""

    def metrics_port(self, settings: Settings) -> int:
        """0: it has none."""
        watched = settings.metrics_port and self.name in WATCHED
        return settings.metrics_port + WATCHED.index(self.name) if watched else 0


WATCHED = (
    "http", "worker", "inbox", "archiver", "steward", "dispatcher", "celery", "notify", "notices", "analyses", "calls",
)  # fmt: skip
"""Programs with an operators' address, in the order of their ports."""


def programs(settings: Settings, environment: Mapping[str, str]) -> list[Program]:
    """Valkey only where none is configured, the demo games only where they are not switched off."""
    python = sys.executable
    valkey = Program("valkey", embedded.command(settings.var, settings.appendfsync), early=True)
    demo = Program("demo", (python, "-m", "services.demo.keeper"))
    return [
        *([] if settings.redis_url else [valkey]),
        Program("http", (python, "-m", "services.onebox")),
        Program("worker", (python, "-m", "services.engine.worker")),
        Program("inbox", (python, "-m", "services.engine.inbox")),
        Program("archiver", (python, "-m", "services.engine.archiver")),
        Program("steward", (python, "-m", "services.lobby.steward")),
        Program("dispatcher", (python, "-m", "services.bots.dispatcher")),
        Program("celery", _celery(python, _bots(environment)), whole_group=True),
        Program("analyses", _celery(python, ANALYSES), whole_group=True),
        Program("calls", _celery(python, CALLS), whole_group=True),
        Program("notify", (python, "-m", "services.notify")),
        Program("notices", _celery(python, NOTICES), whole_group=True),
        *([] if environment.get("PATERNOSTER_DEMO") == "0" else [demo]),
    ]


ANALYSES = ("services.bots.insight.celery", "--concurrency", "1")
NOTICES = ("services.notify.celery", "--pool", "threads", "--concurrency", "8")
CALLS = ("services.bots.webhook.celery", "--pool", "threads", "--concurrency", "32")
"""Celery apps, and what their tasks run in: threads, where they wait for other people's servers."""


def _bots(environment: Mapping[str, str]) -> Sequence[str]:
    processes = environment.get("PATERNOSTER_BOT_PROCESSES", "2")
    return ("services.bots.celery", "--concurrency", processes)


def _celery(python: str, worker: Sequence[str]) -> Sequence[str]:
    """Without the chatter among workers, which costs seconds at each start and serves nobody here.

    Celery warns root of pickled tasks; ours are JSON and it accepts nothing else.
    """
    app, *pool = worker
    quiet = "ignore:You're running the worker with superuser privileges"
    return (
        python, "-W", quiet, "-m", "celery", "-A", app, "worker", *pool, "--loglevel", "WARNING",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    )  # fmt: skip


def supervisor_socket(settings: Settings) -> Path:
    return settings.var / "supervisor.sock"


def configuration(settings: Settings, given: Sequence[Program]) -> str:
    """The text of `supervisord.conf`; `%` is its escape sign, so that paths may hold one."""
    logs, socket = settings.var / "log", supervisor_socket(settings)
    others = ",".join(program.name for program in given if not program.early)
    head = f"""\
        [supervisord]
        nodaemon=true
        silent=true
        user={_user()}
        directory={_plain(ROOT)}
        logfile={_plain(logs / "supervisor.log")}
        logfile_maxbytes=5MB
        logfile_backups=1
        pidfile={_plain(settings.var / "supervisor.pid")}
        childlogdir={_plain(logs)}

        [unix_http_server]
        file={_plain(socket)}
        chmod=0700

        [rpcinterface:supervisor]
        supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface

        [group:app]
        programs={others}
        priority=20
        """
    sections = [head, *(_section(program, settings) for program in given)]
    return "\n".join(line.strip() for section in sections for line in section.splitlines()) + "\n"


def _section(program: Program, settings: Settings) -> str:
    logs = settings.var / "log"
    return f"""
        [program:{program.name}]
        command={_plain(shlex.join(program.command))}
        priority={10 if program.early else 20}
        autorestart=true
        environment=PATERNOSTER_METRICS_PORT="{program.metrics_port(settings)}"
        startsecs=1
        startretries=30
        stopwaitsecs=5
        killasgroup={"true" if program.whole_group else "false"}
        redirect_stderr=true
        stdout_logfile={_plain(logs / f"{program.name}.log")}
        stdout_logfile_maxbytes=5MB
        stdout_logfile_backups=3
        """


def _plain(text: str | Path) -> str:
    return str(text).replace("%", "%%")


def _user() -> int:
    """Naming the user, even the one it is, keeps the process manager from warning root of itself."""
    return os.getuid()
