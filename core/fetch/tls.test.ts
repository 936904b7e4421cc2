import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder = ''
let server: Server
let port = 0
const seen: string[] = []

/** HTTPS on loopback with a certificate for `good.test` and `other.test`; notes the SNI and the Host of each request. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fetch-tls-'))
  const names = 'subjectAltName=DNS:good.test,DNS:other.test'
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const made = Bun.spawnSync([
    'openssl',
    'req',
    '-x509',
    ...curve,
    ...files,
    '-subj',
    '/CN=good.test',
    '-addext',
    names,
  ])
  if (!made.success) throw new Error(made.stderr.toString())

  const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((name) => readFile(join(folder, name))))
  server = createServer({ key, cert }, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const sni = 'servername' in socket ? socket.servername : undefined
      seen.push(`${sni} ${/^host: (.*)\r$/im.exec(data.toString())?.[1]}`)
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

/** Requests in another process: only at its start can it be told whom to trust, as an operator would do it. */
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
    (host) => `https://${host}:${port}/`,
  )
  expect(await outcomes(urls, { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') })).toEqual([
    '200',
    '200',
    '200',
    'untrusted',
    'untrusted',
  ])
  const names = ['good.test', 'other.test', 'good.test']
  expect(seen).toEqual(names.map((name) => `${name} ${name}:${port}`))
})

test('a certificate that nobody vouches for is refused', async () => {
  expect(await outcomes([`https://good.test:${port}/`], {})).toEqual(['untrusted'])
})

test('a server that speaks no TLS is refused', async () => {
  const plain = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('plain') })
  expect(await outcomes([`https://good.test:${plain.port}/`], {})).toEqual(['untrusted'])
  plain.stop(true)
})
