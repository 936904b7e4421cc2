import { describe, expect, test } from 'vitest'
import { createClientAddress } from './client-address.ts'

describe('without trusted proxies', () => {
  const addressOf = createClientAddress([])

  test.each([
    ['203.0.113.9', null, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['::ffff:203.0.113.9', null, '203.0.113.9'],
    ['2001:DB8:0:0::1', null, '2001:db8::1'],
    ['fe80::1%eth0', null, 'fe80::1'],
  ])('socket %s with X-Forwarded-For %s is %s', (socket, forwarded, want) => {
    expect(addressOf(socket, forwarded)).toBe(want)
  })
})

describe('behind the proxies 10.0.0.0/8, fd00::/8 and ::ffff:192.0.2.0/120', () => {
  const addressOf = createClientAddress(['10.0.0.0/8', 'fd00::/8', '::ffff:192.0.2.0/120'])

  test.each([
    ['a client that is not a proxy is not believed', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a proxy that says nothing is the client', '10.0.0.1', null, '10.0.0.1'],
    ['a proxy that says an empty list is the client', '10.0.0.1', '', '10.0.0.1'],
    ['the address that the proxy saw', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['the right-most one, not what the client wrote', '10.0.0.1', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['the first one before a chain of proxies', '10.0.0.1', '6.6.6.6,198.51.100.1 ,10.0.0.2,fd00::5', '198.51.100.1'],
    ['the left-most one when all are proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['an IPv4-mapped proxy', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a proxy of an IPv4-mapped range', '192.0.2.7', '198.51.100.1', '198.51.100.1'],
    ['an IPv4-mapped entry', '10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['an entry with a port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['an IPv6 entry', '10.0.0.1', '2001:DB8::0:1', '2001:db8::1'],
    ['an IPv6 entry with a port', '10.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['an IPv6 entry in brackets', '10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['an entry in quotes', '10.0.0.1', '"[2001:db8::1]:80"', '2001:db8::1'],
    ['a proxy over IPv6', 'fd00::1', '198.51.100.1', '198.51.100.1'],
    ['the last proxy, when an entry is not an address', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['the proxy right of what is not an address', '10.0.0.1', '198.51.100.1, _x, 10.0.0.2', '10.0.0.2'],
    ['no octal, hex or short form', '10.0.0.1', '0177.0.0.1', '10.0.0.1'],
    ['no number out of range', '10.0.0.1', '999.1.1.1', '10.0.0.1'],
    ['no empty entry', '10.0.0.1', '198.51.100.1,', '10.0.0.1'],
    ['the last one of ten thousand entries', '10.0.0.1', `${'1.1.1.1,'.repeat(10_000)}198.51.100.1`, '198.51.100.1'],
  ])('%s', (_what, socket, forwarded, want) => {
    expect(addressOf(socket, forwarded)).toBe(want)
  })
})
