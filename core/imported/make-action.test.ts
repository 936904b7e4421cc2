import { expect, test } from 'vitest'
import type { AnyCuration } from '../provider/index.ts'
import { makeAction } from './make-action.ts'
import type { SliceAction } from './slice.ts'

const pay: SliceAction = {
  method: 'POST',
  path: '/payments',
  description: 'Make a payment',
  group: 'payments',
  params: {
    amount: { in: 'body', schema: { type: 'integer' } },
    'Idempotency-Key': { in: 'header', schema: { type: 'string' } },
  },
}
const effectOf = (action: SliceAction, curation?: Partial<AnyCuration>) =>
  makeAction({ server: 'https://api.shelves-host.com' }, action, {}, curation).effect

test('a write whose document declares a header for idempotency keys sends ours there', () => {
  const key = { header: 'Idempotency-Key', max: 64 }
  expect(effectOf(pay)).toEqual({ kind: 'write', idempotent: 'key', key })
  expect(effectOf(pay, { keep: ['amount'] })).toEqual({ kind: 'write', idempotent: 'key', key })
})

test('what the overlay says of repeats goes before it', () => {
  expect(effectOf(pay, { idempotencyKey: { header: 'Idempotency-Key', max: 128 } })).toMatchObject({
    key: { header: 'Idempotency-Key', max: 128 },
  })
  expect(effectOf(pay, { idempotent: true })).toEqual({ kind: 'write', idempotent: 'nature' })
})

test('an overlay may say where all POSTs of a document take keys', () => {
  const overlay = { actions: {}, hide: [], idempotencyKey: 'Once-Key' }
  const of = (method: SliceAction['method']) =>
    makeAction({ server: 'https://api.shelves-host.com' }, { ...pay, method, params: {} }, {}, {}, { overlay }).effect
  expect(of('POST')).toEqual({ kind: 'write', idempotent: 'key', key: { header: 'Once-Key' } })
  expect([of('PUT'), of('DELETE')]).toEqual([
    { kind: 'write', idempotent: 'never' },
    { kind: 'write', idempotent: 'never' },
  ])
})

test('what an overlay knows of the header that the document declares goes for all its writes', () => {
  const idempotencyKey = { header: 'idempotency-key', max: 128, keptFor: '6m' } as const
  const overlay = { actions: {}, hide: [], idempotencyKey }
  const put = { ...pay, method: 'PUT' } as const
  const { effect } = makeAction({ server: 'https://api.shelves-host.com' }, put, {}, {}, { overlay })
  expect(effect).toMatchObject({ idempotent: 'key', key: idempotencyKey })
})

test('a read sends none, and a parameter of another name in the header is none', () => {
  expect(effectOf({ ...pay, method: 'GET' })).toEqual({ kind: 'read', ttlMs: 0 })
  const other = { ...pay, params: { 'X-Request-Id': { in: 'header', schema: { type: 'string' } } } } as const
  expect(effectOf(other)).toEqual({ kind: 'write', idempotent: 'never' })
})
