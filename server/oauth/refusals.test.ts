import { hashToken } from '@patchbay/core/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOAuth } from './testing/open-oauth.ts'

let server: Awaited<ReturnType<typeof openOAuth>>
beforeEach(async () => {
  server = await openOAuth()
})
afterEach(() => server.close())

test('refusals are one audit entry an address and code, with a count', async () => {
  const client = await server.register()
  for (const _ of Array(3)) expect((await server.exchange(client, 'made-up')).status).toBe(400)
  await server.auditLog.close()
  const [entry] = await server.store.audit.query({ limit: 1 })
  expect(entry).toMatchObject({ source: 'oauth', code: 'invalid_grant', status: 400, count: 3, tenant: null })
})

test('no token is issued while the audit log can not be written; afterwards the code still works', async () => {
  const client = await server.register()
  const code = await server.authorize(client)
  server.setAuditDown(true)
  // The log notices the failure by its first write.
  await server.register()
  expect((await server.exchange(client, code)).status).toBe(503)
  server.setAuditDown(false)
  await expect.poll(() => server.auditLog.writable).toBe(true)
  expect((await server.exchange(client, code)).status).toBe(200)
})

test('a code that is sent twice at once gives one pair of tokens, which is revoked', async () => {
  const client = await server.register()
  const code = await server.authorize(client)
  const answers = await Promise.all([server.exchange(client, code), server.exchange(client, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const { access_token, refresh_token } = JSON.parse(answers.find(({ status }) => status === 200)?.text ?? '{}')
  expect(await server.storeCache.token(hashToken(access_token))).toBeUndefined()
  expect((await server.refresh(client, refresh_token)).status).toBe(400)
  expect(await server.store.audit.query({ action: 'reuse_code', limit: 10 })).toHaveLength(1)
})
