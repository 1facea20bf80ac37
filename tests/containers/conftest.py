"""The composed stack, once for all tests; without an engine they fail, unless told to be left out."""

import os
import subprocess
from collections.abc import Iterator

import pytest

from tests.containers.composed import Composed, composed_stack

SKIP = "skip"


@pytest.fixture(scope="session", autouse=True)
def engine() -> None:
    said = subprocess.run(["docker", "info"], capture_output=True, text=True, check=False)
    if said.returncode == 0:
        return
    what = "no container engine answers (docker info); as root on Debian, infra/containers.sh makes one"
    if os.environ.get("PATERNOSTER_CONTAINERS") == SKIP:
        pytest.skip(f"{what}; left out, as PATERNOSTER_CONTAINERS=skip says")
    pytest.fail(f"{what}; PATERNOSTER_CONTAINERS=skip leaves these tests out")


@pytest.fixture(scope="session")
def stack(engine: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Composed]:
    with composed_stack(tmp_path_factory.mktemp("composed")) as composed:
        yield composed
