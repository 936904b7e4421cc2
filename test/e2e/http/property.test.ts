// Test lanes: long-on-mongodb, slow

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadRegistry } from '../../../server/registry.ts'
import { actionsOf } from '../../domain-of.ts'
import { answer } from '../../providers/scripted.ts'
import { times } from '../../times.ts'
import { type Stage, startStage } from '../stage.ts'

const registry = await loadRegistry()

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  // No one answer fits all actions of Stripe; HubSpot's are answered as HubSpot does.
  stage.stripe.play(answer(404, { error: { message: 'Nothing here' } }))
})
afterAll(() => stage.stop())

const ids = fc.constantFrom('acme', 'main', 'constructor', '__proto__', 'toString', '..', '')
const names = registry.flatMap((domain) =>
  actionsOf(domain).flatMap(([name, action]) => [name, ...Object.keys(action.params)]),
)
const words = fc.constantFrom(...names, 'action', 'account_id', 'result_fields', 'raw', 'filters', '__proto__')

/** Any JSON, but often with the names that the gateway knows: random ones never get past the first check. */
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.jsonValue(), words, ids, fc.array(tie('value')), tie('object')),
  object: fc.dictionary(fc.oneof(words, fc.string()), tie('value'), { maxKeys: 6 }),
}))

/** A call of a real action with members of any shape. */
const call = fc
  .tuple(fc.constantFrom(...registry), fc.nat(), json.object)
  .map(([{ provider, source }, at, members]) => {
    const actions = source.names()
    return { path: `/api/v1/acme/${provider.id}`, body: { ...Object(members), action: actions[at % actions.length] } }
  })

const anywhere = fc.record({
  path: fc.constantFrom(
    '/api/v1/acme/hubspot',
    '/api/v1/acme/stripe',
    '/admin/tenants/other',
    '/admin/auth',
    '/admin/tokens/acme/hubspot/main',
  ),
  body: fc.oneof(json.value, json.object),
})

/** A configuration or a token of any shape that has the right members. */
const change = fc.oneof(
  fc.record({
    path: fc.constant('/admin/tenants/other'),
    body: fc.record({ name: fc.string(), status: ids, providers: json.object, options: json.value }),
  }),
  fc.record({
    path: fc.constant('/admin/tokens/acme/hubspot/main'),
    body: fc.record({ access_token: fc.string({ unit: 'binary' }), expires_at: json.value, token_type: fc.string() }),
  }),
  fc.record({ path: fc.constant('/admin/auth'), body: fc.record({ tenant_id: ids, token: json.value }) }),
)

const send = (path: string, body: string) =>
  path.startsWith('/admin')
    ? stage.admin(path === '/admin/auth' ? 'POST' : 'PUT', path, body)
    : stage.send('POST', path, { authorization: 'Bearer bearer-token-of-acme' }, body)

test.each([
  ['any body at all', anywhere],
  ['any parameters of a real action', call],
  ['any values of an admin change', change],
])('%s gets a 2xx or a 4xx in the envelope, never a 5xx', async (_, requests) => {
  await fc.assert(
    fc.asyncProperty(requests, async ({ path, body }) => {
      const answered = await send(path, JSON.stringify(body))
      expect(answered.status).toBeLessThan(500)
      expect(answered.headers.get('x-request-id')).toBeTruthy()
      if (answered.status < 400) return
      expect(answered.body).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), status: answered.status })
    }),
    { numRuns: times(500) },
  )
})

test('any text that is sent as a body gets a 4xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
      expect((await send('/api/v1/acme/hubspot', text)).status).toBe(400)
      expect((await send('/admin/auth', text)).status).toBe(400)
    }),
    { numRuns: times(200) },
  )
})
