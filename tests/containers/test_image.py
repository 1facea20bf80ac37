"""The image: what is in it, and what a program in it may do."""

import json
import re
import subprocess

import pytest

from tests.containers.composed import IMAGE, Composed, docker
from tests.e2e.stack import ROOT, until
from tests.infra.programs import told

LARGEST_MB = 700
OURS = tuple(name for name in told() if name != "demo")


def _inside(code: str) -> str:
    return docker(
        "run", "--rm", "--network", "none", "--read-only", "--cap-drop", "ALL",
        "--entrypoint", "/venv/bin/python", IMAGE, "-c", code,
    )  # fmt: skip


@pytest.mark.usefixtures("stack")
def test_it_holds_exactly_the_packages_of_the_lock() -> None:
    names = (
        "import importlib.metadata as m; print(*sorted(f'{d.name}=={d.version}' for d in m.distributions()))"
    )
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    wanted = re.findall(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)([^\\\n]*)", lock, re.MULTILINE)
    here = {_plain(f"{name}=={version}") for name, version, marker in wanted if ";" not in marker}
    found = {_plain(name) for name in _inside(names).split()}
    assert here <= found
    assert found <= {_plain(f"{name}=={version}") for name, version, _ in wanted}


def _plain(requirement: str) -> str:
    name, _, version = requirement.partition("==")
    return f"{re.sub(r'[-_.]+', '-', name).lower()}=={version}"


@pytest.mark.usefixtures("stack")
def test_a_program_in_it_is_nobody_and_writes_nothing() -> None:
    told = _inside(
        "import os\n"
        "def may(path):\n"
        "    try: open(path + '/x', 'w')\n"
        "    except OSError as error: return error.strerror\n"
        "print(os.getuid(), *(may(path) for path in ('/app', '/venv', '/data', '/tmp')), sep='|')"
    )
    assert told == "10001|" + "|".join(["Read-only file system"] * 4)


@pytest.mark.usefixtures("stack")
def test_its_modules_are_compiled() -> None:
    told = _inside("import services.engine.worker.loop as l, redis; print(l.__cached__, redis.__cached__)")
    exist = "import pathlib, sys; print(all(pathlib.Path(path).exists() for path in %r.split()))"
    assert _inside(exist % told) == "True"


@pytest.mark.usefixtures("stack")
def test_it_is_small() -> None:
    (image,) = json.loads(docker("image", "inspect", IMAGE))
    assert image["Size"] < LARGEST_MB * 1_000_000


@pytest.mark.parametrize("service", OURS)
def test_every_service_says_of_itself_that_it_is_well(stack: Composed, service: str) -> None:
    until(lambda: stack.healthy(service), 60, "the engine finds it well")
    (seen,) = stack.seen(service)
    assert seen["HostConfig"]["ReadonlyRootfs"] is True
    assert seen["Config"]["User"] == "10001:10001"


@pytest.mark.parametrize("service", OURS)
def test_no_secret_stands_where_the_engine_shows_it(stack: Composed, service: str) -> None:
    key = (stack.folder / "secrets/token_key").read_text(encoding="utf-8")
    (seen,) = stack.seen(service)
    assert key not in json.dumps(seen)


def test_a_port_beside_caddys_is_open_to_nobody(stack: Composed) -> None:
    published = [
        one["HostConfig"]["PortBindings"] for service in (*OURS, "valkey") for one in stack.seen(service)
    ]
    assert not any(published)


def test_old_and_new_compose_read_the_same_file(stack: Composed) -> None:
    read = subprocess.run(
        [*stack.environment["COMPOSE"].split(), "--profile", "cluster", "--profile", "eyes", "config", "-q"],
        cwd=ROOT, env=stack.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert read.returncode == 0, read.stderr
