"""How `make run` begins, refuses to begin, and ends."""

import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from services.run.control import shut_down
from services.run.programs import Program, configuration, programs
from shared.settings import Settings
from tests.e2e.stack import Stack, free_port, launch, running, until


def _refused(launcher: "subprocess.Popen[str]") -> str:
    """The one line that it says before it ends with exit code 1."""
    said, _ = launcher.communicate(timeout=30)
    assert launcher.returncode == 1, said
    assert said.startswith("paternoster: ")
    assert said.count("\n") == 1
    return said


def test_a_port_in_use_is_told_with_a_way_out(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = _refused(launch(tmp_path, port))
    assert f"port {port} of 127.0.0.1 is in use" in said
    assert f"PATERNOSTER_PORT={port + 1} make run" in said


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = _refused(launch(tmp_path / "file" / "var", free_port()))
    assert "cannot write into" in said


def test_a_value_that_does_not_fit_is_told_by_name(tmp_path: Path) -> None:
    said = _refused(launch(tmp_path, free_port(), PATERNOSTER_PARTITIONS="many"))
    assert "`$.partitions`" in said


def test_a_path_too_long_for_a_socket_is_told(tmp_path: Path) -> None:
    said = _refused(launch(tmp_path / ("long" * 25), free_port()))
    assert "too long for a socket" in said


def test_a_second_start_in_the_same_folder_is_told_that_it_runs_already(stack: Stack) -> None:
    assert "already runs" in _refused(launch(stack.var, free_port()))
    assert stack.ready()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM], ids=lambda sign: sign.name)
def test_one_signal_ends_all_quickly_and_leaves_nobody_behind(sign: signal.Signals) -> None:
    with running() as stack:
        pids = [state.pid for state in stack.states().values()]
        assert len(pids) == len(programs(Settings(var=stack.var), {"PATERNOSTER_DEMO": "0"}))
        stack.launcher.send_signal(sign)
        until(lambda: stack.launcher.poll() is not None, 10, "the launcher has ended")
        assert stack.launcher.returncode == 0
        assert not [pid for pid in pids if _alive(pid)]


def test_when_stop_returns_nothing_holds_the_folder_or_the_port_any_more() -> None:
    with running() as stack:
        found = Settings(var=stack.var)
        pids = [state.pid for state in stack.states().values()]
        assert shut_down(found)
        assert not [pid for pid in pids if _alive(pid)]
        assert not shut_down(found)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_percent_sign_in_a_path_is_not_taken_for_an_expansion() -> None:
    text = configuration(Settings(var=Path("/tmp/100%")), [Program("http", ("python", "100%"))])
    assert "/tmp/100%%/supervisor.sock" in text
    assert "command=python 100%%" in text
