import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startForwardProxy } from '../../../test/forward-proxy.ts'
import { startTlsUpstream } from '../../../test/tls-upstream.ts'
import { createFetcher, parseAllowedHosts } from '../index.ts'
import { outcomesOf } from '../testing/new-process.ts'
import { request } from '../testing/upstream.ts'

const ipv4 = '93.184.216.34'
const ipv6 = '2606:2800:220:1::1'
const names: Record<string, readonly string[]> = {
  'good.test': [ipv4],
  'wrong.test': [ipv4],
  'six.test': [ipv6],
  'inner.test': ['10.0.0.1'],
  'local.test': ['127.0.0.1'],
}

let upstream: Awaited<ReturnType<typeof startTlsUpstream>>
let proxy: Awaited<ReturnType<typeof startForwardProxy>>
beforeAll(async () => {
  upstream = await startTlsUpstream('good.test', 'six.test')
  proxy = await startForwardProxy(upstream.port)
})
afterAll(async () => {
  proxy.stop()
  await upstream.stop()
})
beforeEach(() => {
  proxy.refuse(undefined)
  proxy.asked.length = 0
})

/** The upstream's certificate stands for public ones. */
const outcomes = (urls: readonly string[], at = `http://user:p%40ss@${proxy.host}`): Promise<string[]> =>
  outcomesOf(urls, { names, proxy: at, environment: { NODE_EXTRA_CA_CERTS: upstream.certificate } })

describe('by way of a proxy', () => {
  test('https asks for the checked address and has the certificate checked for the real name', async () => {
    const urls = ['https://good.test/', 'https://six.test:8443/', 'https://wrong.test/', 'https://good.test/']
    expect(await outcomes(urls)).toEqual(['200', '200', 'untrusted', '200'])
    expect(proxy.asked).toEqual([
      `CONNECT ${ipv4}:443 HTTP/1.1 user:p@ss`,
      `CONNECT [${ipv6}]:8443 HTTP/1.1 user:p@ss`,
      `CONNECT ${ipv4}:443 HTTP/1.1 user:p@ss`,
    ])
    expect(upstream.seen).toEqual(['good.test good.test', 'six.test six.test:8443', 'good.test good.test'])
  })

  test('an address that is not public is refused before the proxy is asked', async () => {
    expect(await outcomes(['https://inner.test/', 'https://169.254.169.254/'])).toEqual([
      'refused-address',
      'refused-address',
    ])
    expect(proxy.asked).toEqual([])
  })

  test('the proxy’s own refusal isn’t passed on as the host’s answer, and no error holds the proxy’s credentials', async () => {
    proxy.refuse('407 Proxy Authentication Required')
    const resolve = async () => [ipv4]
    const fetcher = createFetcher({
      allowed: parseAllowedHosts(''),
      resolve,
      proxy: `http://user:secret@${proxy.host}`,
    })
    const refused = await fetcher(request('https://good.test/')).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      kind: 'proxy-refused',
      retryable: true,
      message: 'the outgoing proxy did not connect to good.test (it answered 407)',
    })
    expect(Bun.inspect(refused)).not.toContain('secret')
  })

  test.each([
    ['that is away', 'http://user:secret@127.0.0.1:1', 'unreachable'],
    ['that has no address', 'http://user:secret@proxy.test:3128', 'unresolved'],
  ])('of a proxy %s the error says no credentials', async (_what, at, kind) => {
    const resolve = async (name: string) => names[name] ?? []
    const fetcher = createFetcher({ allowed: parseAllowedHosts(''), resolve, proxy: at })
    const failed = await fetcher(request('https://good.test/')).catch((error: unknown) => error)
    expect(failed).toMatchObject({ kind, retryable: true })
    expect(Bun.inspect(failed)).not.toContain('secret')
  })

  test('this machine’s own addresses are asked of a proxy on this machine only', async () => {
    const allowed = parseAllowedHosts('127.0.0.0/8')
    const resolve = async (name: string) => (name === 'proxy.test' ? ['192.0.2.1'] : ['127.0.0.1'])
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('direct') })
    const url = `http://local.test:${server.port}/`
    const elsewhere = createFetcher({ allowed, resolve, proxy: 'http://proxy.test:3128' })
    expect(Buffer.from((await elsewhere(request(url))).bytes).toString()).toBe('direct')
    const here = createFetcher({ allowed, resolve, proxy: `http://${proxy.host}` })
    expect((await here(request(url))).status).toBe(200)
    expect(proxy.asked).toEqual([`GET http://127.0.0.1:${server.port}/ HTTP/1.1`])
    server.stop(true)
  })
})
