// Test lanes: both-stores

import { describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { answer, drop } from '../providers/scripted.ts'
import { startAsking } from './start-asking.ts'

const { gateway, upstream, ask, show, decide, approve, read, withdraw, ended, mint, countSent, audited } =
  await startAsking()

const create = { action: 'create', name: 'Ada' }
const made = answer(201, { id: 7, name: 'Ada' })
const newName = (): string => crypto.randomUUID()

describe('a call that a rule asks about', () => {
  it('is answered 202 and not sent, and reads are sent as ever', async () => {
    const sent = countSent()
    const { status, body, headers } = await gateway.call('acme', 'fixture', create)
    expect(status).toBe(202)
    expect(headers.get('location')).toBe(`/api/v1/acme/approvals/${body.data.approval_id}`)
    expect(body).toEqual({
      success: true,
      status: 202,
      cache: 'BYPASS',
      data: { approval_id: expect.any(String), state: 'waiting', expires_at: expect.any(String) },
    })
    expect(Date.parse(body.data.expires_at) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    expect(await audited()).toMatchObject({ action: 'create', outcome: 'ok', status: 202, billable: false })
    expect(sent()).toBe(0)
    expect((await gateway.call('acme', 'fixture', { action: 'get', id: '1' })).status).toBe(200)
    expect(sent()).toBe(1)
    await withdraw(body.data.approval_id)
  })

  it('is sent once, with what was stored, when somebody approves it, and its caller reads the result', async () => {
    const name = newName()
    const id = await ask({ ...create, name })
    upstream.play(made)
    const sent = countSent()
    expect((await approve(id)).body).toMatchObject({ state: 'approved', decisions: [{ decision: 'approve' }] })
    expect(await ended(id)).toMatchObject({ state: 'done', reason: null, entry_id: expect.any(String) })
    expect(sent()).toBe(1)
    expect(upstream.requests.at(-1)).toMatchObject({ method: 'POST', url: '/things', body: JSON.stringify({ name }) })
    const shown = (await read(id)).body.data
    expect(shown).toMatchObject({ state: 'done', result: { success: true, status: 201, data: { id: 7 } } })
    const { entry_id, request_id } = await show(id)
    const { calls } = (await gateway.admin('GET', `/admin/calls/${request_id}`)).body
    expect(calls).toHaveLength(2)
    const entry = (await gateway.admin('GET', `/admin/audit?key=fixture/main&limit=20`)).body.entries.find(
      (each: { id: string }) => each.id === entry_id,
    )
    expect(entry).toMatchObject({ approval_id: id, outcome: 'ok', billable: true })
  })

  it('has a line in the list that tells it from others of the same action', async () => {
    const [one, other] = [newName(), newName()]
    const ids = [await ask({ ...create, name: one }), await ask({ ...create, name: other })]
    const listed = async () => {
      const { approvals } = (await gateway.admin('GET', '/admin/approvals?state=waiting')).body
      return ids.map((id) => approvals.find((each: { approval_id: string }) => each.approval_id === id)?.subject)
    }
    expect(await listed()).toEqual([`name: ${one}`, `name: ${other}`])
    // The second look is answered from memory.
    expect(await listed()).toEqual([`name: ${one}`, `name: ${other}`])
    for (const id of ids) await withdraw(id)
  })

  it('shows to who decides the whole request, and never the credential', async () => {
    const name = newName()
    const id = await ask({ ...create, name })
    const whole = await show(id)
    expect(whole).toMatchObject({
      tenant: 'acme',
      provider: 'fixture',
      account: 'main',
      action: 'create',
      rule: 'tenant *:write',
      parameters: { name },
      request: { method: 'POST', body: JSON.stringify({ name }) },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(JSON.stringify(whole)).not.toContain('7f3a')
    expect((await withdraw(id)).body.data).toEqual({ approval_id: id, state: 'withdrawn' })
  })

  it('that is refused is never sent, and its caller is told why', async () => {
    const sent = countSent()
    const id = await ask({ ...create, name: newName() })
    const { digest } = await show(id)
    expect((await decide(id, digest, 'refuse', { reason: 'Not on a Friday' })).body.state).toBe('refused')
    expect((await read(id)).body.data).toMatchObject({ state: 'refused', reason: 'Not on a Friday' })
    expect((await decide(id, digest)).body).toMatchObject({ code: 'CONFLICT' })
    expect(sent()).toBe(0)
  })

  it('that its caller withdrew is never sent', async () => {
    const id = await ask({ ...create, name: newName() })
    const { digest } = await show(id)
    await withdraw(id)
    expect((await decide(id, digest)).status).toBe(409)
    expect((await withdraw(id)).status).toBe(409)
  })

  it('equal to one of the same token that waits is that one; of another token it is another', async () => {
    const name = newName()
    const id = await ask({ ...create, name })
    expect(await ask({ ...create, name })).toBe(id)
    const { token } = await mint()
    expect(await ask({ ...create, name }, {}, token)).not.toBe(id)
    await withdraw(id)
    expect(await ask({ ...create, name })).not.toBe(id)
  })

  it('under an idempotency key is one approval, and its answer once it was carried out; other parameters are a conflict', async () => {
    const key = { 'idempotency-key': newName() }
    const name = newName()
    const id = await ask({ ...create, name }, key)
    expect(await ask({ ...create, name }, key)).toBe(id)
    upstream.play(made)
    await approve(id)
    await ended(id)
    const sent = countSent()
    const again = await gateway.call('acme', 'fixture', { ...create, name }, { headers: key })
    expect(again).toMatchObject({ status: 201, body: { data: { id: 7 }, replayed: true } })
    const other = await gateway.call('acme', 'fixture', { ...create, name: newName() }, { headers: key })
    expect(other.body).toMatchObject({ code: 'CONFLICT' })
    expect(sent()).toBe(0)
  })

  it('keeps its idempotency key when nobody is asked any more: nothing is sent twice', async () => {
    const key = { 'idempotency-key': newName() }
    const [first, second] = [
      { ...create, name: newName() },
      { ...create, name: newName() },
    ]
    const id = await ask(first, key)
    const otherKey = { 'idempotency-key': newName() }
    const waiting = await ask(second, otherKey)
    upstream.play(made)
    await approve(id)
    await ended(id)
    const sent = countSent()
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: null } })
    try {
      const again = await gateway.call('acme', 'fixture', first, { headers: key })
      expect(again).toMatchObject({ status: 201, body: { replayed: true } })
      expect(sent()).toBe(0)
      upstream.play(made)
      expect((await gateway.call('acme', 'fixture', second, { headers: otherKey })).status).toBe(201)
      await approve(waiting)
      expect(await ended(waiting)).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('the same idempotency key'),
      })
      expect(sent()).toBe(1)
    } finally {
      await gateway.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['*:write'] } })
    }
  })

  it('under a key whose outcome nobody knows is that approval', async () => {
    const key = { 'idempotency-key': newName() }
    const body = { ...create, name: newName() }
    const id = await ask(body, key)
    upstream.play(drop())
    await approve(id)
    await ended(id)
    const { status, body: again } = await gateway.call('acme', 'fixture', body, { headers: key })
    expect([status, again.data]).toMatchObject([202, { approval_id: id, state: 'unknown' }])
  })

  it.each(['done', 'absent'] as const)('whose outcome nobody knew ends as somebody finds out: %s', async (as) => {
    const key = { 'idempotency-key': newName() }
    const body = { ...create, name: newName() }
    const id = await ask(body, key)
    upstream.play(drop())
    await approve(id)
    const { entry_id } = await ended(id)
    await gateway.admin('POST', `/admin/calls/${entry_id}/resolve`, { as, note: 'Looked there' })
    const isDone = as === 'done'
    const reason = isDone ? null : 'Looked there'
    expect(await show(id)).toMatchObject({ state: isDone ? 'done' : 'failed', reason })
    const again = await gateway.call('acme', 'fixture', body, { headers: key })
    // A key of a call that was not carried out may ask again.
    expect(again.body.data.approval_id === id).toBe(isDone)
  })

  it('that the vendor refuses ends as failed, and one without an answer as unknown: neither is sent again', async () => {
    for (const [behaviour, state] of [
      [answer(422, { message: 'no' }), 'failed'],
      [drop(), 'unknown'],
    ] as const) {
      const id = await ask({ ...create, name: newName() })
      upstream.play(behaviour)
      const sent = countSent()
      await approve(id)
      expect(await ended(id)).toMatchObject({ state, reason: expect.any(String) })
      expect((await read(id)).body.data.result).toMatchObject({ code: 'UPSTREAM_ERROR' })
      expect(sent()).toBe(1)
    }
  })

  it('with Prefer: wait is answered when it was decided', async () => {
    upstream.play(made)
    const book = { action: 'book', name: newName() }
    const waiting = gateway.call('acme', 'fixture', book, { headers: { prefer: 'wait=20' } })
    const list = async () => (await gateway.admin('GET', '/admin/approvals?action=book')).body.approvals
    await expect.poll(list).toHaveLength(1)
    const [{ approval_id }] = await list()
    await approve(approval_id)
    expect((await waiting).body.data).toMatchObject({ state: 'done', result: { data: { id: 7 } } })
  })

  it('is still refused where it is denied, and shown by a dry run', async () => {
    const { token } = await mint({ deny: ['fixture:create'] })
    expect((await gateway.call('acme', 'fixture', create, { token })).status).toBe(403)
    const dry = await gateway.call('acme', 'fixture', { ...create, dry_run: true })
    expect(dry).toMatchObject({ status: 200, body: { data: { sends: false } } })
  })
})

describe('who may read and decide', () => {
  it('another token of the tenant learns nothing of it, nor does another tenant', async () => {
    const id = await ask({ ...create, name: newName() })
    const { digest } = await show(id)
    const { token } = await mint()
    expect((await read(id, token)).status).toBe(404)
    expect((await withdraw(id, token)).status).toBe(404)
    await gateway.seed('globex', { fixture: 'x' })
    const headers = { authorization: `Bearer ${tokenOf('globex')}` }
    expect((await gateway.send('GET', `/api/v1/globex/approvals/${id}`, headers)).status).toBe(404)
    const body = { decision: 'approve', digest }
    expect((await gateway.send('POST', `/api/v1/globex/approvals/${id}/decision`, headers, body)).status).toBe(404)
    expect((await show(id)).state).toBe('waiting')
  })
})
