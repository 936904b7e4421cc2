// Test lanes: both-stores, long-on-mongodb, slow

import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'
import { afterAll, describe, expect, it } from 'vitest'
import { startFixture } from '../call-path/start-fixture.ts'
import { tokenOf } from '../client.ts'
import { request, toolCall } from '../mcp/messages.ts'
import { openConsent, decide as submit } from '../oauth/user.ts'
import { answer } from '../providers/scripted.ts'
import { startWebhookReceiver } from '../providers/webhook-receiver.ts'

const receiver = startWebhookReceiver()
afterAll(() => receiver.stop())
const { gateway, upstream } = await startFixture({
  env: { ALLOWED_PRIVATE_HOSTS: receiver.host, WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: receiver.secret },
})
const options = (changes: object) => gateway.admin('PATCH', '/admin/tenants/acme', { options: changes })
await options({ ask: ['fixture:create'] })

const send = async (name: string, args: object, more: object = {}) => {
  const { headers, body } = toolCall('modern', name, { ...args }, more)
  return gateway.send('POST', '/mcp?tools=code', { authorization: `Bearer ${tokenOf('acme')}`, ...headers }, body)
}
const run = async (args: object) => JSON.parse((await send('run_code', args)).body.result.content[0].text)

/** Waits for the end of a run, or for its next calls that wait. */
const goOn = async (run_id: string) => {
  for (;;) {
    const ran = await run({ run_id })
    const isOpen = ran.data?.approvals?.every(({ state }: { state: string }) => state !== 'waiting')
    if (ran.status !== 202 || isOpen === false) return ran
    await Bun.sleep(5)
  }
}

const show = async (runId: string) => (await gateway.admin('GET', `/admin/approvals/runs/${runId}`)).body
const decideRun = (runId: string, body: object) =>
  gateway.admin('POST', `/admin/approvals/runs/${runId}/decision`, { decision: 'approve', ...body })
const decideOne = async (id: string, body: object = {}) => {
  const { digest } = (await gateway.admin('GET', `/admin/approvals/${id}`)).body
  return gateway.admin('POST', `/admin/approvals/${id}/decision`, { decision: 'approve', digest, ...body })
}
const waitingEvents = (runId: string) =>
  receiver.received.filter(({ type, data }) => type === 'approval.waiting' && data.run_id === runId)

/** The vendor makes what it is sent; returns the names that it got since. */
const listen = () => {
  const from = upstream.requests.length
  upstream.play((response, scene) => answer(201, JSON.parse(scene.body || '{"read":true}'))(response, scene))
  return () => upstream.requests.slice(from).flatMap(({ body }) => (body ? [JSON.parse(body).name] : []))
}

const ten = `
  const names = Array.from({ length: 10 }, (_, nth) => parameters.tag + nth)
  const made = await Promise.all(names.map(async (name) => {
    try { return (await call('fixture', 'create', { name })).name } catch (error) { return error.code }
  }))
  return made`
const tagged = (tag: string) => Array.from({ length: 10 }, (_, nth) => `${tag}${nth}`)

describe('ten writes at once', () => {
  it('wait together, are told once, and are decided by one word but the one that was taken out', async () => {
    const tag = crypto.randomUUID()
    const sent = listen()
    const stopped = await run({ code: ten, parameters: { tag } })
    const { run_id, approvals } = stopped.data
    expect(approvals).toHaveLength(10)
    const { digest, calls } = await show(run_id)
    expect(calls.map(({ parameters }: { parameters: { name: string } }) => parameters.name).toSorted()).toEqual(
      tagged(tag),
    )
    const out = calls[4]
    const decided = await decideRun(run_id, { digest, except: [out.approval_id] })
    expect(decided.body.calls.map(({ state }: { state: string }) => state)).toEqual(
      calls.map((one: object) => (one === out ? 'waiting' : 'approved')),
    )
    await expect.poll(() => sent().toSorted()).toEqual(tagged(tag).filter((name) => name !== out.parameters.name))
    expect((await run({ run_id })).data.state).toBe('waiting')
    await decideOne(out.approval_id, { decision: 'refuse', reason: 'not that one' })
    const ended = await goOn(run_id)
    expect(ended.data).toEqual(tagged(tag).map((name) => (name === out.parameters.name ? 'FORBIDDEN' : name)))
    expect(sent()).toHaveLength(9)
    expect(waitingEvents(run_id)).toHaveLength(1)
    const { entries } = (await gateway.admin('GET', '/admin/audit?action=create&limit=9')).body
    expect(entries.every(({ parent }: { parent: string }) => parent === run_id)).toBe(true)
  })

  it('a list that has changed since it was shown is not decided', async () => {
    const { run_id, approvals } = (await run({ code: ten, parameters: { tag: crypto.randomUUID() } })).data
    const { digest } = await show(run_id)
    await decideOne(approvals[0].approval_id, { decision: 'refuse' })
    const sent = listen()
    expect((await decideRun(run_id, { digest })).body.code).toBe('CONFLICT')
    const unknown = await decideRun(run_id, { digest: (await show(run_id)).digest, except: [approvals[0].approval_id] })
    expect(unknown.body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: '/except/0' }] })
    expect([(await show(run_id)).calls.length, sent()]).toEqual([9, []])
    await decideRun(run_id, { digest: (await show(run_id)).digest, decision: 'refuse', reason: 'no' })
    expect((await goOn(run_id)).data).toEqual(Array(10).fill('FORBIDDEN'))
    expect((await gateway.admin('GET', `/admin/approvals/runs/${run_id}`)).status).toBe(404)
  })

  it('reads beside them are made, and their results reach the code in the order in which they came', async () => {
    const code = `
      const name = (nth) => parameters.tag + nth
      const writes = Array.from({ length: 8 }, (_, nth) => call('fixture', 'create', { name: name(nth) }))
      const reads = [1, 2, 3].map((id) => call('fixture', 'get', { id: name(id) }))
      return (await Promise.all([...writes, ...reads])).map((one) => one.name ?? 'read')`
    const tag = crypto.randomUUID()
    listen()
    const { run_id, approvals } = (await run({ code, parameters: { tag } })).data
    expect(approvals).toHaveLength(8)
    await decideRun(run_id, { digest: (await show(run_id)).digest })
    expect((await goOn(run_id)).data).toEqual([...tagged(tag).slice(0, 8), 'read', 'read', 'read'])
  })
})

const loop = `
  const made = []
  for (const nth of [1, 2, 3]) made.push((await call('fixture', 'create', { name: parameters.tag + nth })).name)
  return made`

it('a yes for the run lets its further calls pass, and nothing else; it is refused where no run made the call', async () => {
  const tag = crypto.randomUUID()
  listen()
  const { run_id, approvals } = (await run({ code: loop, parameters: { tag } })).data
  expect((await decideOne(approvals[0].approval_id, { for: 'run', any: true })).status).toBe(200)
  expect((await goOn(run_id)).data).toEqual([1, 2, 3].map((nth) => `${tag}${nth}`))
  const { standing } = (await gateway.admin('GET', '/admin/approvals/standing')).body
  expect(standing).toMatchObject([{ run_id, any: true }])
  const other = (await run({ code: loop, parameters: { tag } })).data
  expect(other.state).toBe('waiting')
  const plain = (await gateway.call('acme', 'fixture', { action: 'create', name: tag })).body.data
  expect((await decideOne(plain.approval_id, { for: 'run' })).body.details[0].path).toBe('/for')
  for (const { approval_id } of [plain, ...other.approvals]) await decideOne(approval_id, { decision: 'refuse' })
  await gateway.admin('DELETE', `/admin/approvals/${standing[0].approval_id}/standing`)
})

it('on the page of the link all calls of the run stand, and those whose box is checked are decided', async () => {
  const decider = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', approve: ['fixture:create'] })).body
  const tag = crypto.randomUUID()
  const sent = listen()
  const stopped = await run({ code: ten, parameters: { tag } })
  const { run_id, approve_url, decided_by, retry_after } = stopped.data
  expect([decided_by, retry_after]).toEqual([expect.stringContaining('acme'), 60])
  await expect.poll(() => waitingEvents(run_id).map(({ data }) => data.url)).toEqual([approve_url])
  expect(stopped.note).toContain(approve_url)
  const { pathname } = new URL(approve_url)
  const shown = await submit(
    gateway.url,
    await openConsent(gateway.url + pathname),
    { decision: 'continue', token: decider.token },
    pathname,
  )
  for (const name of tagged(tag)) expect(shown.text).toContain(name)
  const { calls } = await show(run_id)
  const boxes = Object.fromEntries(
    calls.slice(1).map(({ approval_id }: { approval_id: string }) => [`call-${approval_id}`, 'on']),
  )
  expect((await submit(gateway.url, shown, { decision: 'approve', ...boxes }, pathname)).text).toContain('being sent')
  await expect.poll(() => sent().length).toBe(9)
  // The token's holder decides over REST as well, and not about a call that is none of its run.
  const rest = `/api/v1/acme/approvals/runs/${run_id}`
  const authorization = { authorization: `Bearer ${decider.token}` }
  const { digest, calls: left } = (await gateway.send('GET', rest, authorization)).body.data
  expect(left).toHaveLength(1)
  const own = await gateway.send(
    'POST',
    `${rest}/decision`,
    { authorization: `Bearer ${tokenOf('acme')}` },
    { decision: 'approve', digest },
  )
  expect(own.status).toBe(404)
  expect((await gateway.send('POST', `${rest}/decision`, authorization, { decision: 'approve', digest })).status).toBe(
    200,
  )
  expect((await goOn(run_id)).data).toEqual(tagged(tag))
  await gateway.admin('DELETE', `/admin/auth/acme/${decider.token_id}`)
})

it('a client that opens addresses has its user decide about the run, and gets the result of the code', async () => {
  const decider = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', approve: ['fixture:create'] })).body
  const tag = crypto.randomUUID()
  const sent = listen()
  const opensUrls = { _meta: { [CLIENT_CAPABILITIES_META_KEY]: { elicitation: { url: {} } } } }
  const args = { code: ten, parameters: { tag } }
  const { inputRequests, requestState } = (await send('run_code', args, opensUrls)).body.result
  const { digest } = await show(requestState)
  const { pathname } = new URL(inputRequests.approve.params.url)
  const opened = await openConsent(gateway.url + pathname)
  const shown = await submit(gateway.url, opened, { decision: 'continue', token: decider.token }, pathname)
  expect(shown.text).toContain(digest)
  await decideRun(requestState, { digest })
  const answered = { ...opensUrls, requestState, inputResponses: { approve: { action: 'accept' } } }
  const { result } = (await send('run_code', args, answered)).body
  expect(JSON.parse(result.content[0].text).data).toEqual(tagged(tag))
  expect(sent()).toHaveLength(10)
  await gateway.admin('DELETE', `/admin/auth/acme/${decider.token_id}`)
})

describe('a run that waits, for a client that knows tasks', () => {
  const declared = {
    _meta: { [CLIENT_CAPABILITIES_META_KEY]: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
  }
  const begin = async (tag: string) =>
    (await send('run_code', { code: ten, parameters: { tag } }, declared)).body.result
  const task = async (method: 'get' | 'cancel', taskId: string) => {
    const { headers, body } = request('modern', `tasks/${method}`, { taskId, ...declared })
    const all = { authorization: `Bearer ${tokenOf('acme')}`, ...headers, 'mcp-name': taskId }
    return (await gateway.send('POST', '/mcp?tools=code', all, body)).body.result
  }

  it('is a task that goes on by itself once all is decided, and has the result of the code', async () => {
    const tag = crypto.randomUUID()
    listen()
    const made = await begin(tag)
    expect(made).toMatchObject({ resultType: 'task', status: 'working', statusMessage: expect.stringContaining('10') })
    await decideRun(made.taskId, { digest: (await show(made.taskId)).digest })
    await expect.poll(async () => (await task('get', made.taskId)).status, { timeout: 20_000 }).toBe('completed')
    const { result } = await task('get', made.taskId)
    expect(JSON.parse(result.content[0].text).data).toEqual(tagged(tag))
  })

  it('that is cancelled has its calls withdrawn', async () => {
    const sent = listen()
    const { taskId } = await begin(crypto.randomUUID())
    await task('cancel', taskId)
    expect((await task('get', taskId)).status).toBe('cancelled')
    expect((await gateway.admin('GET', `/admin/approvals/runs/${taskId}`)).status).toBe(404)
    expect(sent()).toEqual([])
  })
})
