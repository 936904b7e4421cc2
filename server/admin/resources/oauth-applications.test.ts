import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { client, keepAll } from '../../../test/contract/oauth/samples.ts'
import { hashOf } from '../../../test/contract/samples.ts'
import { type Admin, openAdmin } from '../testing/open-admin.ts'

let admin: Admin
const ids = ['client-1', 'client-2', 'https://agent.example/client.json']
beforeAll(async () => {
  admin = openAdmin()
  for (const id of ids) {
    const changes = { auth_method: 'client_secret_basic', secret_hash: hashOf('secret') } as const
    await admin.store.oauthClients.register(client(id, changes), keepAll)
  }
})
afterAll(() => admin.close())

describe('the applications', () => {
  test('are listed with what they registered, and without their secrets', async () => {
    const { clients, next_cursor } = (await admin.call('GET', '/admin/clients')).body
    expect(next_cursor).toBeNull()
    expect(clients[0]).toEqual({
      client_id: 'client-1',
      source: 'registration',
      client_name: 'Client client-1',
      redirect_uris: ['https://client.example/callback', 'http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      used_at: null,
    })
  })

  test('are paged, each once', async () => {
    const first = (await admin.call('GET', '/admin/clients?limit=2')).body
    const rest = (await admin.call('GET', `/admin/clients?limit=2&cursor=${first.next_cursor}`)).body
    const shown = [...first.clients, ...rest.clients].map(({ client_id }: { client_id: string }) => client_id)
    expect([shown, rest.next_cursor]).toEqual([ids, null])
  })

  test('are gone after DELETE, those with a metadata document too', async () => {
    const path = `/admin/clients/${encodeURIComponent('https://agent.example/client.json')}`
    expect(await admin.call('DELETE', path)).toEqual({ status: 204, body: null })
    expect((await admin.call('GET', '/admin/clients')).body.clients).toHaveLength(2)
    expect((await admin.call('DELETE', path)).body.code).toBe('NOT_FOUND')
  })
})
