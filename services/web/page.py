"""The page at `/`, in the reader's language: one document that needs nothing from anywhere else."""

import base64
import hashlib
import re
from html import escape
from pathlib import Path

import msgspec
from litestar import Response, Router

from shared.api.language import speak
from shared.api.negotiate import ALSO, ApiRequest, get
from shared.games.kinds import KINDS
from shared.seeds import Texts

HTML = "text/html"
PAGE = Path(__file__).with_name("page.html")
BLANK = re.compile(r"\{\{ ([a-z-]+) \}\}")

SCRIPTED = (
    "not-answering", "ready", "not-ready", "just-begun", "minutes", "no-such-game", "waiting", "live", "live-entry",
    "reconnecting", "ended", "place", "seat", "score",
)  # fmt: skip
"""What the page's script says; the rest stands in the document."""
SIGN = "#"
"""What is replaced afterwards: by the script with a number, here with a command."""
COMMAND = "<code>make demo</code>"


def policy(page: str) -> str:
    """A content security policy that lets this page's own script and style run, and nothing else."""
    script = " ".join(_source(text) for text in re.findall(r"<script>(.*?)</script>", page, re.DOTALL))
    return (
        f"default-src 'none'; script-src {script}; style-src 'unsafe-inline'; img-src data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _source(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def filled(page: str, texts: Texts, language: str) -> str:
    """The page with its blanks filled from the catalogue."""

    def fill(blank: re.Match[str]) -> str:
        match blank[1]:
            case "language":
                return language
            case "words":
                return msgspec.json.encode(_scripted(texts, language)).decode().replace("<", r"\u003c")
            case name:
                return escape(texts.text(language, f"page-{name}", {"command": SIGN})).replace(SIGN, COMMAND)

    return BLANK.sub(fill, page)


def _scripted(texts: Texts, language: str) -> dict[str, str | dict[str, str]]:
    figures = {"minutes": SIGN, "version": SIGN}
    said = {name: texts.text(language, f"page-{name}", figures) for name in SCRIPTED}
    return {**said, "names": {kind: texts.text(language, f"{kind}-name") for kind in KINDS}}


def web_router() -> Router:
    """Read once: a changed page shows after a restart."""
    blank = PAGE.read_text(encoding="utf-8")
    headers = {"content-security-policy": policy(blank)}
    texts = Texts()
    pages = {language: filled(blank, texts, language) for language in texts.languages}

    @get("/", opt={ALSO: (HTML,)}, include_in_schema=False, sync_to_thread=False)
    def show(request: ApiRequest) -> Response[str]:
        return Response(pages[speak(request)], media_type=HTML, headers=headers)

    return Router("/", route_handlers=[show])
