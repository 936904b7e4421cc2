import { expect, test } from 'vitest'
import { FetchError, type FetchErrorKind } from '../fetch/index.ts'
import { writeEffect } from '../provider/effect.ts'
import type { Failure } from '../provider/index.ts'
import type { WriteOutcome } from '../tries.ts'
import { outcomeOfAnswer, outcomeOfFailure } from './write-outcome.ts'

const effect = writeEffect({ repeatOn: [423, 503] })

test.each<[what: string, status: number, failure: Failure | undefined, outcome: WriteOutcome]>([
  ['a good answer', 201, undefined, 'done'],
  ['no content', 204, undefined, 'done'],
  ['a redirect', 302, undefined, 'absent'],
  ['a refusal', 400, undefined, 'absent'],
  ['a refused credential', 401, undefined, 'absent'],
  ['a time-out of the vendor', 408, undefined, 'unknown'],
  ['a conflict', 409, undefined, 'absent'],
  ['a rate limit', 429, undefined, 'absent'],
  ['a fault of the vendor', 500, undefined, 'unknown'],
  ['a proxy without a vendor', 502, undefined, 'unknown'],
  ['a status that the plugin knows for not done', 503, undefined, 'absent'],
  ['a gateway’s time-out', 504, undefined, 'unknown'],
  ['an error sent as 200', 200, { message: 'no' }, 'absent'],
  ['an error sent as 200 that is a refusal', 200, { message: 'no', status: 404 }, 'absent'],
  ['an error sent as 200 that is a fault', 200, { message: 'no', status: 502 }, 'unknown'],
  ['a fault with a message', 500, { message: 'no' }, 'unknown'],
  ['a fault that the plugin knows for a refusal', 500, { message: 'no', status: 400 }, 'absent'],
])('%s: %i', (_what, status, failure, outcome) => {
  expect(outcomeOfAnswer(effect, status, status < 300, failure)).toBe(outcome)
})

test.each<[kind: FetchErrorKind, status: number | undefined, outcome: WriteOutcome]>([
  ['invalid', undefined, 'absent'],
  ['insecure', undefined, 'absent'],
  ['refused-address', undefined, 'absent'],
  ['unresolved', undefined, 'absent'],
  ['unreachable', undefined, 'absent'],
  ['untrusted', undefined, 'absent'],
  ['withheld', undefined, 'absent'],
  ['redirect', 302, 'absent'],
  ['broken', undefined, 'unknown'],
  ['broken', 201, 'unknown'],
  ['aborted', undefined, 'unknown'],
  ['garbled', undefined, 'unknown'],
  ['garbled', 200, 'done'],
  ['garbled', 500, 'unknown'],
  ['too-large', 200, 'done'],
  ['too-large', 404, 'absent'],
  ['too-large', 503, 'absent'],
])('%s after the status %s', (kind, status, outcome) => {
  expect(outcomeOfFailure(effect, new FetchError(kind, 'failed', status), true)).toBe(outcome)
})

test('whatever happened before anything was sent has done nothing', () => {
  expect(outcomeOfFailure(effect, new FetchError('aborted', 'failed'), false)).toBe('absent')
})
