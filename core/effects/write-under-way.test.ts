import { describe, expect, test } from 'vitest'
import type { Intent } from '../audit/index.ts'
import type { KeyClaim } from '../store/index.ts'
import { currentMs } from '../time.ts'
import { createVault, makeKey, parseKeys } from '../vault/index.ts'
import { keyLife, type WriteKeyRole } from './key-life.ts'
import { buildUntaken } from './keys/untaken.ts'
import type { WriteFacts, WriteParts } from './write-parts.ts'
import { WriteUnderWay } from './write-under-way.ts'

const vault = createVault(parseKeys(makeKey()))
const gatewayId = 'gateway-1'

const parts: WriteParts = {
  vault,
  gateway: { id: () => gatewayId, isAlive: () => true },
  recent: {
    findDone: () => undefined,
    addDone: () => undefined,
    mayBeLeft: () => false,
    addLeft: () => undefined,
    load: async () => undefined,
  },
  correct: async () => undefined,
  onAnswerStored: () => undefined,
  listen: () => undefined,
  leave: async () => undefined,
  underWay: { remove: () => undefined },
}

const intent = (takes: string | null): Intent => ({
  id: '019a9f3c-0000-7000-8000-000000000000',
  tenant: 'acme',
  action: 'create',
  source: 'rest',
  key: 'hubspot/sales',
  ip: null,
  token_id: null,
  request_id: null,
  digest: null,
  approval_id: null,
  parent: null,
  actor: null,
  takes,
  same: 'call',
  idempotency_key: null,
  class: null,
})

/** A write that has taken a key of this role, and its answer. */
const open = (role: Exclude<WriteKeyRole, 'left' | 'untaken'>, isGone = false): WriteUnderWay => {
  const isApproved = role === 'approval'
  const facts: WriteFacts = { parameters: undefined, isApproved, handoverId: null, isGone: () => isGone }
  const write = new WriteUnderWay(parts, intent(role), facts)
  write.answered({ status: 201, headers: new Headers(), text: '{}', bytes: 2 })
  return write
}

const outcomes = ['ok', 'error', 'unknown'] as const
const roles = ['own', 'approval', 'call'] as const

describe.each(outcomes)('a write that ends with %s', (outcome) => {
  test.each(roles)('ends its key as the table says, where that is the role %s', async (role) => {
    const { ends = [], claims = [] } = (await open(role).close(outcome)) ?? {}
    expect(ends.map(({ id, state }) => ({ id, state }))).toEqual([{ id: role, state: keyLife[outcome][role] }])
    const left = claims.map(({ kind, key }) => ({ kind, id: key.id, state: key.state }))
    expect(left).toEqual(
      keyLife[outcome].left === null ? [] : [{ kind: 'replace', id: 'call', state: keyLife[outcome].left }],
    )
    const isKept = ends.some(({ sealed_answer }) => sealed_answer !== null)
    expect(isKept).toBe(outcome === 'ok' && role !== 'call')
  })

  test('ends the caller’s own key beside that of the approval', async () => {
    const write = open('approval')
    write.takeBeside('own')
    const { ends = [] } = (await write.close(outcome)) ?? {}
    expect(ends.map(({ id, state }) => [id, state])).toEqual([
      ['approval', keyLife[outcome].approval],
      ['own', keyLife[outcome].own],
    ])
    // Only a caller's key is asked for an answer.
    expect(ends.map(({ sealed_answer }) => sealed_answer !== null)).toEqual([false, outcome === 'ok'])
  })

  test.each(roles)('leaves its answer for a caller who hung up, where that has no key of its own: %s', async (role) => {
    const { claims = [] } = (await open(role, true).close(outcome)) ?? {}
    const claim = claims.find(({ key }) => key.id === 'call/untaken')
    expect(claim?.key.state ?? null).toBe(role === 'call' ? keyLife[outcome].untaken : null)
    if (claim) expect(Math.abs(claim.key.expires_at - Date.now() - 120_000)).toBeLessThan(30_000)
  })

  test('ends nothing where another write has the key', async () => {
    const write = open('own')
    write.lose()
    expect(await write.close(outcome)).toBeUndefined()
  })
})

test('a write that ended unknown stands in the way of an equal one for ten minutes', async () => {
  const before = Date.now()
  const { claims = [] } = (await open('own').close('unknown')) ?? {}
  const after = Date.now()
  const [left = 0] = claims.map(({ key }) => key.expires_at)
  expect(left).toBeGreaterThanOrEqual(before + 600_000)
  expect(left).toBeLessThanOrEqual(after + 600_000)
})

test('an answer that waits for its caller counts among those that are kept', async () => {
  const kept: number[] = []
  const facts = { parameters: undefined, isApproved: false, handoverId: null, isGone: () => true }
  const write = new WriteUnderWay(
    { ...parts, onAnswerStored: (_, bytes) => void kept.push(bytes) },
    intent('call'),
    facts,
  )
  write.answered({ status: 201, headers: new Headers(), text: '{}', bytes: 2 })
  const { claims = [] } = (await write.close('ok')) ?? {}
  expect(kept).toEqual(claims.map(({ key }) => key.bytes))
  expect(kept[0]).toBeGreaterThan(0)
})

describe('a caller who hangs up while the entry is recorded', () => {
  /** A write whose caller is there until its end is decided, and what is stored for the caller afterwards. */
  const openUntilClosed = (takes: string | null) => {
    const facts = { parameters: undefined, isApproved: false, handoverId: 'h', isGone: () => isGone }
    let isGone = false
    const [left, storedBytes]: [KeyClaim[], number[]] = [[], []]
    const leave = async (claim: KeyClaim) => void left.push(claim)
    const onAnswerStored = (_: string, bytes: number) => void storedBytes.push(bytes)
    const write = new WriteUnderWay({ ...parts, leave, onAnswerStored }, intent(takes), facts)
    write.answered({ status: 201, headers: new Headers(), text: '{}', bytes: 2 })
    return { write, left, storedBytes, hangUp: () => (isGone = true) }
  }

  test.each(['call', null])(
    'finds the answer with the next equal call, where the write has no key of its own: %s',
    async (takes) => {
      const { write, left, storedBytes, hangUp } = openUntilClosed(takes)
      await write.close('ok')
      hangUp()
      await write.recorded('ok')
      expect(left.map(({ kind, key }) => [kind, key.id, key.handover_id])).toEqual([['replace', 'call/untaken', 'h']])
      expect(storedBytes).toEqual(left.map(({ key }) => key.bytes))
      expect(storedBytes[0]).toBeGreaterThan(0)
    },
  )

  test('leaves nothing where the caller took the answer, or the key of its own keeps it', async () => {
    const taken = openUntilClosed('call')
    await taken.write.close('ok')
    await taken.write.recorded('ok')
    const own = openUntilClosed('own')
    await own.write.close('ok')
    own.hangUp()
    await own.write.recorded('ok')
    expect([taken.left, own.left]).toEqual([[], []])
  })

  test('leaves the answer of an earlier write that it was about to take', async () => {
    const { write, left, hangUp } = openUntilClosed(null)
    const untaken = { ...buildUntaken(intent(null), 'h', gatewayId, currentMs()), entry_id: 'earlier' }
    write.give(untaken)
    await write.close('ok')
    hangUp()
    await write.recorded('ok')
    expect(left).toEqual([{ kind: 'replace', key: untaken }])
  })
})

test('the states of the keys are those that callers rely on', () => {
  expect(keyLife.error.own, 'a call that did nothing may be sent again').toBe('free')
  expect(keyLife.error.approval, 'a yes is for one try').toBe('unknown')
  expect(keyLife['found-absent'].left, 'an equal call is no longer refused').toBe('free')
  expect(keyLife['given-up'].approval, 'nobody carries it out').toBe('unknown')
})
