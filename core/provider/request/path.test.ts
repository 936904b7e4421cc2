import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../errors.ts'
import { path } from '../index.ts'

describe('path', () => {
  it.each([
    ['contacts', '/objects/contacts'],
    ['a b', '/objects/a%20b'],
    ['/', '/objects/%2F'],
    ['../admin', '/objects/..%2Fadmin'],
    ['..\\admin', '/objects/..%5Cadmin'],
    ['...', '/objects/...'],
    ['%2e%2e', '/objects/%252e%252e'],
    ['a?b#c', '/objects/a%3Fb%23c'],
    ['ada@example.com', '/objects/ada%40example.com'],
    ['Zoë 東京', '/objects/Zo%C3%AB%20%E6%9D%B1%E4%BA%AC'],
    ['a\r\nHost: b', '/objects/a%0D%0AHost%3A%20b'],
    ['https://evil.example', '/objects/https%3A%2F%2Fevil.example'],
    [7, '/objects/7'],
  ])('%j is one segment that URL parsing leaves alone', (value, want) => {
    expect(path`/objects/${value}`).toBe(want)
    expect(new URL(want, 'https://api.example.com').pathname).toBe(want)
  })

  it.each(['', '.', '..', '\uD800'])('%j is refused, with a message for the caller', (value) => {
    const build = () => path`/objects/${value}/search`
    expect(build).toThrow(GatewayError)
    expect(build).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', status: 400 }))
  })

  it('several values are a segment each, whatever stands between them', () => {
    expect(path`/a/${'b/c'}/d/${'e f'}.json`).toBe('/a/b%2Fc/d/e%20f.json')
  })
})
