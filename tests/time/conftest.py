"""A worker that works when it is told to, as in the engine's tests."""

from tests.engine.conftest import bench, reading

__all__ = ["bench", "reading"]
