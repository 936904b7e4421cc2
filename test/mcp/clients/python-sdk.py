"""Connects the official Python SDK to the endpoint, in the current era of the protocol and in the older one, and prints what it got."""

import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def connect(url: str, token: str, mode: str, calls: list[dict]) -> dict:
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"})
    async with http, Client(streamable_http_client(url, http_client=http), mode=mode) as client:
        tools = await client.list_tools()
        results = [await client.call_tool(call["name"], call["arguments"]) for call in calls]
        return {
            "protocol": client.protocol_version,
            "tools": sorted(tool.name for tool in tools.tools),
            "calls": [{"isError": result.is_error, "content": result.structured_content} for result in results],
        }


async def main(url: str, token: str) -> None:
    calls = json.load(sys.stdin)
    print(json.dumps([await connect(url, token, mode, calls) for mode in ("auto", "legacy")]))


asyncio.run(main(*sys.argv[1:]))
