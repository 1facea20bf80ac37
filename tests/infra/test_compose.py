"""`docker-compose.yml` runs what `make run` runs, with no right that it does not need."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.infra.programs import told

ROOT = Path(__file__).parents[2]
DEFAULT = re.compile(r"\$\{\w+:-([^}]*)\}")
COMPOSE: dict[str, Any] = yaml.safe_load(
    DEFAULT.sub(r"\1", (ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
)
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"].startswith("paternoster")}


def test_it_runs_every_program_with_the_same_words() -> None:
    assert {name: service["command"] for name, service in OURS.items()} == told()


@pytest.mark.parametrize("name", OURS)
def test_a_service_of_ours_can_write_nothing_and_become_nobody_else(name: str) -> None:
    service = OURS[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"cluster"}))
def test_every_service_comes_back_when_it_has_died(name: str) -> None:
    assert SERVICES[name]["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", SERVICES)
def test_no_secret_is_in_an_environment(name: str) -> None:
    environment = SERVICES[name].get("environment", {})
    assert not [key for key in environment if re.search(r"TOKEN_KEY|VAPID_KEY|SMTP_URL|PASSWORD$", key)]


def test_only_caddy_can_be_reached_from_elsewhere() -> None:
    open_ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    caddy = open_ports.pop("caddy")
    assert caddy == ["0.0.0.0:80:80", "0.0.0.0:443:443"]
    assert all(port.startswith("127.0.0.1:") for ports in open_ports.values() for port in ports)


def test_valkey_has_on_disk_what_it_answers() -> None:
    assert "appendfsync always" in (ROOT / "infra/valkey.conf").read_text(encoding="utf-8")
    assert "./infra/valkey.conf:/etc/valkey.conf:ro" in SERVICES["valkey"]["volumes"]
    assert "valkey:/data" in SERVICES["valkey"]["volumes"]
