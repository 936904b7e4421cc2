// Test lanes: slow

import { existsSync, readFileSync } from 'node:fs'
import { hashToken } from '@patchbay/core/store'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../client.ts'
import { startTestGateway } from '../gateway.ts'
import { startServerProcess } from '../server-process.ts'

let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

const make = async (body: object) => (await gateway.admin('POST', '/admin/keys', body)).body
const use = async (key: string) => {
  const { status, body } = await gateway.send('GET', '/admin/tenants', { 'x-admin-key': key })
  return [status, body.code]
}

const refused = [401, 'AUTH_FAILED']

describe('a stolen admin key', () => {
  test('that was ended is refused from the next request on, and the others go on', async () => {
    const [stolen, other] = [await make({ name: 'ci', role: 'owner' }), await make({ name: 'ci', role: 'owner' })]
    expect(await use(stolen.key)).toEqual([200, undefined])
    expect((await gateway.admin('DELETE', `/admin/keys/${stolen.key_id}`)).status).toBe(204)
    expect(await use(stolen.key)).toEqual(refused)
    expect(await use(other.key)).toEqual([200, undefined])
    expect((await gateway.admin('DELETE', `/admin/keys/${stolen.key_id}`)).body.code).toBe('NOT_FOUND')
  })

  test('that has expired is refused, also where it was used before', async () => {
    const expires_at = Math.floor(Date.now() / 1000) + 2
    const { key } = await make({ name: 'for an hour', role: 'viewer', expires_at })
    expect(await use(key)).toEqual([200, undefined])
    await expect.poll(() => use(key)).toEqual(refused)
    expect(Date.now()).toBeGreaterThanOrEqual(expires_at * 1000)
  })

  test('is found by what it did: each entry of the audit log names the key', async () => {
    const { key, key_id } = await make({ name: 'ci', role: 'operator' })
    const stolen = createClient(gateway.url, key)
    await stolen.admin('PUT', '/admin/tenants/theirs', { name: 'Theirs', status: 'active', providers: {} })
    const { entries } = (await gateway.admin('GET', '/admin/audit?tenant=theirs')).body
    expect(entries).toMatchObject([{ action: 'put_tenant', key: 'tenants/theirs', token_id: key_id }])
    const made = (await gateway.admin('GET', `/admin/audit?key=keys/${key_id}`)).body.entries
    expect(made).toMatchObject([{ action: 'create_admin_key', token_id: expect.stringMatching(/^[0-9a-f]{12}$/) }])
    expect(made[0].token_id).not.toBe(key_id)
  })

  test('is shown once, when it is made, and kept as a hash', async () => {
    const { key, ...made } = await make({ name: 'once', role: 'viewer' })
    expect(key).toMatch(/^pb_admin_[\w-]{43}$/)
    const listed = await gateway.admin('GET', '/admin/keys')
    expect(listed.body.keys).toContainEqual(made)
    const files = ['patchbay.sqlite', 'patchbay.sqlite-wal', 'audit.sqlite', 'audit.sqlite-wal'].flatMap((name) => {
      const path = `${gateway.dataDir}/${name}`
      return existsSync(path) ? [readFileSync(path, 'latin1')] : []
    })
    expect(files.join('')).toContain(made.key_id)
    expect(`${listed.text}${files.join('')}`).not.toContain(key)
  })
})

describe('a key that is made', () => {
  test.each([
    [{ role: 'viewer' }, '/name'],
    [{ name: '', role: 'viewer' }, '/name'],
    [{ name: 'x', role: 'viewer', expires_at: 1 }, '/expires_at'],
    [{ name: 'x', role: 'viewer', expires_at: Date.now() * 10 }, '/expires_at'],
    [{ name: 'x', role: 'viewer', key: 'of-my-own' }, '/key'],
  ])('from %j is refused, with the member that is wrong', async (body, path) => {
    const answer = await gateway.admin('POST', '/admin/keys', body)
    expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path }] })
  })
})

const start = async (options: Parameters<typeof startServerProcess>[0]) => {
  const server = await startServerProcess(options)
  onTestFinished(server.stop)
  return server
}

describe('the key that the first start printed, read out of a log', () => {
  test('is replaced as the start says', async () => {
    const first = await start({})
    expect(first.output.stdout).toMatch(/stays in the log.*ADMIN_API_KEY/s)
    const [command = ''] = /printf %s .*sha256sum/.exec(first.output.stdout) ?? []
    const own = 'a key of my own making'
    const hashed = Bun.spawnSync(['sh', '-c', command.replace('<a key of your own>', own)]).stdout.toString()
    const ADMIN_API_KEY = hashed.split(' ')[0] ?? ''
    expect(ADMIN_API_KEY).toBe(hashToken(own))
    const named = (await first.admin('POST', '/admin/keys', { name: 'ops', role: 'owner' })).body.key
    await first.end('SIGTERM')

    const second = await start({ dataDir: first.dataDir, env: { ADMIN_API_KEY }, adminKey: own })
    expect((await second.admin('GET', '/admin/tenants')).status).toBe(200)
    const statusOf = async (key: string) => (await second.send('GET', '/admin/tenants', { 'x-admin-key': key })).status
    expect([await statusOf(first.adminKey), await statusOf(named)]).toEqual([401, 200])
  })

  test('can not be ended by the API, which says how it ends', async () => {
    const { body } = await gateway.admin('GET', '/admin/audit?limit=1')
    const answer = await gateway.admin('DELETE', `/admin/keys/${body.entries[0].token_id}`)
    expect(answer.body).toMatchObject({ code: 'CONFLICT', error: expect.stringContaining('ADMIN_API_KEY') })
  })
})

test('of two keys in ADMIN_API_KEY both open, until one is taken out', async () => {
  const [old, next] = ['the old admin key', 'the next admin key']
  const both = await start({ env: { ADMIN_API_KEY: `${hashToken(old)},${hashToken(next)}` } })
  const statusOf = async (server: typeof both, key: string) =>
    (await server.send('GET', '/admin/tenants', { 'x-admin-key': key })).status
  expect([await statusOf(both, old), await statusOf(both, next)]).toEqual([200, 200])
  await both.end('SIGTERM')
  const one = await start({ dataDir: both.dataDir, env: { ADMIN_API_KEY: hashToken(next) } })
  expect([await statusOf(one, old), await statusOf(one, next)]).toEqual([401, 200])
})
