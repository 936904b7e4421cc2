// Test lanes: both-stores, long-on-mongodb

import type { AnyAction } from '@patchbay/core/provider'
/** A caller whose call somebody approved for an hour, and who sends other things within that hour. */
import { afterEach, describe, expect, it, test } from 'vitest'
import { startAsking } from '../approvals/start-asking.ts'
import { fixture, variant } from '../call-path/fixture-provider.ts'
import { tokenOf } from '../client.ts'
import { answer } from '../providers/scripted.ts'

const { pay } = fixture.actions
if (!pay) throw new Error('the fixture has no pay')
const { roles: _roles, ...withoutRoles } = pay
/** Payments are never approved in advance; a message with the same parameters is, and may have roles. */
const send = { ...withoutRoles, effect: { ...pay.effect, is: ['sends'] } } as AnyAction
const mail = {
  ...send,
  roles: { recipient: ['/means'], text: ['/metadata/note'], amount: { at: ['/amount'], unit: 'minor' } },
} as AnyAction
const actions = {
  ...fixture.actions,
  pay: send,
  mail,
  invite: { ...send, effect: { ...pay.effect, is: ['grants'] } } as AnyAction,
}

const { gateway, upstream, ask, show, decide, decideAs, withdraw, ended, mint, countSent } = await startAsking({
  providers: [variant('fixture', { actions })],
})

type Body = Readonly<Record<string, unknown>>

const call = (body: object) => gateway.call('acme', 'fixture', body, { token: tokenOf('acme') })
const list = async () => (await gateway.admin('GET', '/admin/approvals/standing')).body.standing
const entries = async (action: string) =>
  (await gateway.admin('GET', `/admin/audit?limit=20&action=${action}`)).body.entries

/** Approves a call with the words of each person who has to; returns its id. */
const approve = async (body: Body, word: object, second?: { readonly token: string; readonly word: object }) => {
  const id = await ask(body)
  const { digest } = await show(id)
  upstream.play(answer(201, { id: 1 }))
  expect((await decide(id, digest, 'approve', word)).status).toBe(200)
  if (second) await decideAs(id, second.token, { decision: 'approve', digest, ...second.word })
  await ended(id)
  return id
}

const passes = async (body: Body): Promise<boolean> => {
  upstream.play(answer(201, { id: 2 }))
  const sent = countSent()
  const { status, body: answered } = await call(body)
  expect([201, 202]).toContain(status)
  expect(sent()).toBe(status === 201 ? 1 : 0)
  if (status === 202) await withdraw(answered.data.approval_id)
  return status === 201
}

afterEach(async () => {
  for (const { approval_id } of await list()) await gateway.admin('DELETE', `/admin/approvals/${approval_id}/standing`)
})

const paid: Body = { action: 'pay', amount: 10, metadata: { to: 'bob@acme.com' }, means: ['card', 'cash'] }
const { metadata: _metadata, ...withoutMetadata } = paid

test.each<[what: string, body: Body]>([
  ['a recipient', { ...paid, metadata: { to: 'evil@x.co' } }],
  ['an added recipient', { ...paid, metadata: { ...(paid.metadata as object), cc: 'evil@x.co' } }],
  ['an amount', { ...paid, amount: 11 }],
  ['a smaller amount', { ...paid, amount: 9 }],
  ['a parameter fewer', withoutMetadata],
  ['an item more', { ...paid, means: ['card', 'cash', 'gold'] }],
  ['the order of a list', { ...paid, means: ['cash', 'card'] }],
  ['letters that look alike', { ...paid, metadata: { to: 'b\u043eb@acme.com' } }],
  ['an invisible character', { ...paid, metadata: { to: 'bob@acme.com\u200b' } }],
])('who changes %s is asked again', async (_what, body) => {
  await approve(paid, { for: '1h' })
  expect(await passes(body)).toBe(false)
  expect(await passes(paid)).toBe(true)
})

const mailed: Body = { action: 'mail', amount: 10, metadata: { to: 'x', note: 'Hello' }, means: ['ada', 'bob'] }

test.each<[what: string, body: Body, want: boolean]>([
  ['free text', { ...mailed, metadata: { to: 'x', note: 'Good morning' } }, true],
  ['free text, which is missing', { ...mailed, metadata: { to: 'x' } }, true],
  ['a recipient, who is missing', { ...mailed, means: ['bob'] }, true],
  ['the amount to a smaller one', { ...mailed, amount: 9 }, true],
  ['an added recipient', { ...mailed, means: ['ada', 'bob', 'evil'] }, false],
  ['another recipient', { ...mailed, means: ['evil'] }, false],
  ['the amount to a larger one', { ...mailed, amount: 11 }, false],
  ['a parameter without a role', { ...mailed, metadata: { to: 'y', note: 'Hello' } }, false],
])('of an action with roles, who changes %s passes: %s', async (_what, body, want) => {
  await approve(mailed, { for: '1h' })
  expect(await passes(body)).toBe(want)
})

test.each(['invite', 'book'])(
  'nobody approves %s in advance, which changes rights or is not described',
  async (action) => {
    const id = await ask(action === 'book' ? { action, name: 'Ada' } : { ...paid, action })
    const { digest } = await show(id)
    for (const word of [{ for: '1h' }, { for: '1h', any: true }]) {
      const { status, body } = await decide(id, digest, 'approve', word)
      expect([status, body.details[0].path]).toEqual([400, '/for'])
    }
    await withdraw(id)
  },
)

test('a parameter that the approved call lacked, and one more than it had', async () => {
  await approve(withoutMetadata, { for: '1h' })
  expect(await passes(paid)).toBe(false)
  expect(await passes(withoutMetadata)).toBe(true)
})

test('the same call in another order of its members passes', async () => {
  await approve(paid, { for: '1h' })
  expect(await passes(Object.fromEntries(Object.entries(paid).reverse()))).toBe(true)
})

describe('any parameters', () => {
  it('pass where that was said, and the list says so', async () => {
    const id = await approve(paid, { for: '1h', any: true })
    expect(await list()).toMatchObject([{ approval_id: id, any: true }])
    expect(await passes({ action: 'pay', amount: 5 })).toBe(true)
    const [given] = await entries('grant_standing_approval')
    expect(given.reason).toContain('with any parameters')
  })

  it('do not pass where it was not said', async () => {
    const id = await approve(paid, { for: '1h' })
    expect(await list()).toMatchObject([{ approval_id: id, any: false }])
    const [given] = await entries('grant_standing_approval')
    expect(given.reason).toContain('with the same parameters')
  })

  it('need the word of everybody who has to say yes', async () => {
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { approvals_needed: 2 } })
    const { token } = await mint({ approve: ['fixture:pay'] })
    const words = { any: { for: '24h', any: true }, same: { for: '5m' }, saysNo: { for: '5m', any: false } }
    for (const [first, second] of [
      [words.any, words.same],
      [words.same, words.any],
      [words.any, words.saysNo],
    ] as const) {
      const id = await approve(paid, first, { token, word: second })
      const [standing] = await list()
      expect(standing).toMatchObject({ approval_id: id, any: false })
      expect(Date.parse(standing.expires_at) - Date.now()).toBeLessThanOrEqual(5 * 60_000)
      expect(await passes({ ...paid, amount: 11 })).toBe(false)
      await gateway.admin('DELETE', `/admin/approvals/${id}/standing`)
    }
    await approve(paid, words.any, { token, word: { for: '1h', any: true } })
    expect(await list()).toMatchObject([{ any: true }])
    expect(await passes({ ...paid, amount: 11 })).toBe(true)
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { approvals_needed: null } })
  })

  it('are not for one call alone, and no refusal', async () => {
    const id = await ask(paid)
    const { digest } = await show(id)
    for (const [decision, word] of [
      ['approve', { any: true }],
      ['refuse', { any: true }],
      ['refuse', { for: '1h', any: true }],
    ] as const) {
      const { status, body } = await decide(id, digest, decision, word)
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
    }
    await withdraw(id)
  })
})
