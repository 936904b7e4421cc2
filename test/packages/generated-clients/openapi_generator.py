"""One call, one refused call and one upload by the Python client of openapi-generator."""

import json
import os

import generated as gateway


def connect(token: str) -> gateway.ApiClient:
    return gateway.ApiClient(gateway.Configuration(host=os.environ["GATEWAY_URL"], access_token=token))


body = gateway.CallHubspotRequest(gateway.HubspotListCall(action="list", object_type="contacts"))
client = connect(os.environ["TENANT_TOKEN"])
called = gateway.CallsApi(client).call_hubspot("acme", body)
try:
    code = None
    gateway.CallsApi(connect("wrong")).call_hubspot("acme", body)
except gateway.ApiException as refused:
    code = refused.data.code
file = gateway.FilesApi(client).put_file("acme", b"name", "names.csv")
print(json.dumps([called.cache, code, file.data.bytes]))
