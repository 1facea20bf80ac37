"""One stack for all tests that leave it as they found it."""

from collections.abc import Iterator

import pytest

from tests.e2e.stack import Stack, running


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    with running() as started:
        yield started
