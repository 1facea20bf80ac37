"""The API's description: valid, complete, and committed as it is."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from openapi_spec_validator import validate

from services.onebox.openapi import FILE, described, written

DOCUMENT = described()
OPERATIONS = [
    (f"{method.upper()} {path}", operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
]


def every(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        name, [operation for _, operation in OPERATIONS], ids=[n for n, _ in OPERATIONS]
    )


def test_a_changed_description_has_been_committed() -> None:
    assert FILE.read_bytes() == written(DOCUMENT), "run `make openapi` and commit docs/openapi.json"


def test_it_is_valid() -> None:
    validate(msgspec.json.decode(FILE.read_bytes()))


def test_every_reference_leads_somewhere_and_every_part_is_used() -> None:
    refs = {ref for ref in _refs(DOCUMENT) if ref.startswith("#/components/")}
    parts = {
        f"#/components/{group}/{name}" for group, named in DOCUMENT["components"].items() for name in named
    }
    assert refs <= parts
    unused = parts - refs - {"#/components/securitySchemes/bearer"}
    assert not {part for part in unused if not part.startswith("#/components/schemas/")}


def test_no_two_types_have_one_name() -> None:
    """Else both are called by their modules, and generators of clients leave one out."""
    named = DOCUMENT["components"]["schemas"]
    assert [name for name in named if name.startswith(("services.", "shared."))] == []


def test_names_of_operations_are_their_own() -> None:
    names = [operation["operationId"] for _, operation in OPERATIONS]
    assert len(names) == len(set(names))


def test_every_union_says_what_tells_its_members_apart() -> None:
    unions = list(_unions(DOCUMENT))
    assert unions
    assert [union for union in unions if "discriminator" not in union] == []


@every("operation")
def test_every_answer_has_its_form_and_its_headers(operation: dict[str, Any]) -> None:
    for status, answer in operation["responses"].items():
        if status.startswith(("4", "5")):
            codes = answer["content"]["application/problem+json"]["examples"]
            examples = [DOCUMENT["components"]["examples"][code]["value"] for code in codes]
            assert {(example["code"], example["status"]) for example in examples} == {
                (code, int(status)) for code in codes
            }
        if status in ("429", "503"):
            assert "Retry-After" in answer["headers"]
        if status == "401":
            assert "WWW-Authenticate" in answer["headers"]
        if status == "202":
            assert "Location" in answer["headers"]


@every("operation")
def test_every_body_has_an_example(operation: dict[str, Any]) -> None:
    for media in operation.get("requestBody", {}).get("content", {}).values():
        assert "example" in media


def _refs(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for mapping in [part["discriminator"].get("mapping", {})] if "discriminator" in part else []:
            yield from mapping.values()
        for inner in part.values():
            yield from _refs(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _refs(inner)


def _unions(part: Any) -> Iterator[dict[str, Any]]:
    """Every choice among tagged structures."""
    if isinstance(part, dict):
        members = part.get("anyOf", part.get("oneOf"))
        if isinstance(members, list) and sum("$ref" in member for member in members) > 1:
            tagged = [member for member in members if _is_tagged(member)]
            if len(tagged) > 1:
                yield part
        for inner in part.values():
            yield from _unions(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _unions(inner)


def _is_tagged(member: dict[str, Any]) -> bool:
    name = member.get("$ref", "").rpartition("/")[2]
    schema = DOCUMENT["components"]["schemas"].get(name, {})
    return "enum" in schema.get("properties", {}).get("type", {})
