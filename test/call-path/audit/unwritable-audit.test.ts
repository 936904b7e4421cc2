import { afterAll, expect, it } from 'vitest'
import { answer, startScripted } from '../../providers/scripted.ts'
import { startServerProcess } from '../../server-process.ts'

const upstream = await startScripted(answer(200, { results: [] }))
const server = await startServerProcess({
  env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }), LOG_LEVEL: 'error' },
})
afterAll(async () => {
  await server.stop()
  await upstream.stop()
})

/** Lets the running server write no further than `bytes` into any file: the kernel's way to be out of space. */
const limitFiles = (bytes: string): void => {
  const { success, stderr } = Bun.spawnSync([
    'prlimit',
    '--pid',
    String(server.child.pid),
    `--fsize=${bytes}:unlimited`,
  ])
  if (!success) throw new Error(`prlimit (util-linux) is needed here: ${stderr}`)
}

const call = (id: string) =>
  server.call(
    'acme',
    'hubspot',
    { action: 'list', object_type: 'contacts' },
    {
      headers: { 'x-request-id': id, 'cache-control': 'no-cache' },
    },
  )

it('while the audit log can not be written no provider is called; what happened meanwhile is written afterwards', async () => {
  await server.seed('acme', { hubspot: 'a-token-of-hubspot' })
  expect((await call('before')).status).toBe(200)

  limitFiles('1')
  // The provider has answered by the time the store is seen to fail: the caller gets its answer.
  expect((await call('surprised')).status).toBe(200)
  const calls = upstream.requests.length
  for (const id of ['refused-1', 'refused-2']) {
    const { status, body, headers } = await call(id)
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1'])
  }
  const changed = await server.admin('DELETE', '/admin/tenants/acme')
  expect([changed.status, changed.body.code]).toEqual([503, 'UNAVAILABLE'])
  expect(upstream.requests.length).toBe(calls)
  const line = (): string | undefined =>
    server.output.stdout.split('\n').find((text) => text.includes('"request_id":"surprised"'))
  await expect.poll(line).toBeDefined()
  const { entries } = JSON.parse(line() ?? '')
  expect(entries[0]).toMatchObject({ tenant: 'acme', key: 'hubspot/main', code: null, status: 200 })

  limitFiles('unlimited')
  await expect.poll(async () => (await call('after')).status).toBe(200)
  const { body } = await server.admin('GET', '/admin/audit?source=rest&tenant=acme&limit=1000')
  const codes = new Map(body.entries.map(({ request_id, code }: Record<string, string>) => [request_id, code]))
  expect(Object.fromEntries(codes)).toMatchObject({
    before: null,
    surprised: null,
    'refused-1': 'UNAVAILABLE',
    'refused-2': 'UNAVAILABLE',
  })
  expect(codes.has('after')).toBe(true)
})
