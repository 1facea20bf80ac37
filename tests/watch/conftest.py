"""A worker for tests of what is told of it."""

from tests.engine.conftest import bench, reading

__all__ = ["bench", "reading"]
