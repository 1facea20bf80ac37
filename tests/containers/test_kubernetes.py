"""What kustomize makes of the manifests, by its own program."""

import os
import shutil
import subprocess
from typing import Any

import kubernetes_validate
import pytest
import yaml

from tests.e2e.stack import ROOT

KUBECTL = os.environ.get("KUBECTL") or shutil.which("kubectl")


@pytest.fixture(params=["small", "cluster"])
def rendered(request: pytest.FixtureRequest) -> list[Any]:
    if not KUBECTL:
        pytest.skip("no kubectl is here, nor npm to fetch it")
    command = [KUBECTL, "kustomize", f"infra/k8s/overlays/{request.param}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return list(yaml.safe_load_all(done.stdout))


def test_all_of_it_is_what_the_schema_says(rendered: list[Any]) -> None:
    for manifest in rendered:
        kubernetes_validate.validate(manifest, "1.35", strict=True)


def test_every_program_has_probes_and_can_write_nothing(rendered: list[Any]) -> None:
    for one in rendered:
        if one["kind"] == "Deployment":
            (container,) = one["spec"]["template"]["spec"]["containers"]
            assert {"startupProbe", "livenessProbe", "readinessProbe"} <= container.keys()
            assert container["securityContext"]["readOnlyRootFilesystem"] is True
            assert {"secrets", "tmp"} <= {mount["name"] for mount in container["volumeMounts"]}
            assert container["image"].endswith("paternoster:0.1.0")
