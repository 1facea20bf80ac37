"""The page at `/`: one document that needs nothing from anywhere else."""

import base64
import hashlib
import re
from pathlib import Path

from litestar import Response, Router

from shared.api.negotiate import ALSO, get

HTML = "text/html"
PAGE = Path(__file__).with_name("page.html")


def policy(page: str) -> str:
    """A content security policy that lets this page's own script and style run, and nothing else."""
    script = " ".join(_source(text) for text in re.findall(r"<script>(.*?)</script>", page, re.DOTALL))
    return (
        f"default-src 'none'; script-src {script}; style-src 'unsafe-inline'; img-src data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _source(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def web_router() -> Router:
    """Read once: a changed page shows after a restart."""
    page = PAGE.read_text(encoding="utf-8")
    headers = {"content-security-policy": policy(page)}

    @get("/", opt={ALSO: (HTML,)}, include_in_schema=False, sync_to_thread=False)
    def show() -> Response[str]:
        return Response(page, media_type=HTML, headers=headers)

    return Router("/", route_handlers=[show])
