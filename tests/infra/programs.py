"""What `make run` starts, as containers are told it: each program's name and the words after `python -m`."""

from services.run.programs import programs
from shared.settings import Settings


def told() -> dict[str, list[str]]:
    """Without Valkey, which has an image of its own."""
    found = programs(Settings(redis_url="redis://elsewhere"), {})
    return {program.name: _words(list(program.command)) for program in found}


def _words(command: list[str]) -> list[str]:
    return command[command.index("-m") + 1 :]
