"""The manifests: each is what Kubernetes' own schema says, and together they run what `make run` runs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from tests.infra.programs import told

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "infra/k8s"
VERSION = "1.35"
NOT_MANIFESTS = {"kustomization.yaml", "adapter.yaml"}


def _manifests(folder: Path) -> Iterator[Any]:
    for path in sorted(folder.rglob("*.yaml")):
        if path.name not in NOT_MANIFESTS:
            for number, manifest in enumerate(yaml.safe_load_all(path.read_text(encoding="utf-8"))):
                name = f"{path.relative_to(FOLDER)}:{number}:{manifest['kind']}"
                yield pytest.param(manifest, id=name)


FRAGMENT = "base/common.yaml:0:Deployment"
"""A part of Deployments, which is none by itself."""
ALL = [param for param in _manifests(FOLDER) if param.id != FRAGMENT]
MANIFESTS = [param.values[0] for param in ALL]
DEPLOYMENTS = {m["metadata"]["name"]: m for m in MANIFESTS if m["kind"] == "Deployment"}


@pytest.mark.parametrize("manifest", ALL)
def test_a_manifest_is_what_the_schema_says(manifest: Any) -> None:
    kubernetes_validate.validate(manifest, VERSION, strict=True)


def test_the_schema_refuses_a_field_that_nobody_knows() -> None:
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate({**MANIFESTS[0], "specs": {}}, VERSION, strict=True)


def test_they_run_every_program_with_the_same_words() -> None:
    run = {
        name: one["spec"]["template"]["spec"]["containers"][0]["args"] for name, one in DEPLOYMENTS.items()
    }
    assert run == {name: words for name, words in told().items() if name != "demo"}


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_a_deployment_finds_its_own_pods_only(name: str) -> None:
    spec = DEPLOYMENTS[name]["spec"]
    labels = {"app.kubernetes.io/name": name, "app.kubernetes.io/part-of": "paternoster"}
    assert spec["selector"]["matchLabels"] == spec["template"]["metadata"]["labels"] == labels


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_a_deployment_is_what_the_common_part_completes(name: str) -> None:
    (container,) = DEPLOYMENTS[name]["spec"]["template"]["spec"]["containers"]
    assert container["name"] == "service"
    assert container["resources"].keys() == {"requests", "limits"}


def test_what_scales_exists() -> None:
    scaled = {
        m["spec"]["scaleTargetRef"]["name"] for m in MANIFESTS if m["kind"] == "HorizontalPodAutoscaler"
    }
    assert scaled <= DEPLOYMENTS.keys()


def test_valkey_is_set_up_as_everywhere() -> None:
    (given,) = (m["data"]["valkey.conf"] for m in MANIFESTS if m["kind"] == "ConfigMap")
    assert given == (ROOT / "infra/valkey.conf").read_text(encoding="utf-8")
