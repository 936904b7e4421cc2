// Test lanes: both-stores, long-on-mongodb, slow

import { expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { answer, type Behaviour, hold } from '../../providers/scripted.ts'
import { toolCall } from '../messages.ts'
import { startMcp } from '../start-mcp.ts'

const { gateway, send, upstream } = await startMcp({ env: { CALLS_PER_MINUTE: '0' } })

interface How {
  readonly name?: string
  readonly token?: string
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows what it expects
type Envelope = Record<string, any>

const tool = async (
  args: Record<string, unknown>,
  { name = 'run_code', token = tokenOf('acme') }: How = {},
): Promise<Envelope> => {
  const { body } = await send(toolCall('modern', name, args), { query: '?tools=code', token })
  return JSON.parse(body.result.content[0].text)
}

const listen = (...behaviours: readonly Behaviour[]) => {
  const from = upstream.requests.length
  upstream.play(...(behaviours as [Behaviour, ...Behaviour[]]))
  return () => upstream.requests.slice(from)
}
/** Answers each request with an id of its own, and refuses a name that says so. */
let made = 0
const make: Behaviour = (response, scene) => {
  const { name = '' } = scene.body === '' ? {} : JSON.parse(scene.body)
  return name.includes('refused')
    ? answer(422, { fault: { words: 'not this one' } })(response, scene)
    : answer(201, { id: `t${++made}`, name })(response, scene)
}

const copying = (names: string) => `
  const made = []
  for (const name of ${names}) made.push((await call('fixture', 'create', { name: name + parameters.key })).id)
  return made`

it('names what a failed run has made, and mended code makes none of it again', async () => {
  const key = crypto.randomUUID()
  const sent = listen(make)
  const failed = await tool({ code: copying(`['a', 'b', 'refused', 'c']`), parameters: { key } })
  expect(failed).toMatchObject({
    code: 'UPSTREAM_ERROR',
    error: expect.stringContaining('resume'),
    run_id: expect.any(String),
    writes: ['done', 'done', 'failed'].map((state) => ({
      provider: 'fixture',
      action: 'create',
      account: 'main',
      state,
      request_id: expect.any(String),
    })),
  })
  const [first, second] = failed.writes
  expect([first.id, second.id]).toEqual([`t${made - 1}`, `t${made}`])
  const { body } = await gateway.admin('GET', `/admin/calls/${first.request_id}`)
  expect(body.calls).toMatchObject([{ action: 'create', outcome: 'ok' }])
  expect((await tool({ run_id: failed.run_id })).writes).toEqual(failed.writes)

  const mended = await tool({ code: copying(`['a', 'b', 'c']`), resume: failed.run_id })
  expect(mended.data).toEqual([first.id, second.id, `t${made}`])
  expect(mended.writes.map(({ recorded }: { recorded?: true }) => recorded)).toEqual([true, true, undefined])
  expect(sent().map(({ body }) => JSON.parse(body).name.replace(key, ''))).toEqual(['a', 'b', 'refused', 'c'])
})

it('makes no call again that mended code writes in another order or form', async () => {
  const key = crypto.randomUUID()
  const sent = listen(make)
  const failed = await tool({
    code: `await call('fixture', 'rename', { id: '1', name: parameters.key }, { account_id: 'main' }); throw new Error('stop')`,
    parameters: { key },
  })
  const mended = await tool({
    code: `return (await call({ account_id: 'main', parameters: { name: parameters.key, id: '1' }, action: 'rename', provider: 'fixture' })).id`,
    resume: failed.run_id,
  })
  expect([mended.data, mended.writes[0].recorded, sent().length]).toEqual([failed.writes[0].id, true, 1])
})

it('resumes a run for its own caller and its own tool alone', async () => {
  listen(make)
  const failed = await tool({
    code: `await call('fixture', 'create', { name: parameters.key }); nope()`,
    parameters: { key: crypto.randomUUID() },
  })
  const { run_id: resume } = failed
  const { token } = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })).body
  for (const how of [{ token }, { name: 'run_read' }])
    expect((await tool({ code: 'return 1', resume }, how)).details).toMatchObject([{ path: '/resume' }])
  expect((await tool({ code: 'return 1', resume })).data).toBe(1)
  expect((await tool({ resume })).code).toBe('VALIDATION_ERROR')
  const other = await tool({ code: `await call('fixture', 'get', { id: '1' }); nope()` }, { name: 'run_read' })
  const sent = listen(make)
  expect(
    (await tool({ code: `return await call('fixture', 'get', { id: '1' })`, resume: other.run_id })).data.id,
  ).toBeDefined()
  expect(sent()).toHaveLength(0)
})

it('tells of what was begun and not awaited, with what it did', async () => {
  const sent = listen(make)
  const code = `['a', 'b'].forEach(async (name) => { await call('fixture', 'create', { name: name + parameters.key }) }); return 'done'`
  const { code: kind, error, writes } = await tool({ code, parameters: { key: crypto.randomUUID() } })
  expect([kind, writes.map(({ state }: { state: string }) => state), sent().length]).toEqual([
    'VALIDATION_ERROR',
    ['done', 'done'],
    2,
  ])
  expect(error).toMatch(/not awaited fixture\.create/)
})

it('tells of a failure that nobody looked at', async () => {
  listen(make)
  const lost = `call('fixture', 'create', { name: 'refused' + parameters.key }); await sleep(300); return 'done'`
  const inside = `const work = async () => { await call('fixture', 'create', { name: 'refused' + parameters.key }) }; work(); await sleep(300); return 'done'`
  for (const code of [lost, inside])
    expect(await tool({ code, parameters: { key: crypto.randomUUID() } })).toMatchObject({
      code: 'UPSTREAM_ERROR',
      status: 422,
      writes: [{ state: 'failed' }],
    })
  const kept = `const p = call('fixture', 'create', { name: 'refused' + parameters.key }); await sleep(300); try { await p } catch (error) { return error.status }`
  expect((await tool({ code: kept, parameters: { key: crypto.randomUUID() } })).data).toBe(422)
})

it('leaves a call behind that lost a race', async () => {
  const gate = Promise.withResolvers<void>()
  listen(hold(gate.promise, answer(200, { ok: true })))
  const code = `return await Promise.race([call('fixture', 'get', { id: 'slow' }), sleep(50).then(() => 'too slow')])`
  expect((await tool({ code })).data).toBe('too slow')
  gate.resolve()
})

it('tells the code of a write that was a repeat, and who reads the result', async () => {
  listen(make)
  const code = `const made = await call('fixture', 'create', { name: parameters.key }); return made.note`
  const parameters = { key: crypto.randomUUID() }
  expect((await tool({ code, parameters })).note).toContain('returned nothing')
  const again = await tool({ code, parameters })
  expect(again.data).toMatch(/same/)
  expect(again.run.notes[0]).toContain('fixture.create')
})

it('goes on after an approval with the same times, random numbers and waits', async () => {
  await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['fixture:create'] } })
  const sent = listen(make)
  const code = `
    const seen = crypto.randomUUID() + performance.now()
    await sleep(20)
    const before = await call('fixture', 'rename', { id: '1', name: seen + Date.now() })
    let fired = 0
    setTimeout(() => { fired++ }, 10)
    const made = await call('fixture', 'create', { name: seen })
    await sleep(30)
    return { made: made.name === seen, fired }`
  const stopped = await tool({ code })
  expect(stopped).toMatchObject({
    status: 202,
    writes: [
      { action: 'rename', state: 'done' },
      { action: 'create', state: 'waiting' },
    ],
  })
  const [{ approval_id: id }] = stopped.data.approvals
  const { digest } = (await gateway.admin('GET', `/admin/approvals/${id}`)).body
  await gateway.admin('POST', `/admin/approvals/${id}/decision`, { digest, decision: 'approve' })
  let ran = stopped
  while (ran.status === 202) ran = await tool({ run_id: stopped.data.run_id })
  expect(ran).toMatchObject({
    data: { made: true, fired: 1 },
    writes: [
      { action: 'rename', state: 'done' },
      { action: 'create', state: 'done' },
    ],
  })
  expect(sent()).toHaveLength(2)
  await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: [] } })
})
