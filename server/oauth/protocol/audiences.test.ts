import { expect, test } from 'vitest'
import { findAudience } from './audiences.ts'

const base = 'https://gateway.example'

test.each([
  [base, base],
  [`${base}/`, base],
  ['HTTPS://Gateway.Example:443', base],
  [`${base}/mcp`, `${base}/mcp`],
  [`${base}/mcp/`, undefined],
  [`${base}/MCP`, undefined],
  [`${base}/mcp?tools=actions`, undefined],
  [`${base}/api`, undefined],
  ['http://gateway.example', undefined],
  [`${base}.evil.example`, undefined],
  [`${base}@evil.example`, undefined],
  ['not a url', undefined],
])('the resource %s is the audience %s', (resource, audience) => expect(findAudience(base, resource)).toBe(audience))
