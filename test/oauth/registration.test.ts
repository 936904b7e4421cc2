// Test lanes: both-stores, long-on-mongodb

import { afterEach, describe, expect, test } from 'vitest'
import { type Stage, startStage } from '../e2e/stage.ts'
import { callback, createAgent } from './agent.ts'

let stage: Stage | undefined
afterEach(async () => {
  await stage?.stop()
  stage = undefined
})

const start = async (env: Record<string, string> = {}) => {
  stage = await startStage({ env })
  return { stage, agent: createAgent(stage.url) }
}

test('a registration is answered 201 with all that was registered, and never kept by a cache', async () => {
  const { agent } = await start()
  const { status, body, headers } = await agent.post('/oauth/register', {
    client_name: 'Agent',
    redirect_uris: [callback],
    application_type: 'native',
    software_id: 'unknown members are passed over',
    grant_types: [],
    response_types: 'code token',
  })
  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toEqual({
    client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    client_id_issued_at: expect.any(Number),
    client_secret: expect.stringMatching(/^pb_secret_[\w-]{43}$/),
    client_secret_expires_at: 0,
    client_name: 'Agent',
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
  })
  expect(Math.abs(body.client_id_issued_at - Date.now() / 1000)).toBeLessThan(60)
})

test('of 8 registrations within an hour exactly 5 pass, Claude with its two as well [8-registrations]', async () => {
  const { agent } = await start({ REGISTRATIONS_PER_HOUR: '' })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => agent.post('/oauth/register', { redirect_uris: [callback] })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(3)
  for (const { body, headers } of refused) {
    expect(body.error).toBe('temporarily_unavailable')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(headers.get('ratelimit-policy')).toBe('"registrations";q=5;w=3600')
  }
})

test('a flood of registrations leaves calls, and the audit log, as they were', async () => {
  const { agent, stage } = await start({ REGISTRATIONS_PER_HOUR: '5' })
  await stage.ready('acme')
  await Promise.all(Array.from({ length: 200 }, () => agent.post('/oauth/register', { redirect_uris: [callback] })))
  expect((await stage.admin('GET', '/admin/clients')).body.clients).toHaveLength(5)
  const { body } = await stage.admin('GET', '/admin/audit?source=oauth')
  expect(body.entries.filter(({ code }: { code: string | null }) => code === null)).toHaveLength(5)
  expect(body.entries.length).toBeLessThanOrEqual(6)
  const listed = await stage.call('acme', 'hubspot', { action: 'list', object_type: 'contacts' })
  expect(listed.status).toBe(200)
})

describe('a registration that is wrong', () => {
  const uri = 'invalid_redirect_uri'
  const metadata = 'invalid_client_metadata'
  const cases: [given: unknown, status: number, error: string][] = [
    [{}, 400, uri],
    [{ redirect_uris: [] }, 400, uri],
    [{ redirect_uris: callback }, 400, uri],
    [{ redirect_uris: [callback, 7] }, 400, uri],
    [{ redirect_uris: ['http://agent.example/callback'] }, 400, uri],
    [{ redirect_uris: ['javascript:alert(1)'] }, 400, uri],
    [{ redirect_uris: [`${callback}#fragment`] }, 400, uri],
    [{ redirect_uris: Array.from({ length: 21 }, (_, n) => `${callback}/${n}`) }, 400, uri],
    [{ redirect_uris: [`${callback}/${'x'.repeat(2048)}`] }, 400, uri],
    [{ redirect_uris: [callback], client_name: 7 }, 400, metadata],
    [{ redirect_uris: [callback], grant_types: ['client_credentials'] }, 400, metadata],
    [{ redirect_uris: [callback], response_types: ['token'] }, 400, metadata],
    [{ redirect_uris: [callback], token_endpoint_auth_method: 'private_key_jwt' }, 400, metadata],
    ['{"redirect_uris":', 400, metadata],
    ['[]', 400, metadata],
    [`{"redirect_uris":["${callback}"],"redirect_uris":["https://mallory.example/"]}`, 400, metadata],
    [{ redirect_uris: [callback], padding: 'x'.repeat(16_384) }, 413, 'invalid_request'],
  ]
  test('is refused with the code of its RFC, and nothing is kept', async () => {
    const { agent, stage } = await start()
    for (const [given, status, error] of cases) {
      const answer = await agent.post('/oauth/register', given)
      expect({ given, status: answer.status, error: answer.body.error }).toEqual({ given, status, error })
      expect(Object.keys(answer.body)).toEqual(['error', 'error_description'])
    }
    expect((await stage.admin('GET', '/admin/clients')).body.clients).toEqual([])
  })
})
