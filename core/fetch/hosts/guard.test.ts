import { describe, expect, test } from 'vitest'
import { createFetcher, type FetchError, parseAllowedHosts } from '../index.ts'

const names: Record<string, readonly string[]> = {
  'public.test': ['93.184.216.34', '2606:2800:220:1::1'],
  'loopback.test': ['127.0.0.1'],
  'mixed.test': ['93.184.216.34', '10.0.0.5'],
  'mixed-six.test': ['2606:2800:220:1::1', 'fd00::5'],
  'metadata.test': ['169.254.169.254'],
  'dns64.test': ['64:ff9b::5db8:d822'],
  'zone.test': ['fe80::1%eth0'],
  'empty.test': [],
  'junk.test': ['not an address'],
}
const resolve = async (name: string): Promise<readonly string[]> => {
  const addresses = names[name]
  if (!addresses) throw new Error(`ENOTFOUND ${name}`)
  return addresses
}

const never = new AbortController().signal

/** The guard's decision on a URL: what happens before anything is connected. */
const verdict = (url: string, allowed = '', signal = never): Promise<string> =>
  createFetcher({ allowed: parseAllowedHosts(allowed), resolve })
    .check(url, signal)
    .then(
      () => 'reachable',
      (error: FetchError) => error.kind,
    )

describe('with nothing allowed', () => {
  test.each([
    // Spellings of 127.0.0.1.
    ['https://127.0.0.1/', 'refused-address'],
    ['https://2130706433/', 'refused-address'],
    ['https://0x7f000001/', 'refused-address'],
    ['https://0x7f.0.0.1/', 'refused-address'],
    ['https://0177.0.0.1/', 'refused-address'],
    ['https://017700000001/', 'refused-address'],
    ['https://127.1/', 'refused-address'],
    ['https://127.0.1/', 'refused-address'],
    ['https://①②⑦.0.0.1/', 'refused-address'],
    ['https://%31%32%37.0.0.1/', 'refused-address'],
    ['https://127.0.0.1./', 'refused-address'],
    // IPv4 that is not public.
    ['https://0.0.0.0/', 'refused-address'],
    ['https://0.1.2.3/', 'refused-address'],
    ['https://10.0.0.1/', 'refused-address'],
    ['https://100.64.0.1/', 'refused-address'],
    ['https://100.100.100.200/', 'refused-address'],
    ['https://127.255.255.254/', 'refused-address'],
    ['https://168.63.129.16/', 'refused-address'],
    ['https://169.254.169.254/latest/meta-data/', 'refused-address'],
    ['https://172.16.0.1/', 'refused-address'],
    ['https://172.31.255.255/', 'refused-address'],
    ['https://192.0.0.192/', 'refused-address'],
    ['https://192.0.2.1/', 'refused-address'],
    ['https://192.88.99.1/', 'refused-address'],
    ['https://192.168.0.1/', 'refused-address'],
    ['https://198.18.0.1/', 'refused-address'],
    ['https://198.51.100.1/', 'refused-address'],
    ['https://203.0.113.1/', 'refused-address'],
    ['https://224.0.0.1/', 'refused-address'],
    ['https://240.0.0.1/', 'refused-address'],
    ['https://255.255.255.255/', 'refused-address'],
    // IPv6 that is not public, or leads to such an IPv4.
    ['https://[::]/', 'refused-address'],
    ['https://[::1]/', 'refused-address'],
    ['https://[::127.0.0.1]/', 'refused-address'],
    ['https://[::ffff:127.0.0.1]/', 'refused-address'],
    ['https://[::ffff:a9fe:a9fe]/', 'refused-address'],
    ['https://[::ffff:0:127.0.0.1]/', 'refused-address'],
    ['https://[64:ff9b::127.0.0.1]/', 'refused-address'],
    ['https://[64:ff9b::10.0.0.1]/', 'refused-address'],
    ['https://[64:ff9b::169.254.169.254]/', 'refused-address'],
    ['https://[64:ff9b:1::8.8.8.8]/', 'refused-address'],
    ['https://[2002:7f00:1::]/', 'refused-address'],
    ['https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/', 'refused-address'],
    ['https://[2001:db8::1]/', 'refused-address'],
    ['https://[3fff::1]/', 'refused-address'],
    ['https://[100::1]/', 'refused-address'],
    ['https://[fc00::1]/', 'refused-address'],
    ['https://[fd00:ec2::254]/', 'refused-address'],
    ['https://[fe80::1]/', 'refused-address'],
    ['https://[fec0::1]/', 'refused-address'],
    ['https://[ff02::1]/', 'refused-address'],
    ['https://[4000::1]/', 'refused-address'],
    // Names.
    ['https://loopback.test/', 'refused-address'],
    ['https://metadata.test/', 'refused-address'],
    ['https://mixed.test/', 'refused-address'],
    ['https://mixed-six.test/', 'refused-address'],
    ['https://zone.test/', 'refused-address'],
    ['https://unknown.test/', 'unresolved'],
    ['https://empty.test/', 'unresolved'],
    ['https://junk.test/', 'unresolved'],
    // Public ones.
    ['https://8.8.8.8/', 'reachable'],
    ['https://[2606:4700:4700::1111]/', 'reachable'],
    ['https://[::ffff:8.8.8.8]/', 'reachable'],
    ['https://[64:ff9b::8.8.8.8]/', 'reachable'],
    ['https://public.test/', 'reachable'],
    ['https://public.test:8443/', 'reachable'],
    ['https://dns64.test/', 'reachable'],
    // Not plain https URLs.
    ['http://public.test/', 'insecure'],
    ['http://8.8.8.8/', 'insecure'],
    ['http://loopback.test/', 'refused-address'],
    ['https://user:password@public.test/', 'invalid'],
    ['https://user@public.test/', 'invalid'],
    ['ftp://public.test/', 'invalid'],
    ['file:///etc/passwd', 'invalid'],
    ['blob:https://public.test/1', 'invalid'],
    ['data:,x', 'invalid'],
    ['/only/a/path', 'invalid'],
    ['https://', 'invalid'],
    ['https://256.1.1.1/', 'invalid'],
    ['https://[fe80::1%25eth0]/', 'invalid'],
  ])('%s is %s', async (url, want) => expect(await verdict(url)).toBe(want))
})

describe('with hosts allowed', () => {
  test.each([
    ['loopback.test', 'http://loopback.test:9400/', 'reachable'],
    ['loopback.test:9400', 'http://loopback.test:9400/', 'reachable'],
    ['loopback.test:9400', 'http://loopback.test:9401/', 'refused-address'],
    ['public.test', 'http://public.test/', 'reachable'],
    ['127.0.0.1', 'http://2130706433/', 'reachable'],
    ['127.0.0.1', 'http://loopback.test/', 'refused-address'],
    ['127.0.0.0/8', 'http://loopback.test/', 'reachable'],
    ['127.0.0.0/8', 'https://[::ffff:127.0.0.1]/', 'reachable'],
    ['127.0.0.0/8', 'https://[64:ff9b::127.0.0.1]/', 'refused-address'],
    ['10.0.0.0/8', 'https://mixed.test/', 'reachable'],
    ['10.0.0.0/8', 'http://mixed.test/', 'insecure'],
    ['10.0.0.0/8', 'https://loopback.test/', 'refused-address'],
    ['loopback.test', 'http://user@loopback.test/', 'invalid'],
  ])('%s: %s is %s', async (allowed, url, want) => expect(await verdict(url, allowed)).toBe(want))
})

test('a refusal tells a caller nothing about the address behind the name', async () => {
  const { check } = createFetcher({ allowed: parseAllowedHosts(''), resolve })
  await expect(check('https://metadata.test/?key=secret', never)).rejects.toThrow(
    /^metadata\.test is not at a public address$/,
  )
})

test('50 callers of a new name cause one look-up, and the next one none', async () => {
  let lookups = 0
  const counting = async (name: string) => {
    lookups++
    return resolve(name)
  }
  const { check } = createFetcher({ allowed: parseAllowedHosts(''), resolve: counting })
  await Promise.all(Array.from({ length: 50 }, () => check('https://public.test/', never)))
  await check('https://public.test/other', never)
  expect(lookups).toBe(1)
})

test('a look-up that failed is tried again by the next call', async () => {
  const answers: string[][] = [[], ['93.184.216.34']]
  const { check } = createFetcher({ allowed: parseAllowedHosts(''), resolve: async () => answers.shift() ?? [] })
  await expect(check('https://late.test/', never)).rejects.toMatchObject({ kind: 'unresolved', retryable: true })
  await check('https://late.test/', never)
})

test('a caller’s signal ends its own wait for a look-up that hangs, and nobody else’s', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<string[]>()
  const { check } = createFetcher({ allowed: parseAllowedHosts(''), resolve: () => promise })
  const hasty = new AbortController()
  const [first, second] = [check('https://slow.test/', hasty.signal), check('https://slow.test/', never)]
  hasty.abort()
  await expect(first).rejects.toMatchObject({ kind: 'aborted', retryable: false })
  answer(['93.184.216.34'])
  await second
  await expect(check('https://other.test/', AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' })
})
