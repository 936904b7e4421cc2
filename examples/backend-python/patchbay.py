"""All that a backend needs of the gateway."""

import os
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote

import httpx
from standardwebhooks import Webhook

# Calls run for up to a minute in the gateway.
gateway = httpx.AsyncClient(base_url=os.environ["PATCHBAY_URL"], timeout=70)
admin_key = {"x-admin-key": os.environ["PATCHBAY_KEY"]}
webhook = Webhook(os.environ["WEBHOOK_SECRET"])


class Failure(Exception):
    """An error of the gateway: `code` says which, and stays; the words may change."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer['code']}: {answer['error']}")
        self.code: str = answer["code"]
        self.status: int = answer["status"]
        self.retry_after: int | None = answer.get("retry_after")
        self.connect_url: str | None = answer.get("connect_url")


async def post(path: str, headers: dict[str, str], **body: Any) -> dict[str, Any]:
    """Raises Failure. Without an answer nobody knows whether a write was carried out, as with the gateway's own TIMEOUT."""
    try:
        answer = (await gateway.post(path, headers=headers, **body)).json()
    except (httpx.HTTPError, ValueError) as error:
        raise Failure({"code": "TIMEOUT", "status": 504, "error": f"No answer: {error!r}"}) from error
    if "code" in answer:
        raise Failure(answer)
    return answer


async def connect_page(customer: dict[str, str], provider: str | list[str]) -> str:
    """Where your "Connect" button sends the browser. A customer who is new becomes a tenant with the first account."""
    link = {
        "tenant_id": f"cust-{customer['id']}",
        "create_tenant": {"name": customer["name"]},
        "provider": provider,
        "account_id": "main",
        "metadata": {"user": customer["user"]},
    }
    return (await post("/admin/connect", admin_key, json=link))["url"]


@dataclass
class Connection:
    tenant: str
    provider: str
    token: str
    is_broken: bool


class Connections(Protocol):
    """Your database: a user's connections, by provider."""

    async def load(self, user: str, provider: str) -> Connection | None: ...
    async def save(self, user: str, connection: Connection) -> None: ...


async def on_webhook(body: bytes, headers: dict[str, str], connections: Connections) -> None:
    """Raises WebhookVerificationError for what the gateway did not sign: answer 400."""
    event = webhook.verify(body, headers)
    data = event["data"]
    user = (data.get("metadata") or {}).get("user")
    if not user or not event["type"].startswith("account."):
        return
    known = await connections.load(user, data["provider"])
    token = known.token if known else await make_token(data["tenant"])
    is_broken = event["type"] == "account.needs_reauth"
    await connections.save(user, Connection(data["tenant"], data["provider"], token, is_broken))


async def make_token(tenant: str) -> str:
    return (await post("/admin/auth", admin_key, json={"tenant_id": tenant, "calls_per_minute": 600}))["token"]


async def call(connection: Connection, body: dict[str, Any], key: str | None = None) -> Any:
    """Any call in the customer's account. A write with a `key` of yours is safe to send again."""
    headers = {"authorization": f"Bearer {connection.token}"} | ({"idempotency-key": key} if key else {})
    return (await post(f"/api/v1/{connection.tenant}/{connection.provider}", headers, json=body))["data"]


async def send_file(connection: Connection, content: bytes, media_type: str, name: str) -> dict[str, str]:
    """The handle of a file, which stands for its bytes in a call: `{"content": handle}`."""
    headers = {
        "authorization": f"Bearer {connection.token}",
        "content-type": media_type,
        "x-file-name": quote(name),
    }
    answer = await post(f"/api/v1/{connection.tenant}/files", headers, content=content)
    return {"file_id": answer["data"]["file_id"]}
