import { expect, test } from 'vitest'
import { wantsPage } from './wants-page.ts'

const firefox = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const java = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'

const table = [
  ['a browser', '/nothing', { accept: firefox }, true],
  ['a browser', '/admin/tenants', { accept: firefox }, true],
  ['a browser', '/api/v1/acme/hubspot', { accept: firefox }, true],
  ['a browser that marks what it opens', '/mcp', { accept: 'text/html', 'sec-fetch-dest': 'document' }, true],
  ['curl', '/nothing', { accept: '*/*' }, false],
  ['nobody in particular', '/nothing', {}, false],
  ['a program that prefers JSON', '/nothing', { accept: 'application/json, text/html;q=0.5' }, false],
  ['a program that refuses HTML', '/nothing', { accept: 'text/html;q=0, */*' }, false],
  ['Java', '/api/v1/acme/hubspot', { accept: java }, false],
  ['Java', '/admin/tenants', { accept: java }, false],
  ['an MCP client', '/mcp', { accept: 'application/json, text/event-stream' }, false],
] as const

test.each(table)('%s at %s', (_who, path, headers, wants) => {
  expect(wantsPage({ method: 'GET', headers: new Headers(headers) }, path)).toBe(wants)
})

test.each([
  ['HEAD', true],
  ['POST', false],
] as const)('a browser’s %s', (method, wants) => {
  expect(wantsPage({ method, headers: new Headers({ accept: firefox }) }, '/nothing')).toBe(wants)
})
