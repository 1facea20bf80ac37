"""What we POST to addresses of strangers is signed as standardwebhooks.com says, so that they know that it is ours."""

import base64
import secrets
from datetime import datetime

from standardwebhooks import Webhook as Signer

SECRET_BYTES = 24


def new_secret() -> str:
    """As standardwebhooks.com has it; its owner is shown it, nobody else."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed(secret: str, id: str, now: datetime, body: bytes) -> dict[str, str]:
    """The headers of a body. `id` is the same for the same message, however often it is sent."""
    return {
        "content-type": "application/json",
        "user-agent": "Paternoster",
        "webhook-id": id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Signer(secret).sign(id, now, body.decode()),
    }
