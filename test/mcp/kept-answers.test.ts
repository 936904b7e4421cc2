import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { cursor, link, none, optional, provider, read, Type } from '@patchbay/core/provider'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLog } from '../../server/log/log.ts'
import { createMcp, type Mcp } from '../../server/mcp/create-mcp.ts'
import { mcpRoute } from '../../server/mcp/mcp-route.ts'
import { answered } from '../client.ts'
import { domainOf } from '../domain-of.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { toolCall } from './messages.ts'
import { mountMcp } from './mount-mcp.ts'

const things = (description: string) =>
  read('GET /things', {
    description,
    ttl: '10m',
    params: optional({
      kind: Type.String({ description: 'Their kind' }),
      after: Type.String({ description: 'After' }),
    }),
    pages: cursor({ items: '/items', next: '/next', into: 'after' }),
    noise: { members: ['self'] },
  })
const shelf = provider({
  id: 'shelf',
  title: 'Shelf',
  origin: 'https://shelf.test',
  auth: none(),
  actions: {
    list: things('List things'),
    browse: things('Browse things'),
    follow: read('GET /linked', {
      description: 'List linked things',
      ttl: '10m',
      params: optional({
        kind: Type.String({ description: 'Their kind' }),
        page: Type.Integer({ description: 'Page' }),
      }),
      pages: link({ items: '' }),
    }),
  },
})

const upstream = await startScripted(answer(200, {}))
let mcp: Mcp
let gateway: Awaited<ReturnType<typeof mountMcp>>

beforeAll(async () => {
  const docsUrl = () => undefined
  gateway = await mountMcp(
    ({ calls, auditLog, deadlines, store, vault, fileShelf, fileAccess, domains, baseUrl }) => {
      const [membership, log] = [{ id: () => 'test' }, createLog('silent')]
      const files = { fileShelf, fileAccess }
      mcp = createMcp({ calls, domains, store, membership, vault, auditLog, deadlines, docsUrl, log, ...files })
      const { transport, fastPath } = mcp
      return [mcpRoute({ calls, deadlines, transport, fastPath, baseUrl, docsUrl, maxBodyBytes: 1_048_576 })]
    },
    [domainOf(shelf)],
    { shelf: upstream.origin },
  )
})
afterAll(async () => {
  await gateway.stop()
  await mcp.close()
  await upstream.stop()
})

/** A new kind for each test, so that no test finds what another one has cached. */
let kind = ''
let kinds = 0
beforeEach(() => {
  kind = `kind-${kinds++}`
})

/** The answer as a model reads it. */
const list = async (args: Record<string, unknown>, client = 'a client') => {
  const meta = { _meta: { [CLIENT_INFO_META_KEY]: { name: client, version: '1' } } }
  const { headers, body } = toolCall('modern', 'shelf', { action: 'list', kind, ...args }, meta)
  const own = { authorization: `Bearer ${gateway.token}`, ...headers }
  const sent = { method: 'POST', headers: own, body: JSON.stringify(body) }
  const { body: json } = await answered(await fetch(`${gateway.url}/mcp`, sent))
  return JSON.parse(json.result.content[0].text)
}
const page = { items: [{ id: 1, self: 'x' }], next: 'n' }
const hint = 'There are more items: call list again with after: "n"'

it('a link in the header of an answer is told as the parameter of the next page, also of a kept answer', async () => {
  upstream.play(answer(200, [{ id: 1 }], { link: `<${upstream.origin}/linked?kind=${kind}&page=2>; rel="next"` }))
  const next = 'There are more items: call follow again with page: 2'
  for (const cache of ['MISS', 'HIT', 'HIT'])
    expect(await list({ action: 'follow' })).toEqual({
      success: true,
      status: 200,
      cache,
      data: [{ id: 1 }],
      hint: next,
    })
  upstream.play(answer(200, [{ id: 2 }]))
  expect(await list({ action: 'follow', page: 2 })).not.toHaveProperty('hint')
})

it('a cached answer has what the answer had when it came, each time', async () => {
  upstream.play(answer(200, page))
  const data = { items: [{ id: 1 }], next: 'n' }
  expect(await list({})).toMatchObject({ cache: 'MISS', data, hint })
  for (const _ of [1, 2, 3]) expect(await list({})).toEqual({ success: true, status: 200, cache: 'HIT', data, hint })
})

it('another call with the same answer has its own next step', async () => {
  upstream.play(answer(200, page), answer(200, page))
  await list({})
  await list({ action: 'browse' })
  for (const _ of [1, 2]) {
    expect(await list({})).toMatchObject({ cache: 'HIT', hint })
    expect(await list({ action: 'browse' })).toMatchObject({ cache: 'HIT', hint: hint.replace('list', 'browse') })
  }
})

it('what is told of one call is not told of the next', async () => {
  upstream.play(answer(200, page))
  await list({})
  const coerced = [{ path: '/account_id', message: 'the empty value was taken as left out' }]
  for (const _ of [1, 2]) {
    expect(await list({ account_id: '' })).toMatchObject({ cache: 'HIT', coerced, hint })
    expect(await list({})).not.toHaveProperty('coerced')
    expect((await list({ result_fields: [] })).data.items).toEqual(page.items)
  }
})

it('a client with small results gets a part, and one with large results the whole', async () => {
  upstream.play(answer(200, { ...page, items: Array.from({ length: 2000 }, (_, id) => ({ id })) }))
  await list({})
  for (const _ of [1, 2]) {
    const [whole, part] = [await list({}), await list({}, 'codex-mcp-client')]
    expect(whole).toMatchObject({ cache: 'HIT', hint })
    expect(whole.data.items).toHaveLength(2000)
    expect(part).toMatchObject({ cache: 'HIT', truncated: { at: '/items', total: 2000 } })
    expect(part).not.toHaveProperty('hint')
  }
})
