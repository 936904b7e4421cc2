import { clientSecretBinding } from '@patchbay/core/refresh'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { configuration, refOf, seed } from '../../../../test/contract/samples.ts'
import { type Admin, openAdmin } from '../../testing/open-admin.ts'

let admin: Admin
beforeAll(async () => {
  admin = openAdmin()
  const accounts = ['copy', 'other-secret', 'other-address', 'other-client', 'own'].map((id) => `hubspot/${id}`)
  await admin.store.tenants.put('acme', configuration(...accounts), { now: new Date(), prune: false })
})
afterAll(() => admin.close())

const tokenUrl = 'http://127.0.0.1:9/token'
const put = (client_secret: string, changes: object = {}) =>
  admin.call('PUT', '/admin/apps/hubspot', {
    body: { client_id: 'app', client_secret, token_url: tokenUrl, ...changes },
  })

/** Stores a seed with these members, as a version before did; `application`: as this version does. */
const store = async (account: string, secret: string, changes: object = {}) => {
  const ref = refOf('acme', `hubspot/${account}`)
  const sealed_client_secret = await admin.vault.seal(secret, clientSecretBinding(ref))
  const members = { client_id: 'app', token_endpoint: tokenUrl, sealed_client_secret, application: null, ...changes }
  await admin.store.seeds.put(ref, { ...seed(), ...members }, new Date())
}
const stored = async (account: string) => {
  const record = await admin.store.seeds.get(refOf('acme', `hubspot/${account}`))
  if (!record) throw new Error('there is no seed')
  const secret = await admin.vault.open(record.sealed_client_secret, clientSecretBinding(record))
  return [record.application, secret]
}

test('a copy of the application in a seed of a version before becomes the application, and nothing else does', async () => {
  await put('first')
  await store('copy', 'first')
  await store('other-secret', 'another')
  await store('other-address', 'first', { token_endpoint: 'http://127.0.0.1:9/eu/token' })
  await store('other-client', 'first', { client_id: 'another' })
  await store('own', 'first', { application: 'own' })
  await put('second')
  expect(await stored('copy')).toEqual(['apps/hubspot', 'second'])
  expect(await stored('other-secret')).toEqual([null, 'another'])
  expect(await stored('other-address')).toEqual([null, 'first'])
  expect(await stored('other-client')).toEqual([null, 'first'])
  expect(await stored('own')).toEqual(['own', 'first'])
})

test('a day on which the secret ends is kept with the secret, and goes with it', async () => {
  const shown = async () => (await admin.call('GET', '/admin/apps/hubspot')).body.secret_expires_at
  await put('third', { secret_expires_at: '2027-03-01' })
  expect(await shown()).toBe('2027-03-01T00:00:00.000Z')
  const body = { client_id: 'app', token_url: tokenUrl }
  await admin.call('PUT', '/admin/apps/hubspot', { body })
  expect(await shown()).toBe('2027-03-01T00:00:00.000Z')
  await put('fourth')
  expect(await shown()).toBeNull()
  const wrong = await put('fifth', { secret_expires_at: '2027-02-31T99:00:00Z' })
  expect([wrong.status, wrong.body.details?.[0]?.path]).toEqual([400, '/secret_expires_at'])
})

test('a list of providers says which need an application before a link can connect accounts, until one is stored', async () => {
  const connect = async (wanted: string) => {
    const { providers } = (await admin.call('GET', '/admin/providers')).body
    return providers.find(({ id }: { id: string }) => id === wanted)?.connect
  }
  // One signs in by OAuth alone, one takes a key.
  expect([await connect('slack'), await connect('zendesk')]).toEqual(['needs_application', 'ready'])
  await admin.call('PUT', '/admin/apps/slack', { body: { client_id: 'app', client_secret: 'secret' } })
  expect(await connect('slack')).toBe('ready')
})

describe('an application of a version that was read', () => {
  const path = '/admin/apps/slack'
  const store = (client_id: string, headers = {}) =>
    admin.send('PUT', path, { body: { client_id, client_secret: 'secret' }, headers })
  const readClient = async () => (await admin.send('GET', path)).body.client_id

  test('is replaced and removed, and no other one', async () => {
    const { etag } = (await store('first')).headers
    expect((await admin.send('GET', path)).headers.etag).toBe(etag)
    const newer = (await store('second', { 'if-match': etag })).headers.etag
    expect(newer).toMatch(/^"[0-9a-f-]{36}"$/)
    const refused = [
      await store('third', { 'if-match': etag }),
      await store('third', { 'if-none-match': '*' }),
      await admin.send('DELETE', path, { headers: { 'if-match': `${etag}` } }),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([412, 'CONFLICT']))
    expect(await readClient()).toBe('second')
    expect((await admin.send('DELETE', path, { headers: { 'if-match': `${newer}` } })).status).toBe(204)
  })

  test('is removed by nobody once another one has replaced it, though it was looked at before', async () => {
    const { etag } = (await store('first')).headers
    const { apps } = admin.store
    const { remove } = apps
    const spied = vi.spyOn(apps, 'remove').mockImplementationOnce(async (...args) => {
      await store('second')
      return remove(...args)
    })
    onTestFinished(() => spied.mockRestore())
    expect((await admin.send('DELETE', path, { headers: { 'if-match': `${etag}` } })).status).toBe(412)
    expect(await readClient()).toBe('second')
  })
})
