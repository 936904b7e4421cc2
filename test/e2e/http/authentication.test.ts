// Test lanes: both-stores, long-on-mongodb

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '../../../server/configuration/configuration.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { tokenOf } from '../../client.ts'
import { testEnvironment } from '../../gateway.ts'
import { type Stage, searchFor, startStage, startStageProcess } from '../stage.ts'

const adminKey = 'the-admin-key-of-this-test'
const sha256 = (text: string): string => Bun.CryptoHasher.hash('sha256', text, 'hex')

let stage: Stage
beforeAll(async () => {
  stage = await startStage({ env: { ADMIN_API_KEY: sha256(adminKey).toUpperCase() }, adminKey })
  await stage.ready('acme')
})
afterAll(() => stage.stop())

const token = tokenOf('acme')

const authorizations: { name: string; value: string | undefined; status: number }[] = [
  { name: 'Bearer and the token is let in [5.1-header]', value: `Bearer ${token}`, status: 200 },
  { name: 'the scheme has no case', value: `bEaReR ${token}`, status: 200 },
  { name: 'several spaces are one', value: `Bearer   ${token}`, status: 200 },
  { name: 'no header is refused [5.1-api-closed]', value: undefined, status: 401 },
  { name: 'an empty header is refused', value: '', status: 401 },
  { name: 'the token alone is refused', value: token, status: 401 },
  { name: 'a scheme without a token is refused', value: 'Bearer', status: 401 },
  { name: 'another scheme is refused', value: `Basic ${btoa(`acme:${token}`)}`, status: 401 },
  { name: 'the hash of the token is refused', value: `Bearer ${sha256(token)}`, status: 401 },
  { name: 'the token in upper case is refused', value: `Bearer ${token.toUpperCase()}`, status: 401 },
  { name: 'two tokens are refused', value: `Bearer ${token} ${token}`, status: 401 },
  { name: 'two tokens with a comma are refused', value: `Bearer ${token}, Bearer ${token}`, status: 401 },
  { name: 'the admin key is refused', value: `Bearer ${adminKey}`, status: 401 },
]

test.each(authorizations)('Authorization: $name', async ({ value, status }) => {
  const headers: Record<string, string> = value === undefined ? {} : { authorization: value }
  const answer = await stage.send('POST', '/api/v1/acme/hubspot', headers, searchFor('ada@example.com'))
  expect(answer.status).toBe(status)
  if (status !== 401) return
  expect(answer.body.code).toBe('AUTH_FAILED')
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  // The same for every cause, and what to send.
  expect(answer.body.error).toMatch(
    /^The tenant token is missing, unknown, expired, revoked or another tenant’s; send a valid one in the header/,
  )
})

test('a token in the query or the body lets nobody in', async () => {
  const path = `/api/v1/acme/hubspot?access_token=${token}`
  const body = { ...searchFor('ada@example.com'), access_token: token }
  expect((await stage.send('POST', path, {}, body)).status).toBe(401)
})

test('a revoked token is refused at once, another of the tenant goes on', async () => {
  const second = 'a-second-token-of-acme'
  const { body } = await stage.admin('POST', '/admin/auth', { tenant_id: 'acme', token: second })
  const call = (token: string) => stage.call('acme', 'hubspot', searchFor('ada@example.com'), { token })
  expect((await call(second)).status).toBe(200)
  expect((await stage.admin('DELETE', `/admin/auth/acme/${body.token_id}`)).status).toBe(204)
  expect([(await call(second)).status, (await call(token)).status]).toEqual([401, 200])
})

const adminKeys: { name: string; headers: Record<string, string>; status: number }[] = [
  {
    name: 'the key whose SHA-256 ADMIN_API_KEY holds is let in [5.3-header] [5.3-hash]',
    headers: { 'x-admin-key': adminKey },
    status: 200,
  },
  { name: 'no key is refused', headers: {}, status: 401 },
  { name: 'an empty key is refused', headers: { 'x-admin-key': '' }, status: 401 },
  { name: 'the hash itself is refused', headers: { 'x-admin-key': sha256(adminKey) }, status: 401 },
  { name: 'the key in upper case is refused', headers: { 'x-admin-key': adminKey.toUpperCase() }, status: 401 },
  { name: 'a part of the key is refused', headers: { 'x-admin-key': adminKey.slice(0, -1) }, status: 401 },
  { name: 'the key in the place of a token is refused', headers: { authorization: `Bearer ${adminKey}` }, status: 401 },
  { name: 'a tenant token as the key is refused', headers: { 'x-admin-key': token }, status: 401 },
  { name: 'the key twice is refused', headers: { 'x-admin-key': `${adminKey}, ${adminKey}` }, status: 401 },
]

test.each(adminKeys)('x-admin-key: $name', async ({ headers, status }) => {
  const answer = await stage.send('GET', '/admin/tenants/acme', headers)
  expect([answer.status, answer.body.code]).toEqual([status, status === 401 ? 'AUTH_FAILED' : undefined])
})

test('the store holds the SHA-256 of a tenant token and not the token [2.2-hash]', async () => {
  const own = await startStageProcess()
  await own.ready('acme')
  expect(await own.end('SIGTERM')).toBe(0)
  const { configuration } = readConfiguration(testEnvironment(own.dataDir), ['hubspot', 'stripe'])
  const { store } = await openStore(configuration)
  const stored = await store.tenantTokens.list('acme')
  await store.close()
  expect(stored.map(({ hash }) => hash)).toEqual([sha256(token)])
  expect(JSON.stringify(stored)).not.toContain(token)
  await own.stop()
})
