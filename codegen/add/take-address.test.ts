import { expect, test } from 'vitest'
import { takeAddress } from './take-address.ts'

const url = 'https://api.shelves.com/openapi.json'

test.each([
  [url, url],
  [`"${url}"`, url],
  [`<${url}>`, url],
  [`The document is ${url}.`, url],
  [`[OpenAPI](${url})`, url],
  [`curl -H 'Authorization: Bearer x' '${url}' -o openapi.json`, url],
  ['claude mcp add --transport http linear https://mcp.linear.app/mcp', 'https://mcp.linear.app/mcp'],
  ['npx -y mcp-remote https://mcp.linear.app/mcp', 'https://mcp.linear.app/mcp'],
  ['file:///home/ada/my%20api.yaml', '/home/ada/my api.yaml'],
  ['./openapi.yaml', './openapi.yaml'],
  ['my api.yaml', 'my api.yaml'],
  ['stripe', 'stripe'],
])('what was pasted is read as the address in it: %s', (given, wanted) => {
  expect(takeAddress(given)).toBe(wanted)
})

test.each([
  [
    'npx -y @modelcontextprotocol/server-github',
    /is a command: an MCP server that runs on this machine can't be added/,
  ],
  [`${url} https://mcp.shelves.com/mcp`, /several addresses are given: .*Give one of them/],
])('or refused in words: %s', (given, words) => {
  expect(() => takeAddress(given)).toThrow(words)
})
