"""The stack as single processes behind proxies, so that each part can be broken by itself.

The programs are those that `make run` starts, with a second worker; a program that ends is started again.
"""

import asyncio
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx

from services.run.programs import programs
from shared.log import embedded
from shared.settings import Settings
from tests.chaos.proxy import Proxy, tcp, unix
from tests.e2e.stack import free_port

PARTITIONS = 8
RESTART_S = 0.3
ENDS_S = 5
READY_S = 240
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")
"""Of Debian's package `faketime`; without it no clock is jumped."""


class Process:
    """One program, kept alive unless it is held down."""

    def __init__(
        self, name: str, command: Sequence[str], environment: Mapping[str, str], cwd: Path, log: Path
    ) -> None:
        self.name = name
        self.starts = 0
        self._command = command
        self._environment = dict(environment)
        self._cwd = cwd
        self._log = log
        self._started = asyncio.Condition()
        self._process: asyncio.subprocess.Process | None = None
        self._keeper = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        while True:
            with self._log.open("ab") as out:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command, env=self._environment, cwd=self._cwd,
                    stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
                )  # fmt: skip
            async with self._started:
                self.starts += 1
                self._started.notify_all()
            await self._process.wait()
            self._send(signal.SIGKILL)  # children that outlived it
            await asyncio.sleep(RESTART_S)

    def _send(self, sign: signal.Signals) -> None:
        """To the program and its children."""
        if self._process is not None:
            try:
                os.killpg(self._process.pid, sign)
            except ProcessLookupError:
                return

    async def kill(self) -> None:
        """`kill -9`; returns once it is dead."""
        self._send(signal.SIGKILL)
        if self._process is not None:
            await self._process.wait()

    async def end(self) -> None:
        """Asks it to end and kills what has not after a while, as the process manager does."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), ENDS_S)
            await self.kill()

    def pause(self) -> None:
        self._send(signal.SIGSTOP)

    def go_on(self) -> None:
        self._send(signal.SIGCONT)

    async def started_again(self, after: int, within_s: float) -> None:
        """Raises `TimeoutError` when it has not been started more than `after` times in time."""
        async with asyncio.timeout(within_s), self._started:
            await self._started.wait_for(lambda: self.starts > after)

    async def close(self) -> None:
        self._keeper.cancel()
        self.go_on()
        await self.kill()


class Stack:
    def __init__(self, var: Path, servers: Path, rng: Random) -> None:
        self.var = var
        self.config = Settings(var=var, partitions=PARTITIONS)
        self.processes: dict[str, Process] = {}
        self.links: dict[str, Proxy] = {}
        """Each service's way to Valkey."""
        self.clock = var / "clock"
        self._servers = servers
        self._rng = rng
        self._port = free_port()
        self.front = Proxy(tcp(self._port), rng)
        """The clients' way to HTTP."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.front.port}"

    @property
    def workers(self) -> list[Process]:
        return [process for name, process in self.processes.items() if name.startswith("worker")]

    @property
    def spoilt(self) -> Counter[str]:
        """Chunks that were spoilt, by what was done to them."""
        ways = [("clients", self.front), *(("Valkey", link) for link in self.links.values())]
        found: Counter[str] = Counter()
        for way, proxy in ways:
            found.update({f"{spoil} ({way})": count for spoil, count in proxy.spoilt.items()})
        return found

    async def start(self) -> None:
        (self.var / "log").mkdir(parents=True, exist_ok=True)
        self.jump(0)
        await self.front.start()
        self._run("valkey", embedded.command(self.var), {}, faked=True)
        await asyncio.to_thread(embedded.wait_until_ready, self.var)
        served = Settings(var=self.var, redis_url="redis://127.0.0.1:0")
        named = {program.name: program.command for program in programs(served, {"PATERNOSTER_DEMO": "0"})}
        named["worker-2"] = named["worker"]
        for name, command in named.items():
            way = await self._way(name)
            self._run(name, command, self._settings(way), faked=name.startswith("worker"))
        await self._ready()

    async def _way(self, name: str) -> dict[str, str]:
        """The settings by which a service finds Valkey: behind a proxy of its own."""
        link = self.links[name] = Proxy(unix(self.config.valkey.removeprefix("unix://")), self._rng)
        await link.start()
        return {"REDIS_URL": f"redis://127.0.0.1:{link.port}"}

    def _settings(self, way: Mapping[str, str]) -> dict[str, str]:
        given = {
            "VAR": str(self.var), "PORT": str(self._port), "PARTITIONS": str(PARTITIONS),
            "LIMIT_PERCENT": "0", **way,
        }  # fmt: skip
        return {f"PATERNOSTER_{name}": value for name, value in given.items()}

    def _run(self, name: str, command: Sequence[str], more: Mapping[str, str], *, faked: bool) -> None:
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("PATERNOSTER_")}
        clock = self._clock_settings() if faked else {}
        log = self.var / "log" / f"{name}.log"
        self.processes[name] = Process(name, command, {**inherited, **more, **clock}, self._servers, log)

    def _clock_settings(self) -> dict[str, str]:
        if not FAKETIME.exists():
            return {}
        return {
            "LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(self.clock),
            "FAKETIME_CACHE_DURATION": "1", "DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_RESET": "1",
        }  # fmt: skip

    def jump(self, seconds: int) -> None:
        """Where the wall clock of Valkey and the workers stands beside the machine's; nothing else sees it."""
        self.clock.write_text(f"{seconds:+d}\n", encoding="ascii")

    async def _ready(self) -> None:
        until = time.monotonic() + READY_S
        async with httpx.AsyncClient(base_url=self.address) as client:
            while not await _answers(client):
                if time.monotonic() > until:
                    raise TimeoutError(f"no stack within {READY_S} s; see {self.var}/log")
                await asyncio.sleep(0.1)

    async def close(self) -> None:
        for process in [*self.processes.values()][::-1]:
            await process.close()
        for proxy in (self.front, *self.links.values()):
            proxy.close()


async def _answers(client: httpx.AsyncClient) -> bool:
    try:
        return (await client.get("/health/ready", timeout=5)).is_success
    except httpx.HTTPError:
        return False
