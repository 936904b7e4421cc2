// Test lanes: both-stores, long-on-mongodb, slow

import { expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { answer, type Behaviour, hold } from '../../providers/scripted.ts'
import { toolCall } from '../messages.ts'
import { startMcp } from '../start-mcp.ts'

const { gateway, send, upstream } = await startMcp()
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['fixture:create'] } })

const tool = async (args: Record<string, unknown>, token = tokenOf('acme')) => {
  const { body } = await send(toolCall('modern', 'run_code', args), { query: '?tools=code', token })
  return JSON.parse(body.result.content[0].text)
}

/** Waits for the end, however long the code and the decided calls take. */
const finish = async (runId: string) => {
  for (;;) {
    const ran = await tool({ run_id: runId })
    const waits = ran.data?.approvals?.some(({ state }: { state: string }) => state === 'waiting')
    if (ran.status !== 202 || waits) return ran
    await Bun.sleep(5)
  }
}

const decide = async (id: string, word: object = { decision: 'approve' }) => {
  const { digest } = (await gateway.admin('GET', `/admin/approvals/${id}`)).body
  await gateway.admin('POST', `/admin/approvals/${id}/decision`, { digest, ...word })
}

const readState = async (id: string) => (await gateway.admin('GET', `/admin/approvals/${id}`)).body.state

/** Scripts the provider, and returns its requests from now on. */
const listen = (...behaviours: readonly Behaviour[]) => {
  const from = upstream.requests.length
  upstream.play(...(behaviours as [Behaviour, ...Behaviour[]]))
  return () => upstream.requests.slice(from).map(({ method, url }) => `${method} ${url}`)
}

const idOf = ({ data }: { data: { approvals: readonly { approval_id: string }[] } }, nth = 0): string =>
  data.approvals[nth]?.approval_id ?? ''

/** Whatever is another at the next run stands in what the code sends: a clock or a random number that differs ends the run. */
const story = `
  const seen = String(Math.random()) + Date.now()
  const read = await call('fixture', 'get', { id: seen })
  const written = await call('fixture', 'rename', { id: seen + Date.now(), name: 'before' })
  const made = await call('fixture', 'create', { name: parameters.name })
  const last = await call('fixture', 'rename', { id: '9', name: read.text + Math.random() })
  return { read, written, made, last }`

it('code goes on after the decision, and no call before it is made again', async () => {
  const sent = listen(
    answer(200, { text: 'read' }),
    answer(200, { n: 1 }),
    answer(201, { n: 2, id: 't2' }),
    answer(200, { n: 3 }),
  )
  const stopped = await tool({ code: story, parameters: { name: crypto.randomUUID() } })
  const { run_id } = stopped.data
  expect(stopped).toMatchObject({ status: 202, note: expect.stringContaining('run_id'), data: { state: 'waiting' } })
  expect((await tool({ run_id })).data).toMatchObject({ run_id, state: 'waiting', approvals: [{ state: 'waiting' }] })
  expect(sent()).toHaveLength(2)
  await decide(idOf(stopped))
  const ended = await finish(run_id)
  const data = { read: { text: 'read' }, written: { n: 1 }, made: { n: 2, id: 't2' }, last: { n: 3 } }
  expect(ended).toMatchObject({ success: true, status: 200, data, run: { calls: 4 } })
  expect(ended.writes.map(({ id }: { id: unknown }) => id)).toEqual([null, 't2', null])
  expect(sent().map((one) => one.split('?')[0])).toEqual([
    expect.stringMatching(/^GET \/things\/0\.\d+$/),
    expect.stringMatching(/^(PUT|PATCH|POST) \/things\/0\.\d+$/),
    expect.stringContaining('POST /things'),
    expect.stringContaining('/things/9'),
  ])
  // Whoever asks again gets the same, and nothing is sent.
  expect(await tool({ run_id })).toEqual(ended)
  expect(sent()).toHaveLength(4)
  const { entries } = (await gateway.admin('GET', '/admin/audit?action=run_code')).body
  const [second, first] = entries
  expect([first.id, first.status, second.parent, second.status]).toEqual([run_id, 202, run_id, 200])
  expect(first.digest).toBe(second.digest)
})

it('a call that was refused is an error that the code may catch', async () => {
  const code = `
    try { await call('fixture', 'create', { name: parameters.name }) } catch (error) { return [error.code, error.message] }`
  const stopped = await tool({ code, parameters: { name: crypto.randomUUID() } })
  await decide(idOf(stopped), { decision: 'refuse', reason: 'not this one' })
  expect((await finish(stopped.data.run_id)).data).toEqual(['FORBIDDEN', expect.stringContaining('not this one')])
})

it('calls at once wait together or one after the other, and none that was made is made again', async () => {
  const code = `
    const create = (name) => call('fixture', 'create', { name: parameters.name + name })
    const both = await Promise.all([create('a'), call('fixture', 'rename', { id: '1', name: 'b' }), create('b')])
    return [...both, await create('c')]`
  // Each is answered with what it was sent, whatever the order.
  const sent = listen((response, scene) => answer(200, JSON.parse(scene.body))(response, scene))
  const name = crypto.randomUUID()
  let ran = await tool({ code, parameters: { name } })
  const { run_id } = ran.data
  const decided: string[] = []
  while (ran.status === 202) {
    for (const { approval_id, state } of ran.data.approvals ?? [])
      if (state === 'waiting') {
        decided.push(approval_id)
        await decide(approval_id)
      }
    ran = await finish(run_id)
  }
  expect(ran.data).toEqual([`${name}a`, 'b', `${name}b`, `${name}c`].map((each) => ({ name: each })))
  expect([decided.length, new Set(decided).size, sent().length]).toEqual([3, 3, 4])
})

it('of several who go on with it at once, one does; nobody else gets at it', async () => {
  const code = `
    await call('fixture', 'create', { name: parameters.name })
    return call('fixture', 'rename', { id: '1', name: 'once' })`
  const stopped = await tool({ code, parameters: { name: crypto.randomUUID() } })
  const { run_id } = stopped.data
  const other = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })).body
  expect(await tool({ run_id }, other.token)).toMatchObject({ code: 'VALIDATION_ERROR' })
  const gate = Promise.withResolvers<void>()
  const sent = listen(answer(201, { n: 1 }), hold(gate.promise, answer(200, { n: 'once' })))
  await decide(idOf(stopped))
  await expect.poll(() => readState(idOf(stopped))).toBe('done')
  const all = Promise.all([1, 2, 3].map(() => tool({ run_id })))
  await expect.poll(() => sent().length).toBe(2)
  gate.resolve()
  for (const ran of await all) expect(['running', undefined]).toContain(ran.data.state)
  expect((await finish(run_id)).data).toEqual({ n: 'once' })
  expect(sent()).toHaveLength(2)
})
