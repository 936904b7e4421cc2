// Test lanes: long-on-mongodb, slow

import { apiKey, cursor, link, offset, provider, read, type SingleAuth, Type, write } from '@patchbay/core/provider'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { toolCall } from '../../mcp/messages.ts'
import { answer } from '../../providers/scripted.ts'
import { seeded } from '../../seeded.ts'
import { startFixture } from '../start-fixture.ts'

const id = Type.Integer({ description: 'Id of a thing' })
const auth: SingleAuth = apiKey({ header: 'X-Key' })
const size = { into: 'size', max: 2 } as const
const paged = { limit: Type.Optional(Type.Integer({ maximum: 9 })), since: Type.Optional(Type.Integer()) }

const digits = provider({
  id: 'digits',
  title: 'Digits',
  origin: 'https://api.digits-of-the-tests.com',
  auth,
  probe: { action: 'get', params: { id: 1 } },
  actions: {
    get: read('GET /things/{id}', { description: 'Get a thing', params: { id } }),
    kept: read('GET /kept/{id}', { description: 'Get a thing', ttl: '1m', params: { id } }),
    checked: read('GET /checked/{id}', {
      description: 'Get a thing',
      params: { id },
      result: Type.Object({ id: Type.Integer(), rate: Type.Number() }),
    }),
    remove: write('DELETE /things/{id}', { description: 'Delete a thing', params: { id } }),
    find: read('GET /things', { description: 'Find things', params: { ids: Type.Array(id) } }),
    pause: write('POST /pause', {
      description: 'Pause things',
      params: { ids: Type.Array(id), deep: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
    }),
    form: write('POST /form', { description: 'Send a form', encoding: 'form', params: { id } }),
    parts: write('POST /parts', { description: 'Send parts', encoding: 'multipart', params: { id } }),
    by_header: read('GET /header', { description: 'Get by a header', params: { id }, in: { id: 'header' } }),
    by_text: read('GET /text/{name}', { description: 'Get by a text', params: { name: Type.String() } }),
    list: read('GET /list', {
      description: 'List things',
      params: paged,
      pages: cursor({ items: '/items', next: '/next', into: 'since', size }),
    }),
    list_by_offset: read('GET /offsets', {
      description: 'List things',
      params: paged,
      pages: offset({ items: '/items', into: 'skip', total: '/total', size }),
    }),
    list_by_link: read('GET /links', {
      description: 'List things',
      params: paged,
      pages: link({ items: '/items', next: '/next', size }),
    }),
  },
})

const { gateway, upstream } = await startFixture({ providers: [digits] })
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow_raw: true } })

const random = seeded(20_261_129)
const anyDigits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
/** Around the last whole number of a double, the ends of int64 and uint64, and ids as vendors give them. */
const ids = [
  '9007199254740991',
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '18446744073709551615',
  '1148028305960370177',
  '100000000000000000000',
  ...Array.from({ length: 6 }, (_, at) => `${1 + Math.floor(random() * 9)}${anyDigits(15 + at)}`),
]

const rest = async (body: string, behaviours = [answer(200, '{"ok":1}', { 'content-type': 'application/json' })]) => {
  upstream.play(...(behaviours as [(typeof behaviours)[0], ...typeof behaviours]))
  const from = upstream.requests.length
  const answered = await gateway.call('acme', 'digits', body, { headers: { 'x-repeat': 'true' } })
  return { ...answered, sent: upstream.requests.slice(from) }
}
/** `args` is the text of the arguments, because a test's own JSON would round it. */
const callTool = async (name: string, args: string, query = '') => {
  const { headers, body } = toolCall('modern', name, { placeholder: 0 })
  const text = JSON.stringify(body).replace('{"placeholder":0}', () => args)
  const authorization = { authorization: `Bearer ${tokenOf('acme')}` }
  return gateway.send('POST', `/mcp${query}`, { ...headers, ...authorization }, text)
}
const json = (text: string) => answer(200, text, { 'content-type': 'application/json' })

describe.each(ids)('the number %s', (number) => {
  it.each([number, `"${number}"`])('reaches the vendor in each place, given as %s', async (given) => {
    const place = async (body: string) => {
      const { status, text, sent } = await rest(body)
      expect([status, text]).toEqual([200, expect.any(String)])
      return sent[0]
    }
    expect((await place(`{"action":"get","id":${given}}`))?.url).toBe(`/things/${number}`)
    expect(await place(`{"action":"remove","id":${given}}`)).toMatchObject({
      method: 'DELETE',
      url: `/things/${number}`,
    })
    expect((await place(`{"action":"find","ids":[${given},7]}`))?.url).toBe(`/things?ids=${number}&ids=7`)
    expect((await place(`{"action":"pause","ids":[7,${given}]}`))?.body).toBe(`{"ids":[7,${number}]}`)
    expect((await place(`{"action":"form","id":${given}}`))?.body).toBe(`id=${number}`)
    expect((await place(`{"action":"parts","id":${given}}`))?.body).toContain(`\r\n\r\n${number}\r\n`)
    expect((await place(`{"action":"by_header","id":${given}}`))?.headers.id).toBe(number)
  })

  it('reaches the vendor within what no schema describes, and in raw requests', async () => {
    const deep = await rest(`{"action":"pause","ids":[],"deep":{"a":[{"b":${number}}]}}`)
    expect(deep.sent[0]?.body).toBe(`{"ids":[],"deep":{"a":[{"b":${number}}]}}`)
    const body = await rest(`{"action":"raw","method":"POST","path":"/x","body":{"id":[${number}]}}`)
    expect(body.sent[0]?.body).toBe(`{"id":[${number}]}`)
    const query = await rest(`{"action":"raw","method":"GET","path":"/x","query":{"id":${number}}}`)
    expect(query.sent[0]?.url).toBe(`/x?id=${number}`)
  })

  it('comes back whole, in parts, and from the cache', async () => {
    const text = `{"id":${number},"at":[{"id":${number}}],"x":1}`
    expect((await rest('{"action":"get","id":1}', [json(text)])).text).toContain(`"data":${text}`)
    const some = await rest('{"action":"get","id":1,"result_fields":["id","at.id"]}', [json(text)])
    expect(some.text).toContain(`"data":{"id":${number},"at":[{"id":${number}}]}`)
    for (const cache of ['MISS', 'HIT']) {
      const kept = await rest(`{"action":"kept","id":${number}}`, [json(text)])
      expect([kept.headers.get('x-cache') ?? kept.body.cache, kept.text.includes(text)]).toEqual([cache, true])
    }
    const fault = await rest('{"action":"get","id":1}', [answer(400, text, { 'content-type': 'application/json' })])
    expect(fault.text).toContain(`"details":${text}`)
  })

  it('goes from page to page, and is joined with others', async () => {
    const pages = [
      json(`{"items":[{"id":${number}},{"id":1}],"next":${number}}`),
      json(`{"items":[{"id":${number}}],"next":null}`),
    ]
    const list = await rest('{"action":"list","limit":4}', pages)
    expect(list.sent.map(({ url }) => url)).toEqual(['/list?size=2', `/list?size=2&since=${number}`])
    expect(list.text).toContain(`"items":[{"id":${number}},{"id":1},{"id":${number}}]`)
    const from = await rest(`{"action":"list","since":${number},"limit":1}`, pages)
    expect(from.sent[0]?.url).toBe(`/list?size=1&since=${number}`)
    const all = [
      json(`{"items":[{"id":${number}},{"id":1}],"total":3}`),
      json(`{"items":[{"id":${number}}],"total":3}`),
    ]
    expect((await rest('{"action":"list_by_offset","limit":3}', all)).text).toContain(`{"id":1},{"id":${number}}]`)
    const linked = [
      json(`{"items":[{"id":${number}},{"id":1}],"next":"/links?page=2"}`),
      json(`{"items":[{"id":${number}}]}`),
    ]
    expect((await rest('{"action":"list_by_link","limit":3}', linked)).text).toContain(`{"id":1},{"id":${number}}]`)
  })

  it('is shown by a dry run', async () => {
    const { text, sent } = await rest(`{"action":"pause","ids":[${number}],"dry_run":true}`)
    expect([sent.length, text.includes(`{\\"ids\\":[${number}]}`)]).toEqual([0, true])
  })

  it.each([
    ['domains', 'digits', `{"action":"get","id":${number}}`],
    ['search', 'call_read', `{"provider":"digits","action":"get","parameters":{"id":${number}}}`],
    ['actions', 'digits_get', `{"id":${number}}`],
  ])('goes through MCP, both ways (%s)', async (surface, tool, parameters) => {
    upstream.play(json(`{"id":${number}}`))
    const answered = await callTool(tool, parameters, `?tools=${surface}`)
    expect(upstream.requests.at(-1)?.url).toBe(`/things/${number}`)
    expect(answered.text).toContain(`\\"id\\":${number}`)
  })

  it('goes over MCP as a text for a number and a number for a text', async () => {
    upstream.play(json('{"ok":1}'))
    await callTool('digits', `{"action":"get","id":"${number}"}`, '?tools=domains')
    expect(upstream.requests.at(-1)?.url).toBe(`/things/${number}`)
    // A client in JavaScript may have rounded it.
    if (Number.isSafeInteger(Number(number)) !== (BigInt(number) === BigInt(Number(number)))) return
    await callTool('digits', `{"action":"by_text","name":${number}}`, '?tools=domains')
    expect(upstream.requests.at(-1)?.url).toBe(`/text/${number}`)
  })

  it('goes through code, from one call to the next', async () => {
    upstream.play(json(`{"id":${number},"rate":1.5}`))
    const code = `const { id, rate } = await call('digits', 'get', { id: parameters.id }); await call('digits', 'find', { ids: [id] }); log({ id }); return { id, rate }`
    const args = `{"code":${JSON.stringify(code)},"parameters":{"id":${number}}}`
    const answered = await callTool('run_read', args, '?tools=code')
    expect(answered.text).toContain(`\\"data\\":{\\"id\\":${number},\\"rate\\":1.5}`)
    expect(answered.text).toContain(`{\\\\\\"id\\\\\\":${number}}`)
    expect(upstream.requests.slice(-2).map(({ url }) => url)).toEqual([`/things/${number}`, `/things?ids=${number}`])
  })

  it('is approved and sent as it was asked', async () => {
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow_raw: true, ask: ['*:write'] } })
    const asked = await rest(`{"action":"pause","ids":[${number}]}`)
    const approval = asked.body.data.approval_id
    const shown = await gateway.admin('GET', `/admin/approvals/${approval}`)
    expect(shown.text).toContain(`"parameters":{"ids":[${number}]}`)
    upstream.play(json(`{"id":${number}}`))
    await gateway.admin('POST', `/admin/approvals/${approval}/decision`, {
      decision: 'approve',
      digest: shown.body.digest,
    })
    const read = () =>
      gateway.send('GET', `/api/v1/acme/approvals/${approval}`, { authorization: `Bearer ${tokenOf('acme')}` })
    await expect.poll(async () => (await read()).body.data.state).toBe('done')
    expect((await read()).text).toContain(`"data":{"id":${number}}`)
    expect(upstream.requests.at(-1)?.body).toBe(`{"ids":[${number}]}`)
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow_raw: true, ask: [] } })
  })

  it('makes another call of another number', async () => {
    const send = (key: string, value: string) =>
      gateway.call('acme', 'digits', `{"action":"pause","ids":[${value}]}`, { headers: { 'idempotency-key': key } })
    upstream.play(json('{"ok":1}'))
    const key = `key-${number}`
    expect((await send(key, number)).status).toBe(200)
    expect((await send(key, number)).body.replayed).toBe(true)
    const next = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`
    expect((await send(key, next)).body.code).toBe('CONFLICT')
  })
})

describe('a number that no double holds and that isn’t whole', () => {
  it.each(['1e400', '0.12345678901234567891', '12345678901234567.5'])(
    '%s comes back from the vendor',
    async (number) => {
      const text = `{"id":1,"rate":${number}}`
      expect((await rest('{"action":"get","id":1,"result_fields":["rate"]}', [json(text)])).text).toContain(
        `"data":{"rate":${number}}`,
      )
      const code = `const { rate } = await call('digits', 'get', { id: 1 }); return { rate, more: rate > 0.1 }`
      upstream.play(json(text))
      const answered = await callTool('run_read', `{"code":${JSON.stringify(code)}}`, '?tools=code')
      expect(answered.text).toContain(`\\"data\\":{\\"rate\\":${number},\\"more\\":true}`)
    },
  )

  it.each(['1e400', '0.12345678901234567891'])(
    '%s is refused from a caller, who is told to send a text',
    async (number) => {
      const { status, body, sent } = await rest(`{"action":"raw","method":"POST","path":"/x","body":{"a":[${number}]}}`)
      expect([status, body.code, sent.length]).toEqual([400, 'VALIDATION_ERROR', 0])
      expect(body.details[0]).toMatchObject({
        path: '/body/a/0',
        message: expect.stringContaining('send it as a text'),
      })
      const { text } = await callTool('digits', `{"action":"pause","ids":[],"deep":{"a":${number}}}`, '?tools=domains')
      expect(text).toContain('send it as a text')
    },
  )
})

it('an answer is checked by its schema, whatever its numbers are', async () => {
  const text = '{"id":1148028305960370177,"rate":0.12345678901234567891}'
  const { status, text: answered } = await rest('{"action":"checked","id":1}', [json(text)])
  expect([status, answered.includes(text)]).toEqual([200, true])
  expect((await rest('{"action":"checked","id":1}', [json('{"id":"1148028305960370177","rate":1}')])).status).toBe(502)
})
