// Test lanes: both-stores, long-on-mongodb

import { describe, expect, it } from 'vitest'
import linear from '../../../providers/linear/index.ts'
import shopify from '../../../providers/shopify/index.ts'
import { answer } from '../../providers/scripted.ts'
import { startFixture } from '../start-fixture.ts'

const { call, gateway, upstream, audited } = await startFixture({ providers: [linear, shopify] })
await gateway.seed('acme', { linear: 'key', shopify: 'token' }, { shopify: { shop: 'acme' } })
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow_raw: true } })

const teams = { action: 'list_teams' }
const product = { action: 'create_product', title: 'Shirt' }
const issue = { action: 'create_issue', team_id: '5b6f4ab4-4ac1-4e1b-9e0b-3b5c4b5c7a4d', title: 'Broken' }
const made = { productCreate: { product: { id: 'gid://shopify/Product/1' }, userErrors: [] } }
const nothingMade = { productCreate: { product: null, userErrors: [{ field: ['title'], message: 'Title is taken' }] } }
const fault = (message: string, extensions: object = {}) => [{ message, extensions }]
const media = {
  action: 'raw',
  method: 'POST',
  path: '/admin/api/2026-10/graphql.json',
  body: { query: 'mutation { productCreateMedia { media { id } mediaUserErrors { message } } }' },
}
const noMedia = { productCreateMedia: { media: null, mediaUserErrors: [{ message: 'no such product' }] } }
const noWords = { product: null, userErrors: [{ code: 'TAKEN' }] }
const internal = fault('Internal error', { code: 'INTERNAL_SERVER_ERROR' })
const throttled = fault('Throttled', { code: 'THROTTLED' })

const rows: [what: string, provider: string, body: object, said: object, status: number, outcome: string][] = [
  ['a product that was made', 'shopify', product, { data: made }, 200, 'ok'],
  ['a product beside an error of another field', 'shopify', product, { data: made, errors: internal }, 200, 'ok'],
  ['a title that is taken', 'shopify', product, { data: nothingMade }, 422, 'error'],
  [
    'a title that is taken, beside another error',
    'shopify',
    product,
    { data: nothingMade, errors: internal },
    422,
    'unknown',
  ],
  [
    'a part of a bulk that was done',
    'shopify',
    product,
    { data: { productCreate: { ...made.productCreate, userErrors: [{ message: 'no image' }] } } },
    422,
    'unknown',
  ],
  ['a limit', 'shopify', product, { data: null, errors: throttled }, 429, 'error'],
  ['a limit before anything', 'shopify', product, { errors: throttled }, 429, 'error'],
  [
    'a document that is wrong',
    'shopify',
    product,
    { errors: fault('Field does not exist', { code: 'undefinedField' }) },
    422,
    'error',
  ],
  ['a fault inside', 'shopify', product, { data: null, errors: internal }, 422, 'unknown'],
  [
    'a fault inside, beside null',
    'shopify',
    product,
    { data: { productCreate: null }, errors: internal },
    422,
    'unknown',
  ],
  ['a text as the error', 'shopify', product, { data: null, errors: 'Not Found' }, 422, 'unknown'],
  [
    'an issue that was made',
    'linear',
    issue,
    { data: { issueCreate: { success: true } }, errors: fault('no label') },
    200,
    'ok',
  ],
  [
    'an input that is wrong',
    'linear',
    issue,
    { data: null, errors: fault('bad', { type: 'invalid input' }) },
    400,
    'error',
  ],
  ['a lock', 'linear', issue, { data: null, errors: fault('bad', { type: 'lock timeout' }) }, 400, 'unknown'],
  [
    'two mutations of which one failed',
    'linear',
    {
      action: 'raw',
      method: 'POST',
      path: '/graphql',
      body: { query: 'mutation { a: issueArchive(id: 1) { success } b: issueArchive(id: 2) { success } }' },
    },
    { data: { a: { success: true }, b: null }, errors: fault('gone', { type: 'invalid input' }) },
    502,
    'unknown',
  ],
  [
    'two errors of which one is a refusal',
    'linear',
    issue,
    { data: null, errors: [...fault('bad', { type: 'invalid input' }), ...fault('Internal error')] },
    400,
    'unknown',
  ],
  [
    'a payload that says it had no success',
    'linear',
    issue,
    { data: { issueCreate: { success: false } } },
    502,
    'unknown',
  ],
  ['an error of a member that has another name', 'shopify', media, { data: noMedia }, 422, 'error'],
  ['errors without words', 'shopify', product, { data: { productCreate: noWords } }, 422, 'error'],
]

/** Answers outside GraphQL's specification: nobody can tell whether the mutation was carried out. */
const noResults: [what: string, content: object | string | null][] = [
  ['errors that are an object', { data: null, errors: { message: 'x' } }],
  ['errors that are a text', { data: null, errors: 'boom' }],
  ['an error by another name', { error: 'upstream timeout' }],
  ['a message', { message: 'Internal error' }],
  ['an empty object', {}],
  ['data without members', { data: {} }],
  ['data that is null', { data: null }],
  ['a list', [{ data: null, errors: internal }]],
  ['null', 'null'],
  ['a page', '<html>Gateway</html>'],
]

describe('a mutation of which the answer says', () => {
  it.each(rows)('%s', async (_what, provider, body, said, status, outcome) => {
    const given = await call(body, [answer(200, said)], provider)
    expect(given.status).toBe(status)
    expect(given.sent).toHaveLength(1)
    expect(await audited()).toMatchObject({ outcome })
    if (outcome === 'unknown') expect(given.body.error).toMatch(/; the request may have taken effect$/)
    if (status === 200 && 'errors' in said) expect(given.body.data).toEqual(said)
  })

  const sentRaw = {
    action: 'raw',
    method: 'POST',
    path: '/graphql',
    body: { query: 'mutation { issueArchive(id: 1) { success } }' },
  }
  it.each(noResults)('nothing that can be read: %s', async (_what, content) => {
    const type = typeof content === 'string' && content.startsWith('<') ? 'text/html' : 'application/json'
    for (const body of [issue, sentRaw]) {
      const { status } = await call(body, [answer(200, content, { 'content-type': type })], 'linear')
      expect(status).toBeGreaterThanOrEqual(400)
      expect(await audited()).toMatchObject({ outcome: 'unknown' })
    }
  })

  it('it was done, with a status of the request’s own fault', async () => {
    const said = { data: { issueCreate: { success: true } }, errors: fault('no label') }
    expect((await call(issue, [answer(400, said)], 'linear')).status).toBe(400)
    expect(await audited()).toMatchObject({ outcome: 'unknown' })
    await call(issue, [answer(400, { data: null, errors: fault('no label') })], 'linear')
    expect(await audited()).toMatchObject({ outcome: 'error' })
  })

  it('done beside an error keeps its key, and is not sent again', async () => {
    const send = () =>
      gateway.call('acme', 'shopify', { ...product, title: 'Hat' }, { headers: { 'idempotency-key': 'hat-1' } })
    upstream.play(answer(200, { data: made, errors: internal }))
    const before = upstream.requests.length
    expect((await send()).status).toBe(200)
    expect((await send()).body).toMatchObject({ success: true, replayed: true, data: { data: made, errors: internal } })
    expect(upstream.requests.length - before).toBe(1)
  })

  it('neither done nor refused keeps its key, too', async () => {
    const send = () =>
      gateway.call('acme', 'shopify', { ...product, title: 'Cap' }, { headers: { 'idempotency-key': 'cap-1' } })
    upstream.play(answer(200, { data: null, errors: internal }))
    const before = upstream.requests.length
    expect((await send()).status).toBe(422)
    expect((await send()).body.code).toBe('CONFLICT')
    expect(upstream.requests.length - before).toBe(1)
  })
})

describe('a query', () => {
  it('that found some of the data has it, with the errors beside it', async () => {
    const said = {
      data: { teams: { nodes: [{ id: '1' }], pageInfo: { hasNextPage: false } } },
      errors: fault('no access to a team'),
    }
    const { status, body } = await call(teams, [answer(200, said)], 'linear')
    expect([status, body.data]).toEqual([200, said])
    const raw = { action: 'raw', method: 'POST', path: '/graphql', body: { query: 'query { a { id } b { id } }' } }
    const some = { data: { a: { id: '1' }, b: null }, errors: fault('no b') }
    expect((await call(raw, [answer(200, some)], 'linear')).body.data).toEqual(some)
  })

  it('that found nothing is an error', async () => {
    const { status, body } = await call(
      teams,
      [answer(200, { data: { teams: null }, errors: fault('no access') })],
      'linear',
    )
    expect([status, body.error]).toEqual([400, 'Linear answered 200: no access'])
  })
})
