import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTlsUpstream } from '../../test/tls-upstream.ts'
import { outcomesOf } from './testing/new-process.ts'

let server: Awaited<ReturnType<typeof startTlsUpstream>>
beforeAll(async () => {
  server = await startTlsUpstream('good.test', 'other.test')
})
afterAll(() => server.stop())

const names = Object.fromEntries(['good.test', 'other.test', 'wrong.test'].map((name) => [name, ['127.0.0.1']]))
const outcomes = (urls: readonly string[], environment: Readonly<Record<string, string>>): Promise<string[]> =>
  outcomesOf(urls, { names, environment })

test('https by a checked address keeps Host and SNI, and a certificate of another name is refused', async () => {
  const urls = ['good.test', 'other.test', 'good.test', 'wrong.test', '127.0.0.1'].map(
    (host) => `https://${host}:${server.port}/`,
  )
  expect(await outcomes(urls, { NODE_EXTRA_CA_CERTS: server.certificate })).toEqual([
    '200',
    '200',
    '200',
    'untrusted',
    'untrusted',
  ])
  const seen = ['good.test', 'other.test', 'good.test']
  expect(server.seen).toEqual(seen.map((name) => `${name} ${name}:${server.port}`))
})

test.each<Record<string, string>>([{}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }])(
  'a certificate that nobody vouches for is refused, with %j in the environment',
  async (environment) => {
    const urls = [`https://good.test:${server.port}/`, `https://127.0.0.1:${server.port}/`]
    expect(await outcomes(urls, environment)).toEqual(['untrusted', 'untrusted'])
  },
)

test('a server that speaks no TLS is refused', async () => {
  const plain = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('plain') })
  expect(await outcomes([`https://good.test:${plain.port}/`], {})).toEqual(['no-handshake'])
  plain.stop(true)
})
