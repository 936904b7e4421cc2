import { afterAll, expect, test } from 'vitest'
import { createDeadlines } from '../../context/index.ts'
import { GatewayError } from '../../errors.ts'
import { type FetchAnswer, FetchError, type FetchRequest } from '../../fetch/index.ts'
import { apiKey, path } from '../../provider/index.ts'
import { createAnswerRedaction } from '../answer/redact-answer.ts'
import { Failed } from '../interpret-answer.ts'
import type { RequestPlan } from '../plan.ts'
import { buildRequest } from '../request.ts'
import { attempt } from './attempt.ts'

const auth = apiKey({ header: 'x-key' })
const plan = {
  call: { account: { id: 'main', label: 'Main' }, action: { definition: {} }, params: {} },
  provider: { id: 'things', title: 'Things', origin: 'https://api.example.com', auth },
  effect: { kind: 'read', ttlMs: 0 },
  origin: 'https://api.example.com',
  credential: { accessToken: 'k', tokenType: '', expiresAt: null, version: '1' },
  auth,
  redaction: createAnswerRedaction([]),
  expected: 'json',
  request: { method: 'GET', path: path`/things` },
  maxBytes: 1000,
} as unknown as RequestPlan

const deadline = createDeadlines(60_000).start({ startedAt: performance.now(), signal: new AbortController().signal })
afterAll(() => deadline.clear())

const answer = (status: number, body: string, headers = {}): FetchAnswer => ({
  status,
  headers: new Headers({ 'content-type': 'application/json', ...headers }),
  bytes: new TextEncoder().encode(body),
})

/** Makes one try with an answer, or an error in its place. */
const tryWith = async (answered: FetchAnswer | Error, signal = new AbortController().signal) => {
  const requests: FetchRequest[] = []
  const record = {
    provider: 'things',
    action: 'get',
    tenantId: undefined,
    answered: false,
    tries: undefined,
    firstStatus: 0,
    firstMs: 0,
    writeOutcome: 'absent' as const,
  }
  const trial = await attempt({
    plan,
    request: buildRequest(plan),
    fetcher: Object.assign(
      (request: FetchRequest) => {
        requests.push(request)
        return answered instanceof Error ? Promise.reject(answered) : Promise.resolve(answered)
      },
      { check: () => Promise.resolve() },
    ),
    deadline,
    vendorQuota: undefined,
    record,
    handOver: undefined,
    signal,
  })
  return { ...trial, requests, record }
}

test('a good answer is read, and its request carried the credential', async () => {
  const { outcome, result, requests, record } = await tryWith(answer(200, '{"a":1}'))
  expect({ outcome, result }).toMatchObject({ outcome: 200, result: { status: 200, body: { a: 1 } } })
  expect(requests).toMatchObject([{ method: 'GET', url: 'https://api.example.com/things', headers: { 'x-key': 'k' } }])
  expect(record.answered).toBe(true)
})

test.each<
  [what: string, answered: FetchAnswer | Error, outcome: number | string, failed: Partial<Failed>, heard: boolean]
>([
  ['an overloaded vendor', answer(503, '{}'), 503, { retryable: true, limited: false }, true],
  ['a thing that is gone', answer(404, '{}'), 404, { retryable: false }, true],
  ['a limit', answer(429, '{}', { 'retry-after': '7' }), 429, { retryable: true, wait: 7, limited: true }, true],
  ['an answer that is no JSON', answer(200, 'Welcome'), 200, { retryable: false }, true],
  ['no connection', new FetchError('unreachable', 'refused'), 'unreachable', { retryable: true }, false],
  ['too large an answer', new FetchError('too-large', 'over the limit'), 'too-large', { retryable: false }, true],
])('%s is a failed try', async (_what, answered, outcome, failed, heard) => {
  const trial = await tryWith(answered)
  expect(trial.result).toBeInstanceOf(Failed)
  expect(trial).toMatchObject({ outcome, result: failed, record: { answered: heard } })
})

test('a try during which the call ended is over, and a fault of the gateway is thrown', async () => {
  const over = new GatewayError('TIMEOUT', 'The call took too long')
  const ended = AbortSignal.abort(over)
  const trial = await tryWith(new FetchError('aborted', 'aborted'), ended)
  expect(trial).toMatchObject({ outcome: 'TIMEOUT', result: { over } })
  await expect(tryWith(new TypeError('a bug'))).rejects.toThrow('a bug')
})
