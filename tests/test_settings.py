"""Where settings come from."""

import os
from pathlib import Path

import msgspec
import pytest

from shared.settings import settings


def _secrets(folder: Path, **files: str) -> dict[str, str]:
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return {"PATERNOSTER_SECRETS": str(folder)}


def test_a_secret_is_read_from_the_file_with_its_name(tmp_path: Path) -> None:
    given = _secrets(tmp_path, token_key="k\n", smtp_url="smtps://u:p@mail\n")
    found = settings({**given, "PATERNOSTER_TOKEN_KEY": ""})
    assert (found.token_key, found.smtp_url, found.vapid_key) == ("k", "smtps://u:p@mail", "")


def test_what_the_environment_says_comes_before_a_file(tmp_path: Path) -> None:
    given = _secrets(tmp_path, token_key="file")
    assert settings({**given, "PATERNOSTER_TOKEN_KEY": "said"}).token_key == "said"


def test_a_file_with_another_name_is_no_setting(tmp_path: Path) -> None:
    assert settings(_secrets(tmp_path, grafana_password="x")).printable()["token_key"] == ""


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_secret_that_may_not_be_read_is_told_by_its_file(tmp_path: Path) -> None:
    given = _secrets(tmp_path, token_key="k")
    (tmp_path / "token_key").chmod(0)
    with pytest.raises(msgspec.ValidationError, match=f"{tmp_path}/token_key: Permission denied"):
        settings(given)
