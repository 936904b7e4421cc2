"""One call, one refused call and one upload by the client of openapi-python-client."""

import io
import json
import os

from generated import AuthenticatedClient
from generated.api.calls import call_hubspot
from generated.api.files import put_file
from generated.models import Envelope, Failure, HubspotListCall
from generated.types import File


def connect(token: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=os.environ["GATEWAY_URL"], token=token)


body = HubspotListCall(object_type="contacts")
client = connect(os.environ["TENANT_TOKEN"])
called = call_hubspot.sync("acme", client=client, body=body)
refused = call_hubspot.sync("acme", client=connect("wrong"), body=body)
file = put_file.sync("acme", client=client, body=File(io.BytesIO(b"name")), x_file_name="names.csv")
assert isinstance(called, Envelope) and isinstance(refused, Failure)
print(json.dumps([called.cache, refused.code, file.data.bytes_]))
