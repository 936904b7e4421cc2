// Test lanes: both-stores, long-on-mongodb, slow

import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { answer, type Behaviour, hold } from '../../providers/scripted.ts'
import { type Era, request, toolCall } from '../messages.ts'
import { startMcp } from '../start-mcp.ts'

const { gateway, send, upstream } = await startMcp({ env: { CALLS_PER_MINUTE: '0' } })

// biome-ignore lint/suspicious/noExplicitAny: each test knows what it expects
type Envelope = Record<string, any>

interface Ran {
  readonly isError: true | undefined
  readonly envelope: Envelope
}

interface How {
  readonly token?: string
  readonly era?: Era
}

const tool = async (name: string, args: Record<string, unknown>, how: How = {}): Promise<Ran> => {
  const { token = tokenOf('acme'), era = 'modern' } = how
  const { body } = await send(toolCall(era, name, args), { query: '?tools=code', token })
  const { isError, content } = body.result
  return { isError, envelope: JSON.parse(content[0].text) }
}

/** Runs code, however long that takes on a busy machine. */
const run = async (
  code: string,
  { name = 'run_code', parameters = {}, ...how }: How & { readonly name?: string; readonly parameters?: object } = {},
): Promise<Ran> => {
  let ran = await tool(name, { code, parameters }, how)
  while (ran.envelope.status === 202) ran = await tool(name, { run_id: ran.envelope.data.run_id }, how)
  return ran
}

const play = (...behaviours: readonly Behaviour[]): number => {
  upstream.play(...(behaviours as [Behaviour, ...Behaviour[]]))
  return upstream.requests.length
}
const newToken = async (members: object): Promise<string> => {
  const { body } = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', ...members })
  return body.token
}

describe('code', () => {
  it.each<Era>(['modern', 'legacy'])(
    'calls actions, joins what they answer, and returns what it is asked for (%s)',
    async (era) => {
      const from = play(answer(200, { id: 'a', price: 2 }), answer(200, { id: 'b', price: 3 }))
      const code = `
      interface Thing { id: string; price: number }
      const things: Thing[] = []
      for (const id of parameters.ids) things.push(await call('fixture', 'get', { id }) as Thing)
      log('found', things.length)
      return { sum: things.reduce((sum, { price }) => sum + price, 0) }`
      const { envelope, isError } = await run(code, { parameters: { ids: ['a', 'b'] }, name: 'run_read', era })
      expect([isError, envelope]).toEqual([
        undefined,
        { success: true, status: 200, cache: 'BYPASS', data: { sum: 5 }, run: { calls: 2, log: ['found 2'] } },
      ])
      expect(upstream.requests.slice(from).map(({ url }) => url)).toEqual(['/things/a', '/things/b'])
    },
  )

  it('gets errors of calls as errors, and may go on', async () => {
    play(answer(404, { fault: { words: 'no such thing' } }))
    const code = `try { await call('fixture', 'get', { id: '1' }) } catch (error) { return [error.code, error.status, error.message] }`
    expect((await run(code)).envelope.data).toEqual(['UPSTREAM_ERROR', 404, expect.stringContaining('no such thing')])
  })

  it('that lets an error pass fails with it, and says what was done before', async () => {
    play(answer(200, { ok: true }), answer(403, { fault: { words: 'not yours' } }))
    const code = `log('begun'); await call('fixture', 'get', { id: '1' }); await call('fixture', 'get', { id: '2' })`
    const { envelope, isError } = await run(code)
    expect([isError, envelope]).toMatchObject([true, { code: 'UPSTREAM_ERROR', status: 403 }])
    expect(envelope.error).toMatch(/not yours.*It had made 2 calls.*begun/)
  })

  it.each([
    ['that has a fault', 'const x = ;', /^Expression expected \(line 1\)/],
    ['that throws', '\nnope()', /ReferenceError: 'nope' is not defined \(line 2: nope\(\)\)/],
    ['that waits for nothing', 'await new Promise(() => {})', /waits for what never comes/],
    ['that returns no JSON', 'return () => 1', /a function: return values/],
    [
      'that names an unknown action',
      `await call('fixture', 'gte', { id: '1' })`,
      /unknown action; the actions are get, look/,
    ],
    ['that gives call an unknown option', `await call('fixture', 'get', { id: '1' }, { tenant: 'rival' })`, /tenant/],
  ])('%s is told what to change', async (_what, code, message) => {
    const { envelope, isError } = await run(code)
    expect([isError, envelope.code, envelope.error]).toEqual([true, 'VALIDATION_ERROR', expect.stringMatching(message)])
  })

  it('is refused without a token, and where it is too long or missing', async () => {
    const { headers, body } = toolCall('modern', 'run_code', { code: 'return 1' })
    expect((await gateway.send('POST', '/mcp', headers, body)).status).toBe(401)
    expect((await run('x'.repeat(65_537))).envelope.details).toMatchObject([{ path: '/code' }])
    expect((await run('é'.repeat(40_000))).envelope.details).toMatchObject([{ path: '/code' }])
    expect((await tool('run_code', {})).envelope.code).toBe('VALIDATION_ERROR')
    expect((await tool('run_code', { code: 'return 1', run_id: 'x' })).envelope.code).toBe('VALIDATION_ERROR')
  })
})

describe('calls of code', () => {
  it('are refused by run_read where they change something', async () => {
    const from = play(answer(200, { ok: true }))
    const code = `return await call('fixture', 'create', { name: 'x' })`
    const { envelope } = await run(code, { name: 'run_read' })
    expect([envelope.code, envelope.error, upstream.requests.length - from]).toEqual([
      'VALIDATION_ERROR',
      expect.stringContaining('create changes something: call it with run_code'),
      0,
    ])
    expect((await run(code)).envelope.data).toEqual({ ok: true })
  })

  it('are within the policies of the token', async () => {
    const token = await newToken({ allow: ['fixture:get'] })
    play(answer(200, { ok: true }))
    const code = `const codes = []
      for (const action of ['get', 'look']) await call('fixture', action, { id: '1' }).then(() => codes.push('ok'), ({ code }) => codes.push(code))
      return codes`
    expect((await run(code, { token })).envelope.data).toEqual(['ok', 'FORBIDDEN'])
  })

  it('that are too many for the vendor are made again when they may be, if the run lasts so long', async () => {
    const from = play(answer(429, {}, { 'retry-after': '1' }), answer(200, { ok: true }))
    const code = `return await call('fixture', 'create', { name: crypto.randomUUID() })`
    expect((await run(code)).envelope).toMatchObject({ data: { ok: true }, writes: [{ state: 'done' }] })
    expect(upstream.requests.length - from).toBe(2)
    play(answer(429, {}, { 'retry-after': '600' }))
    const late = `try { await call('fixture', 'create', { name: crypto.randomUUID() }) } catch ({ status, retry_after }) { return [status, retry_after > 100] }`
    expect((await run(late)).envelope.data).toEqual([429, true])
  })

  it('end with their token: one that is revoked meanwhile ends the run', async () => {
    const { body } = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })
    const gate = Promise.withResolvers<void>()
    const from = play(hold(gate.promise, answer(200, { ok: true })), answer(200, { ok: true }))
    const code = `for (const id of ['1', '2']) await call('fixture', 'get', { id }).catch(() => {}); while (true);`
    const running = run(code, { token: body.token })
    await expect.poll(() => upstream.requests.length - from).toBe(1)
    await gateway.admin('DELETE', `/admin/auth/acme/${body.token_id}`)
    gate.resolve()
    expect((await running).envelope.code).toBe('AUTH_FAILED')
    expect(upstream.requests.length - from).toBe(1)
  })

  it('see no other tenant', async () => {
    await gateway.seed('rival', { fixture: 'the-rival-secret' })
    const from = play(answer(200, { ok: true }))
    await run(`return await call('fixture', 'get', { id: '1' })`, { token: tokenOf('rival') })
    expect(upstream.requests.at(from)?.headers.authorization).toBe('Bearer the-rival-secret')
  })

  it('are in the audit log under the run, of which it has a digest and nothing else', async () => {
    play(answer(200, { ok: true }))
    const code = `await call('fixture', 'get', { id: '1' }); await call('fixture', 'create', { name: 'x' }); throw new Error('ada@example.com')`
    expect((await run(code)).isError).toBe(true)
    const { body } = await gateway.admin('GET', '/admin/audit?source=mcp&tenant=acme&limit=3')
    const entries: Envelope[] = body.entries
    const whole = entries.find(({ action }) => action === 'run_code')
    expect(whole).toMatchObject({
      key: `runs/${whole?.id}`,
      outcome: 'error',
      code: 'VALIDATION_ERROR',
      reason: 'The code threw an error',
      digest: new Bun.CryptoHasher('sha256').update(code).digest('hex'),
    })
    const inner = entries.filter(({ parent }) => parent === whole?.id)
    expect(inner.map(({ action, outcome }) => [action, outcome]).toSorted()).toEqual([
      ['create', 'ok'],
      ['get', 'ok'],
    ])
  })

  it('are at most eight at a time and 200 in all', async () => {
    play(answer(200, { ok: true }))
    const { envelope } = await run(`for (let n = 0; ; n++) await call('fixture', 'look', { id: 'same' })`)
    expect(envelope.error).toContain('more than 200 calls')
  })

  it('that write are sent once under their key', async () => {
    const from = play(answer(200, { id: 1 }), answer(200, { id: 2 }))
    const code = `const send = () => call('fixture', 'create', { name: 'key' }, { idempotency_key: 'once' }); return [await send(), await send()]`
    expect((await run(code)).envelope.data).toEqual([{ id: 1 }, { id: 1 }])
    expect(upstream.requests.length - from).toBe(1)
  })
})

describe('a result', () => {
  it('that is too large comes in parts, to its token only', async () => {
    const { envelope } = await run(`return Array.from({ length: 9000 }, (_, id) => ({ id, text: 'some text' }))`)
    const { continuation, returned } = envelope.truncated
    const rest = await tool('run_code', { continuation })
    expect(rest.envelope.data[0].id).toBe(returned)
    const other = await newToken({})
    expect((await tool('run_code', { continuation }, { token: other })).envelope.code).toBe('VALIDATION_ERROR')
  })

  it('that takes longer than a request is fetched by the id of its run', async () => {
    const slow = await startMcp({ env: { REQUEST_TIMEOUT_MS: '1000' } })
    const call = async (name: string, args: Record<string, unknown>): Promise<Envelope> =>
      (await slow.send(toolCall('modern', name, args))).body.result.structuredContent
    const { promise: never } = Promise.withResolvers<void>()
    slow.upstream.play(hold(never, answer(200)))
    const code = `const error = await call('fixture', 'get', { id: 'slow' }).catch((error) => error); return [error.code]`
    const begun = await call('run_code', { code })
    expect(begun).toEqual({ success: true, status: 202, data: { run_id: expect.any(String), state: 'running' } })
    const { run_id } = begun.data
    expect((await call('run_read', { run_id })).code).toBe('VALIDATION_ERROR')
    expect((await call('run_code', { run_id: 'another' })).code).toBe('VALIDATION_ERROR')
    await expect.poll(async () => (await call('run_code', { run_id })).data).toEqual(['TIMEOUT'])
    expect((await call('run_code', { run_id })).data).toEqual(['TIMEOUT'])
  })
})

describe('the surface code', () => {
  it('lists five tools, four where the token may change nothing', async () => {
    const names = async (token = tokenOf('acme')) => {
      const { body } = await send(request('modern', 'tools/list'), { query: '?tools=code', token })
      return body.result.tools.map(({ name }: { name: string }) => name)
    }
    expect(await names()).toEqual(['find_actions', 'describe_action', 'run_read', 'run_code', 'read_file'])
    const token = await newToken({ allow: ['*:read'] })
    expect(await names(token)).toEqual(['find_actions', 'describe_action', 'run_read', 'read_file'])
  })

  it('finds actions with their types, and describes one with its signature', async () => {
    const { envelope } = await tool('find_actions', { query: 'get a thing', limit: 20 })
    expect(envelope.data.types).toContain(
      'declare function call("fixture", "get", { id: string; note?: string; filter?: ',
    )
    expect(encode(envelope.data.types).length).toBeLessThanOrEqual(1500)
    const described = await tool('describe_action', { provider: 'fixture', action: 'create' })
    expect(described.envelope.data).toMatchObject({
      call_with: 'run_code',
      signature: expect.stringContaining('call("fixture", "create", { name: string }): Promise<'),
    })
  })
})

afterAll(() => expect(upstream.requests.every(({ headers }) => headers.authorization !== undefined)).toBe(true))

describe('where code is turned off', () => {
  const setCode = (code: boolean | null) => gateway.admin('PATCH', '/admin/tenants/acme', { options: { code } })
  afterAll(() => setCode(null))

  it('the surface is that of searching, and the tools are refused by whatever surface they are called', async () => {
    const readNames = async (): Promise<string[]> => {
      const { body } = await send(request('modern', 'tools/list'), { query: '?tools=code' })
      return body.result.tools.map(({ name }: { name: string }) => name)
    }
    expect(await readNames()).toContain('run_code')
    await setCode(false)
    expect(await readNames()).toEqual(['find_actions', 'describe_action', 'call_read', 'call_write', 'read_file'])
    for (const name of ['run_read', 'run_code'])
      for (const args of [{ code: 'return 1' }, { run_id: 'x' }])
        expect((await tool(name, args)).envelope).toMatchObject({
          code: 'FORBIDDEN',
          error: expect.stringContaining('may not run code'),
        })
    await setCode(true)
    expect(await readNames()).toContain('run_code')
    expect((await run('return 1')).envelope.data).toBe(1)
  })
})
