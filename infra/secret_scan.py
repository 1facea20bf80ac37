"""Looks for secrets in this repository's files: `python infra/secret_scan.py`, or `--accept` to take what is there.

What looks like a secret and is none (keys of tests, examples) stands in `.secrets.baseline` by file and hash, not by
line, so that moving it changes nothing.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from detect_secrets import SecretsCollection
from detect_secrets.core import baseline
from detect_secrets.settings import transient_settings

ROOT = Path(__file__).resolve().parents[1]
BASELINE = ROOT / ".secrets.baseline"
FOLDERS = (".ci", "bin", "docs", "infra", "seeds", "services", "shared", "tests")
MADE = (".lock", ".svg", ".png", ".zdict", "docs/openapi.json", ".secrets.baseline")
"""Full of hashes and figures, and written by programs."""
PLAYED = ("seeds/golden/", "seeds/fair/", "seeds/archive/")
"""Games whose secrets are meant to be read."""
DETECTORS = (
    "AWSKeyDetector", "ArtifactoryDetector", "AzureStorageKeyDetector", "BasicAuthDetector", "DiscordBotTokenDetector",
    "GitHubTokenDetector", "GitLabTokenDetector", "JwtTokenDetector", "MailchimpDetector",
    "NpmDetector", "OpenAIDetector", "PrivateKeyDetector", "PypiTokenDetector", "SendGridDetector", "SlackDetector",
    "SquareOAuthDetector", "StripeDetector", "TelegramBotTokenDetector", "TwilioKeyDetector",
)  # fmt: skip
UNLIKELY = (
    "detect_secrets.filters.allowlist.is_line_allowlisted",
    "detect_secrets.filters.heuristic.is_sequential_string",
    "detect_secrets.filters.heuristic.is_templated_secret",
    "detect_secrets.filters.heuristic.is_indirect_reference",
)
KEYWORDS = "KeywordDetector"
"""Finds values by what they are called; tests make passwords up all the time."""
TESTS = "tests/"


MESSAGE = """{file}:{line}: looks like a secret ({kind}).
Take it out of the file, and if it was ever real, revoke it. If it is none: python infra/secret_scan.py --accept"""


def files(root: Path = ROOT) -> Iterator[str]:
    """All that people write, whether git knows of it or not."""
    inside = (
        path for folder in FOLDERS for path in (root / folder).rglob("*") if "__pycache__" not in path.parts
    )
    for path in sorted((*root.iterdir(), *inside)):
        name = path.relative_to(root).as_posix()
        if (
            path.is_file()
            and not path.is_symlink()
            and not name.endswith(MADE)
            and not name.startswith(PLAYED)
        ):
            yield name


def _settings(*detectors: str) -> dict[str, Any]:
    return {
        "plugins_used": [{"name": name} for name in detectors],
        "filters_used": [{"path": path} for path in UNLIKELY],
    }


def scan(names: Iterable[str], root: Path = ROOT) -> SecretsCollection:
    """Raises nothing for a file that is no text: it has no secret that could be read."""
    found = SecretsCollection(str(root))
    known = list(names)
    with transient_settings(_settings(*DETECTORS)):
        for name in (name for name in known if name.startswith(TESTS)):
            found.scan_file(name)
    with transient_settings(_settings(*DETECTORS, KEYWORDS)):
        for name in (name for name in known if not name.startswith(TESTS)):
            found.scan_file(name)
    return _by_name(found)


def _by_name(found: SecretsCollection) -> SecretsCollection:
    """Secrets are the same by their file's name too, which must not depend on where this repository lies."""
    named = SecretsCollection(found.root)
    for file, secret in found:
        secret.filename = file
        named[file].add(secret)
    return named


def known(path: Path = BASELINE) -> SecretsCollection:
    return baseline.load(baseline.load_from_file(str(path)))


def main(arguments: list[str]) -> int:
    found = scan(files())
    if arguments == ["--accept"]:
        with transient_settings(_settings(*DETECTORS, KEYWORDS)):
            baseline.save_to_file(found, str(BASELINE))
        return 0
    new = [(file, secret) for file, secret in found - known()]
    for file, secret in new:
        print(MESSAGE.format(file=file, line=secret.line_number, kind=secret.type))
    return int(bool(new))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
