// Test lanes: both-stores, long-on-mongodb

import { madeSince, read, write } from '@patchbay/core/provider'
import Type from 'typebox'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { onlyJobs } from '../../gateway.ts'
import { answer, type Behaviour, drop, hold } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const cron = '0 0 1 1 *'
const list = read('GET /notes', { description: 'List notes', params: { box: Type.String() } })
const add = write('POST /notes', {
  description: 'Add a note',
  params: { box: Type.String(), title: Type.String() },
  confirm: {
    read: list,
    when: ({ box }) => box !== 'hidden',
    params: { box: ({ box }) => box },
    shows: madeSince({ items: '/notes', made: '/made', most: 10, like: ({ title }) => ({ title }) }),
  },
})
const silent = write('POST /notes', { description: 'Add a note that no list shows', params: { title: Type.String() } })
const actions = { list, add, silent }
const { gateway, upstream, call } = await startFixture({
  providers: [fixture, variant('notes', { actions })],
  env: { CRONS: onlyJobs({ 'confirm-effects': cron }) },
})

afterEach(() => {
  vi.useRealTimers()
})

const repeats = { 'x-repeat': 'true' }
const minute = 60_000
const later = (minutes: number): void => {
  vi.setSystemTime(Date.now() + minutes * minute)
}

/** A list of the vendor, by its own clock. */
const notes = (...made: { title: string; made: Date }[]): Behaviour => notesAt(Date.now(), ...made)

const notesAt = (clock: number, ...made: { title: string; made: Date }[]): Behaviour =>
  answer(200, { notes: made }, { date: new Date(clock).toUTCString() })

/** A write whose answer is lost, and its audit entry. */
const lose = async (body: object, tenant = 'acme') => {
  upstream.play(drop())
  await gateway.call(tenant, 'notes', body)
  const { body: found } = await gateway.admin('GET', `/admin/calls?outcome=unknown&tenant=${tenant}&limit=1`)
  return found.calls[0]
}

const run = async (...behaviours: [Behaviour, ...Behaviour[]]) => {
  upstream.play(...behaviours)
  const before = upstream.requests.length
  const { body } = await gateway.admin('POST', '/admin/run-cron', { cron })
  return { result: body.results[0].result, sent: upstream.requests.slice(before) }
}

const find = async ({ id }: { id: string }) => (await gateway.admin('GET', `/admin/calls/${id}`)).body.calls[0]
const listed = async ({ id }: { id: string }) =>
  (await gateway.admin('GET', '/admin/calls?outcome=unknown&limit=100')).body.calls.find(
    (one: { id: string }) => one.id === id,
  )

describe('a write whose answer was lost is looked for at the provider', () => {
  it('and is done when the provider shows what it made, which is billed then', async () => {
    const lost = await lose({ action: 'add', box: 'in', title: 'A' })
    expect(lost).toMatchObject({ looks: 0, next_look_at: expect.any(String) })
    const { result, sent } = await run(notes({ title: 'A', made: new Date() }))
    expect(result).toMatchObject({ done: 1, absent: 0, failed: 0 })
    expect(sent).toMatchObject([{ method: 'GET', url: '/notes?box=in' }])
    expect(await find(lost)).toMatchObject({
      outcome: 'unknown',
      resolution: { as: 'done', source: 'job', reason: 'list shows what add did' },
    })
    expect(await listed(lost)).toBeUndefined()
    expect((await run(notes())).sent).toEqual([])
  })

  it('and is absent when it still isn’t there minutes later, not before', async () => {
    const lost = await lose({ action: 'add', box: 'in', title: 'B' })
    expect((await run(notes())).result).toMatchObject({ unknown: 1, absent: 0 })
    expect(await listed(lost)).toMatchObject({ looks: 1 })
    expect((await run(notes())).sent).toEqual([])
    later(5)
    expect((await run(notes())).result).toMatchObject({ absent: 1 })
    expect(await find(lost)).toMatchObject({ resolution: { as: 'absent', source: 'job' } })
  })

  it('by the vendor’s clock, and a clock that is far off proves nothing', async () => {
    const ahead = 20_000
    const lost = await lose({ action: 'add', box: 'in', title: 'ahead' })
    const found = notesAt(Date.now() + 2 * minute, { title: 'ahead', made: new Date() })
    expect((await run(found)).result).toMatchObject({ done: 0 })
    later(5)
    const made = new Date(new Date(lost.at).getTime() + ahead)
    expect((await run(notesAt(Date.now() + ahead, { title: 'ahead', made }))).result).toMatchObject({ done: 1 })
    expect(await find(lost)).toMatchObject({ resolution: { as: 'done' } })
  })

  it('three times at most: it stays unknown, and the list says that nothing looks again', async () => {
    const lost = await lose({ action: 'add', box: 'in', title: 'C' })
    for (const pause of [0, 5, 30]) {
      later(pause)
      expect((await run(answer(500, {}), answer(500, {}), answer(500, {}))).result).toMatchObject({ unknown: 1 })
    }
    expect(await listed(lost)).toMatchObject({ looks: 3, next_look_at: null })
    later(60)
    expect((await run(notes())).sent).toEqual([])
    expect(await find(lost)).toMatchObject({ outcome: 'unknown', resolution: null })
  })

  it.each([
    ['two that are the same', ['D', 'D']],
    ['another one of that time', ['E']],
  ])('and nothing is said of %s', async (_what, titles) => {
    const lost = await lose({ action: 'add', box: 'in', title: 'D' })
    later(5)
    const made = new Date(Date.now() - 5 * minute)
    await run(notes(...titles.map((title) => ({ title, made }))))
    expect(await find(lost)).toMatchObject({ resolution: null })
    await gateway.admin('POST', `/admin/calls/${lost.id}/resolve`, { as: 'absent' })
  })
})

describe('nothing is sent', () => {
  it.each([
    ['for an action that no read shows', { action: 'silent', title: 'F' }],
    ['for parameters that no read finds', { action: 'add', box: 'hidden', title: 'F' }],
  ])('%s', async (_what, body) => {
    const lost = await lose(body)
    expect((await run(notes())).sent).toEqual([])
    expect(await listed(lost)).toMatchObject({ next_look_at: null })
  })

  const stored = { access_token: 'of somebody else' }
  it.each<[what: string, change: () => Promise<unknown>]>([
    ['was given another credential', () => gateway.admin('PUT', '/admin/tokens/moved/notes/main', stored)],
    [
      'was given another seed',
      () =>
        gateway.admin('POST', '/admin/seed-oauth', {
          tenant_id: 'moved',
          provider: 'notes',
          account_id: 'main',
          client_id: 'another',
          client_secret: 'secret',
          refresh_token: 'token',
        }),
    ],
    [
      'is that of another tenant, with the id of one that was deleted',
      async () => {
        const gate = Promise.withResolvers<void>()
        upstream.play(hold(gate.promise, drop()))
        const before = upstream.requests.length
        const pending = gateway.call('moved', 'notes', { action: 'add', box: 'in', title: 'H' }, { headers: repeats })
        await upstream.received(before + 1)
        await gateway.admin('DELETE', '/admin/tenants/moved')
        gate.resolve()
        await pending
        await gateway.seed('moved', { notes: 'a-credential' })
      },
    ],
  ])('for an account that %s since, of which nothing can say what the write did', async (_what, change) => {
    await gateway.seed('moved', { notes: 'a-credential' })
    await lose({ action: 'add', box: 'in', title: 'H' }, 'moved')
    await change()
    later(5)
    expect((await run(notes())).sent).toEqual([])
    const { body } = await gateway.admin('GET', '/admin/calls?outcome=unknown&tenant=moved&limit=1')
    expect(body.calls).toMatchObject([{ action: 'add', next_look_at: null }])
    await gateway.admin('POST', `/admin/calls/${body.calls[0].id}/resolve`, { as: 'absent' })
    await gateway.admin('DELETE', '/admin/tenants/moved')
  })

  it.each<[what: string, change: () => Promise<unknown>]>([
    [
      'its policies forbid the read',
      () => gateway.admin('PATCH', '/admin/tenants/other', { options: { deny: ['notes:list'] } }),
    ],
    ['it is suspended', () => gateway.admin('PATCH', '/admin/tenants/other', { status: 'suspended' })],
    ['it is deleted', () => gateway.admin('DELETE', '/admin/tenants/other')],
  ])('for a tenant when %s', async (_what, change) => {
    await gateway.seed('other', { notes: 'a-credential' })
    await lose({ action: 'add', box: 'in', title: 'G' }, 'other')
    await change()
    const { sent, result } = await run(notes({ title: 'G', made: new Date() }))
    expect(sent).toEqual([])
    expect(result).toMatchObject({ done: 0, failed: 0 })
    await gateway.admin('DELETE', '/admin/tenants/other')
  })
})

it('who may read neither the store nor the log learns the parameters of no lost write', async () => {
  const { body } = await call({ action: 'add', box: 'in', title: 'a-private-title' }, [drop()], 'notes')
  expect(JSON.stringify(body)).not.toContain('a-private-title')
  const entries = await gateway.admin('GET', '/admin/calls?outcome=unknown&limit=100')
  expect(JSON.stringify(entries.body)).not.toContain('a-private-title')
})
