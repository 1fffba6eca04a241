"""The files for clusters: they can be read, call commands that exist, hold no secret, and ask for numbers that are served."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from pagestrata.app.daemon.metrics import HELP
from pagestrata.cli.main import cli
from pagestrata.engine.on_ray import BROWSER

FOLDER = Path(__file__).parents[2] / "docs" / "how-to" / "cluster"
COMPOSE = yaml.safe_load((FOLDER / "compose.cluster.yaml").read_text())
KUBERAY = list(yaml.safe_load_all((FOLDER / "kuberay.yaml").read_text()))


def containers() -> list[dict[str, Any]]:
    """All of the manifest."""
    cluster, leader = KUBERAY
    groups = [cluster["spec"]["headGroupSpec"], *cluster["spec"]["workerGroupSpecs"], leader["spec"]]
    return [container for group in groups for container in group["template"]["spec"]["containers"]]


def calls() -> list[list[str]]:
    """Every call of the program, without its name."""
    in_shell = " ".join(COMPOSE["services"]["leader"]["command"]).partition("exec ")[2]
    in_kuberay = [container["args"] for container in containers() if "args" in container]
    return [shlex.split(in_shell)[1:], *in_kuberay]


@pytest.mark.parametrize("words", calls(), ids=" ".join)
def test_the_program_is_called_as_it_can_be(words: list[str]) -> None:
    context = cli.make_context("pagestrata", list(words))
    name, *rest = [*context._protected_args, *context.args]
    command = cli.get_command(context, name)
    assert command is not None
    assert command.make_context(name, rest, parent=context).params["engine"] == "ray"


def test_the_dashboard_asks_for_every_number_that_is_served_and_for_no_other() -> None:
    dashboard = json.loads((FOLDER / "grafana.json").read_text())
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"pagestrata_\w+", target["expr"])
    }
    assert asked == set(HELP)


def test_there_are_a_head_workers_a_leader_a_database_and_a_bucket() -> None:
    services = COMPOSE["services"]
    assert {"head", "worker", "leader", "postgres", "s3"} <= services.keys()
    assert any('"browser"' in word for word in services["worker"]["entrypoint"])
    for depended in (name for service in services.values() for name in service.get("depends_on", ())):
        assert depended in services
    assert [document["kind"] for document in KUBERAY] == ["RayCluster", "Deployment"]
    assert KUBERAY[1]["spec"]["replicas"] == 2


def test_workers_under_kubernetes_offer_the_browsers_that_are_asked_for() -> None:
    for group in KUBERAY[0]["spec"]["workerGroupSpecs"]:
        offered = json.loads(json.loads(group["rayStartParams"]["resources"]))  # quoted once more, for a shell
        (container,) = group["template"]["spec"]["containers"]
        assert offered == {BROWSER: int(container["resources"]["requests"]["cpu"])}


def test_the_leader_under_kubernetes_finds_the_cluster_and_is_asked_whether_it_lives() -> None:
    cluster, leader = KUBERAY
    (container,) = leader["spec"]["template"]["spec"]["containers"]
    words = container["args"]
    # KubeRay names the service of a head after its cluster; 10001 is the port of Ray's clients.
    assert words[words.index("--address") + 1] == f"ray://{cluster['metadata']['name']}-head-svc:10001"
    port = words[words.index("--metrics-port") + 1]
    assert f"'http://127.0.0.1:{port}/health'" in container["livenessProbe"]["exec"]["command"][-1]
    assert leader["spec"]["selector"]["matchLabels"].items() <= leader["spec"]["template"]["metadata"]["labels"].items()


def test_every_message_that_the_instructions_explain_is_one_of_the_program() -> None:
    table = (FOLDER.parent / "cluster.md").read_text().partition("## When something is wrong")[2]
    messages = [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("| ")][1:]
    source = " ".join(path.read_text() for path in (FOLDER.parents[2] / "src").rglob("*.py"))
    said = " ".join(re.sub(r"\{[^{}]*\}", " ", re.sub(r'"\s+f?"', "", source)).split())
    for message in messages:
        parts = re.split(r"…|\bN\b|'[^']*'", message)
        assert all(part.strip() in said for part in parts if len(part) > 2), message
    assert len(messages) > 8


def test_nothing_is_open_to_other_machines_and_no_password_is_in_a_file() -> None:
    assert not [name for name, service in COMPOSE["services"].items() if "ports" in service]
    assert COMPOSE["networks"]["inside"]["internal"]
    for service in COMPOSE["services"].values():
        for name, value in service.get("environment", {}).items():
            if re.search(r"PASSWORD|SECRET|_KEY", name):
                assert value.startswith("${")
            assert not re.search(r"://[^$@/]+:[^$@/]+@", value)


def test_prometheus_asks_where_the_numbers_are_served() -> None:
    (job,) = yaml.safe_load((FOLDER / "prometheus.yaml").read_text())["scrape_configs"]
    (port,) = {words[words.index("--metrics-port") + 1] for words in calls()}
    assert job["static_configs"][0]["targets"] == [f"127.0.0.1:{port}"]
