import { expect, test } from 'vitest'
import { findAudience } from './audiences.ts'

const base = 'https://gateway.example'

test.each([
  [base, base],
  [`${base}/`, base],
  ['HTTPS://Gateway.Example:443', base],
  [`${base}/mcp`, `${base}/mcp`],
  [`${base}/mcp/`, `${base}/mcp`],
  [`${base}/mcp?tools=effects`, `${base}/mcp`],
  [`${base}/mcp/?tools=effects&a=%2F`, `${base}/mcp`],
  [`${base}/?tools=effects`, base],
  [`${base}?tools=effects`, base],
  ['https://GATEWAY.example:443/mcp/?', `${base}/mcp`],
  [`${base}/mcp//`, undefined],
  [`${base}//mcp`, undefined],
  [`${base}//`, undefined],
  [`${base}/mcp%2F`, undefined],
  [`${base}%2Fmcp`, undefined],
  [`${base}/%6dcp`, undefined],
  [`${base}/a/%2e%2e/mcp`, undefined],
  [`${base}/mcp#`, undefined],
  [`${base}/mcp#tools`, undefined],
  [`${base}\\mcp`, undefined],
  [` ${base}/mcp`, undefined],
  [`${base}/m\tcp`, undefined],
  ['https://user:pass@gateway.example/mcp', undefined],
  ['https://@gateway.example/mcp', undefined],
  ['https://gateway.example:8443/mcp', undefined],
  ['https://gateway.example./mcp', undefined],
  [`${base}/MCP`, undefined],
  [`${base}/api`, undefined],
  ['http://gateway.example', undefined],
  [`${base}.evil.example`, undefined],
  [`${base}@evil.example`, undefined],
  ['not a url', undefined],
])('the resource %s is the audience %s', (resource, audience) => expect(findAudience(base, resource)).toBe(audience))
