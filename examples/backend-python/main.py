"""A product whose users connect HubSpot and Google Drive. Users and connections are in memory: put your database there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, Header, HTTPException, Request, Response
from fastapi.responses import JSONResponse
from standardwebhooks.webhooks import WebhookVerificationError

from patchbay import Connection, Failure, call, connect_page, gateway, on_webhook, send_file

users = {"ada": {"id": "42", "name": "Initech", "user": "ada"}}
# The same call again must name the same file, so its handle is kept with the key.
handles: dict[str, dict[str, str]] = {}


class Stored:
    def __init__(self) -> None:
        self.connections: dict[tuple[str, str], Connection] = {}

    async def load(self, user: str, provider: str) -> Connection | None:
        return self.connections.get((user, provider))

    async def save(self, user: str, connection: Connection) -> None:
        self.connections[(user, connection.provider)] = connection


stored = Stored()


@asynccontextmanager
async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
    yield
    await gateway.aclose()


app = FastAPI(lifespan=lifespan)


class ConnectFirst(Exception):
    def __init__(self, user: dict[str, str], provider: str) -> None:
        self.user, self.provider = user, provider


@app.exception_handler(ConnectFirst)
async def ask_to_connect(_request: Request, error: ConnectFirst) -> Response:
    return JSONResponse({"connect": await connect_page(error.user, error.provider)}, 409)


@app.exception_handler(Failure)
async def explain(_request: Request, failure: Failure) -> Response:
    """What to do about a call that failed, by its code."""
    is_upstream = failure.code == "UPSTREAM_ERROR"
    if failure.connect_url:
        return JSONResponse({"connect": failure.connect_url}, 409)
    if failure.retry_after is not None or failure.status == 429:
        # Not every vendor says for how long.
        seconds = 30 if failure.retry_after is None else failure.retry_after
        return Response(status_code=503, headers={"retry-after": str(seconds)})
    if failure.code == "VALIDATION_ERROR":
        return JSONResponse({"error": str(failure)}, 400)
    # Nobody knows whether a write was carried out.
    if failure.code in ("TIMEOUT", "CONFLICT") or (is_upstream and (failure.status == 408 or failure.status >= 500)):
        return JSONResponse({"error": "Look at the provider whether it was done"}, 504)
    return JSONResponse({"error": str(failure)}, 502)


def needs_person(failure: Failure) -> bool:
    is_refused = failure.code == "UPSTREAM_ERROR" and failure.status == 401
    return failure.connect_url is None and (is_refused or failure.code in ("TOKEN_MISSING", "TOKEN_EXPIRED"))


def find_user(x_user: Annotated[str, Header()] = "") -> dict[str, str]:
    """Who asks. Yours reads the session; never believe a header."""
    if x_user not in users:
        raise HTTPException(401)
    return users[x_user]


User = Annotated[dict[str, str], Depends(find_user)]


@asynccontextmanager
async def connection_of(user: dict[str, str], provider: str) -> AsyncIterator[Connection]:
    """The user's connection. What fails for want of a credential becomes a link to connect it."""
    connection = await stored.load(user["user"], provider)
    if not connection:
        raise ConnectFirst(user, provider)
    try:
        yield connection
    except Failure as failure:
        raise ConnectFirst(user, provider) if needs_person(failure) else failure


@app.post("/connect-link")
async def connect_link(user: User) -> dict[str, str]:
    return {"url": await connect_page(user, ["hubspot", "google-drive"])}


@app.get("/contacts")
async def list_contacts(user: User, limit: int = 20) -> dict[str, object]:
    async with connection_of(user, "hubspot") as connection:
        found = await call(connection, {"action": "list", "object_type": "contacts", "limit": limit})
    return {"contacts": found}


@app.post("/report", status_code=201)
async def upload_report(user: User, request: Request, idempotency_key: Annotated[str, Header()]) -> dict[str, object]:
    """The key is the browser's name for this click: the same again uploads nothing twice."""
    name = f"{user['user']}/{idempotency_key}"
    async with connection_of(user, "google-drive") as connection:
        if name not in handles:
            handles[name] = await send_file(connection, await request.body(), "text/csv", "report.csv")
        uploaded = await call(connection, {"action": "upload_file", "content": handles[name]}, name)
    return {"file": uploaded}


@app.post("/patchbay", status_code=204)
async def take_webhook(request: Request) -> None:
    try:
        await on_webhook(await request.body(), dict(request.headers), stored)
    except WebhookVerificationError as error:
        raise HTTPException(400) from error
