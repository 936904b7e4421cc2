import { describe, expect, test } from 'vitest'
import { parseAddress } from './address.ts'
import { isInRange, isNamed, parseAllowedHosts } from './allowed-hosts.ts'

describe('a list of allowed hosts', () => {
  test.each([
    ['', 'http://localhost/', false],
    ['localhost', 'http://localhost:9400/x', true],
    ['LOCALHOST', 'http://localhost/', true],
    ['localhost:9400', 'http://localhost:9400/', true],
    ['localhost:9400', 'http://localhost:9401/', false],
    ['idp.internal:443', 'https://idp.internal/token', true],
    ['idp.internal:443', 'http://idp.internal/token', false],
    ['idp.internal:80', 'http://idp.internal/token', true],
    ['internal', 'http://idp.internal/', false],
    ['idp.internal', 'http://idp.internal.evil.example/', false],
    [' a.test , ,b.test ', 'http://b.test/', true],
    ['127.0.0.1', 'http://127.1:80/', true],
    ['127.1', 'http://2130706433/', true],
    ['::1', 'http://[::1]:8080/', true],
    ['[::1]:8080', 'http://[0:0::1]:8080/', true],
    ['[::1]:8080', 'http://[::1]/', false],
  ])('%j names %s: %s', (list, url, want) => {
    expect(isNamed(parseAllowedHosts(list), new URL(url))).toBe(want)
  })

  test.each([
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['fd00::/8,10.0.0.0/8', 'fd12::1', true],
    ['fd00::/8', '10.1.2.3', false],
    ['0.0.0.0/0', '127.0.0.1', true],
  ])('%j covers %s: %s', (list, address, want) => {
    expect(isInRange(parseAllowedHosts(list), parseAddress(address))).toBe(want)
  })

  test.each([
    ['http://127.0.0.1:9400', 'http://127.0.0.1:9400/crm', true],
    ['http://127.0.0.1:9400', 'http://127.0.0.1:9401/crm', false],
    ['https://eu.sandbox.test', 'https://eu.sandbox.test/', true],
    ['https://eu.sandbox.test', 'https://eu.sandbox.test:8443/', false],
  ])('allows the host of the origin %s at %s: %s', (origin, url, want) => {
    expect(isNamed(parseAllowedHosts('', [origin]), new URL(url))).toBe(want)
  })

  test.each(['a b', 'http://localhost', 'user@localhost', 'a.test:', 'a.test:0', 'a.test:65536', 'a.test:http'])(
    'with the entry %j is refused by its name',
    (entry) => expect(() => parseAllowedHosts(`localhost,${entry}`)).toThrow(JSON.stringify(entry)),
  )
  test.each(['10.0.0.0/33', '10.0.0/x', 'a.test/8', '/', '[::1', '*.a.test', '256.0.0.1', 'a.test?', 'a\\b'])(
    'with the entry %j is refused, too',
    (entry) => expect(() => parseAllowedHosts(entry)).toThrow(JSON.stringify(entry)),
  )
  test.each(['ftp://a.test', 'a.test'])('with the origin %j is refused by its name', (origin) => {
    expect(() => parseAllowedHosts('', [origin])).toThrow(JSON.stringify(origin))
  })
})
