import { expect, test } from 'vitest'
import type { EffectKey, UnknownEffect } from '../../store/index.ts'
import { asUnixMs, currentMs, shiftTime } from '../../time.ts'
import { buildUntakenId } from '../keys/untaken.ts'
import { createRecentWrites } from './recent-writes.ts'

/** The most writes left behind that a process remembers. */
const most = 10_000

const inOneMinute = (): EffectKey['expires_at'] => shiftTime(currentMs(), 60_000)

const keyOf = (id: string, state: EffectKey['state']): EffectKey => ({
  id,
  tenant: 'acme',
  entry_id: 'earlier',
  parameters: '',
  handover_id: null,
  state,
  sealed_answer: null,
  bytes: 0,
  expires_at: inOneMinute(),
  gateway_id: 'earlier',
})

/** The writes after a start that finds these in the store. */
const start = async ({ unknown = [], untaken = [] }: Partial<Record<'unknown' | 'untaken', readonly EffectKey[]>>) => {
  const unknownWrites = unknown.map(({ id }) => ({ keys: ['own', id] }) as unknown as UnknownEffect)
  const recent = createRecentWrites({
    gateways: { isShared: false },
    effects: {
      listUnknown: async () => unknownWrites,
      expiringKeys: async () => untaken,
      keys: async (ids: readonly string[]) => unknown.filter(({ id }) => ids.includes(id)),
    },
  } as never)
  await recent.load(currentMs())
  return recent
}

test('after a start the writes that an earlier process left unknown, and the answers that nobody took, are known', async () => {
  const recent = await start({
    unknown: [keyOf('lost', 'unknown'), keyOf('sent-since', 'running')],
    untaken: [keyOf(buildUntakenId('hung-up'), 'done'), keyOf('own-key', 'done')],
  })
  expect(['lost', 'hung-up'].map((same) => recent.mayBeLeft(same))).toEqual([true, true])
  expect(['sent-since', 'own-key', 'other', ''].map((same) => recent.mayBeLeft(same))).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('a process that has nothing of the kind asks the store for no write', async () => {
  const recent = await start({})
  expect(recent.mayBeLeft('any')).toBe(false)
})

test.each(['unknown', 'untaken'] as const)(
  'where more %s are left than a process remembers, each write asks',
  async (kind) => {
    const many = Array.from({ length: most }, (_, n) => keyOf(buildUntakenId(`write-${n}`), 'unknown'))
    expect((await start({ [kind]: many })).mayBeLeft('any')).toBe(true)
    expect((await start({ [kind]: many.slice(1) })).mayBeLeft('any')).toBe(false)
  },
)

test('writes that are over make room for others; where all still count, each write asks the store', async () => {
  const recent = await start({})
  const longAgo = asUnixMs(0)
  for (let n = 0; n < most; n++) recent.addLeft(`old-${n}`, longAgo)
  recent.addLeft('new', currentMs())
  expect([recent.mayBeLeft('new'), recent.mayBeLeft('any')]).toEqual([true, false])
  for (let n = 1; n <= most; n++) recent.addLeft(`new-${n}`, currentMs())
  expect(recent.mayBeLeft('any')).toBe(true)
})
