import { describe, expect, test } from 'vitest'
import { describeRedirectTarget, matchRedirectUri, redirectUriFault, withParameters } from './redirect-uri.ts'

describe('a redirect URI may be registered', () => {
  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://vscode.dev/redirect',
    'https://client.example:8443/cb?tenant=1',
    'http://127.0.0.1:33418/',
    'http://127.0.0.1/callback',
    'http://[::1]:9000/cb',
    'http://localhost:6274/oauth/callback/debug',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode-insiders://vscode.github-authentication/did-authenticate',
    'com.example.app:/oauth2redirect',
    'com.raycast:/oauth?package_name=Extension',
    'raycast://oauth?package_name=mcp_server_(dev)',
    'kiro://saoudrizwan.claude-dev/mcp-auth/callback/abc',
    'trae://saoudrizwan.claude-dev/mcp-auth/callback/abc',
    'antigravity://RooVeterinaryInc.roo-cline/mcp',
  ])('%s', (uri) => expect(redirectUriFault(uri, [])).toBeUndefined())
})

describe('a redirect URI is refused', () => {
  test.each([
    ['', 'absolute'],
    ['/callback', 'absolute'],
    ['https://', 'absolute'],
    ['https://client.example/a b', 'absolute'],
    ['https://client.example/\u0000', 'absolute'],
    ['https://clïent.example/', 'absolute'],
    ['https://client.example/#', 'fragment'],
    ['https://user:pass@client.example/', 'credentials'],
    ['http://client.example/', 'https, or http on loopback'],
    ['http://127.0.0.1.client.example/', 'https, or http on loopback'],
    ['http://0.0.0.0/', 'https, or http on loopback'],
    ['javascript:alert(1)', 'scheme javascript:'],
    ['JavaScript:alert(1)', 'scheme javascript:'],
    ['data:text/html,x', 'scheme data:'],
    ['vbscript:x', 'scheme vbscript:'],
    ['file:///etc/passwd', 'scheme file:'],
    ['blob:https://client.example/x', 'scheme blob:'],
    ['view-source:https://client.example/', 'scheme view-source:'],
    ['ms-msdt:/id', 'scheme ms-msdt:'],
    ['search-ms:/query', 'scheme search-ms:'],
    ['smb://mallory.example/share', 'scheme smb:'],
    ['shell:/startup', 'scheme shell:'],
    ['itms-services://x/?action=download-manifest', 'scheme itms-services:'],
    ['about:/blank', 'scheme about:'],
    ['myapp://callback', 'like com.example.app:'],
    ['ms-office.something:/x', 'scheme ms-office.something:'],
    ['x-apple.systempreferences:/security', 'scheme x-apple.systempreferences:'],
    ['microsoft.windows.camera:/x', 'scheme microsoft.windows.camera:'],
    ['com.apple.settings:/x', 'scheme com.apple.settings:'],
    ['com.example.app:opaque', 'behind its scheme'],
    ['cursor:opaque', 'behind its scheme'],
  ])('%j, as it %s', (uri, fault) => expect(redirectUriFault(uri, [])).toContain(fault))
})

test('a scheme that the operator added is taken, and no other one', () => {
  expect(redirectUriFault('myapp://callback', ['myapp'])).toBeUndefined()
  expect(redirectUriFault('MyApp://callback', ['myapp'])).toBeUndefined()
  expect(redirectUriFault('otherapp://callback', ['myapp'])).toContain('REDIRECT_SCHEMES')
  expect(redirectUriFault('myapp:opaque', ['myapp'])).toContain('behind its scheme')
  expect(matchRedirectUri(['myapp://callback'], 'myapp://callback', ['myapp'])).toBe('myapp://callback')
  expect(matchRedirectUri(['myapp://callback'], 'myapp://callback', [])).toBeUndefined()
})

const registered = [
  'https://client.example/cb',
  'http://127.0.0.1:7777/cb?a=1',
  'http://localhost/',
  'com.example.app://host/cb',
  'ms-msdt:/from-before-the-rule',
]

test.each([
  ['https://client.example/cb', 'https://client.example/cb'],
  ['com.example.app://host/cb', 'com.example.app://host/cb'],
  ['http://127.0.0.1:7777/cb?a=1', 'http://127.0.0.1:7777/cb?a=1'],
  ['http://127.0.0.1:1/cb?a=1', 'http://127.0.0.1:1/cb?a=1'],
  ['http://127.0.0.1/cb?a=1', 'http://127.0.0.1/cb?a=1'],
  ['http://localhost:80', 'http://localhost/'],
  ['ms-msdt:/from-before-the-rule', undefined],
  ['https://client.example:443/cb', undefined],
  ['https://client.example/cb/', undefined],
  ['https://client.example/cb?', undefined],
  ['https://CLIENT.example/cb', undefined],
  ['http://127.0.0.1:7777/cb', undefined],
  ['http://127.0.0.1:7777/cb?a=1&b=2', undefined],
  ['http://[::1]/cb?a=1', undefined],
  ['com.example.app://host/cb?x', undefined],
])('%s leads to %s', (requested, place) => expect(matchRedirectUri(registered, requested, [])).toBe(place))

test.each([
  ['https://claude.ai/cb', 'site', 'claude.ai'],
  ['https://client.example:8443/cb', 'site', 'client.example:8443'],
  ['http://127.0.0.1:7777/', 'loopback', '127.0.0.1:7777'],
  ['http://[::1]:7777/', 'loopback', '[::1]:7777'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'application', 'cursor:'],
])('%s is shown as a %s, %s', (uri, kind, name) => expect(describeRedirectTarget(uri)).toEqual({ kind, name }))

test('parameters are added to an existing query, and escaped', () => {
  expect(withParameters('app:/cb', { code: 'a&b=c d', state: undefined })).toBe('app:/cb?code=a%26b%3Dc+d')
  expect(withParameters('https://a.example/?x=%20', { error: 'no' })).toBe('https://a.example/?x=%20&error=no')
})
