import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway } from '../gateway.ts'

let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

const all = [
  '/docs/guide/',
  '/docs/guide/calls',
  '/docs/guide/providers/jira',
  '/docs/guide.css',
  '/openapi.json',
  '/docs',
  '/docs/page.css',
  '/docs/page.js',
  '/docs/swagger-ui.css',
  '/docs/swagger-ui-bundle.js',
]
const fetchIt = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init)

test.each(all)('%s is served, as HEAD without its body, and once only to a browser that keeps it', async (path) => {
  const whole = await fetchIt(path)
  expect([whole.status, whole.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(10)
  const etag = whole.headers.get('etag') ?? ''

  const head = await fetchIt(path, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
  expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'))

  for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
    const again = await fetchIt(path, { headers: { 'if-none-match': known } })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  }
  const changed = await fetchIt(path, { headers: { 'if-none-match': '"another"' } })
  expect(changed.status).toBe(200)
  await changed.body?.cancel()
})

test('the page may load from its own origin only, and nothing inline', async () => {
  const { headers } = await fetchIt('/docs')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
  expect(policy).toContain("frame-ancestors 'none'")
})

test.each(['/docs/nothing', '/docs/package.json', '/docs/..%2findex.ts', '/docs/swagger-ui-bundle.js.map'])(
  'the library has more files, and %s is not served',
  async (path) => {
    const { status, body } = await gateway.send('GET', path, {})
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  },
)

test('DOCS=off hides the page and the document', async () => {
  const quiet = await startTestGateway({ env: { DOCS: 'off' } })
  try {
    for (const path of all) {
      const { status, body } = await quiet.send('GET', path, {})
      expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND'])
    }
  } finally {
    await quiet.stop()
  }
})

test('with a listener for operators the document still has the admin API, and says where it is', async () => {
  const apart = await startTestGateway({ env: { ADMIN_PORT: '0' } })
  try {
    const { body } = await apart.send('GET', '/openapi.json', {})
    expect(body.paths).toHaveProperty(['/admin/tenants/{tenant}', 'put'])
    expect(body.servers).toEqual([{ url: '/', description: expect.stringContaining('ADMIN_PORT') }])
    expect((await fetch(`${apart.adminUrl}/docs`)).status).toBe(404)
  } finally {
    await apart.stop()
  }
})

test('the document and the library are sent compressed to those that take it', async () => {
  for (const path of ['/openapi.json', '/docs/swagger-ui-bundle.js']) {
    const plain = await fetch(gateway.url + path, { decompress: false, headers: { 'accept-encoding': 'identity' } })
    const whole = (await plain.bytes()).length
    const packed = await fetch(gateway.url + path, { decompress: false, headers: { 'accept-encoding': 'gzip' } })
    const bytes = await packed.bytes()
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip'])
    expect(bytes.length).toBeLessThan(whole / 2.5)
    expect(gunzipSync(bytes).length).toBe(whole)
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  }
})

/** The bytes that this process has read from files so far (proc_pid_io(5)). */
const bytesRead = (): number => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])

test('the document is read once, however often it is asked for', async () => {
  const first = await fetchIt('/openapi.json')
  const size = (await first.bytes()).length
  const known = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
  const before = bytesRead()
  for (let n = 0; n < 10; n++) {
    expect((await fetchIt('/openapi.json', known)).status).toBe(304)
    expect((await (await fetchIt('/openapi.json')).bytes()).length).toBe(size)
  }
  expect(bytesRead() - before).toBeLessThan(size)
})
