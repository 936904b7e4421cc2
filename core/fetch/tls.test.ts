import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTlsUpstream } from '../../test/tls-upstream.ts'

let server: Awaited<ReturnType<typeof startTlsUpstream>>
beforeAll(async () => {
  server = await startTlsUpstream('good.test', 'other.test')
})
afterAll(() => server.stop())

/** Sends requests from a new process, because trusted certificates can be set only at its start, as an operator would. */
const outcomes = async (urls: readonly string[], environment: Record<string, string>): Promise<string[]> => {
  const script = `
    import { createFetcher, parseAllowedHosts } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
    const fetcher = createFetcher({ allowed: parseAllowedHosts('127.0.0.0/8'), resolve: async () => ['127.0.0.1'] })
    const rest = { method: 'GET', headers: {}, signal: AbortSignal.timeout(5000), maxBytes: 100, redirects: 'none' }
    const outcomes = []
    for (const url of ${JSON.stringify(urls)}) {
      outcomes.push(await fetcher({ url, ...rest }).then(({ status }) => String(status), (error) => error.kind))
    }
    console.log(JSON.stringify(outcomes))
    process.exit()`
  const child = Bun.spawn([process.execPath, '-e', script], {
    env: { ...process.env, ...environment },
    stderr: 'inherit',
  })
  return JSON.parse(await new Response(child.stdout).text())
}

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
  const names = ['good.test', 'other.test', 'good.test']
  expect(server.seen).toEqual(names.map((name) => `${name} ${name}:${server.port}`))
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
  expect(await outcomes([`https://good.test:${plain.port}/`], {})).toEqual(['untrusted'])
  plain.stop(true)
})
