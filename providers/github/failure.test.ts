import { expect, it } from 'vitest'
import { failure } from './failure.ts'
import errors from './fixtures/errors.json' with { type: 'json' }

const answer = (status: number, headers: Record<string, string> = {}) => ({ status, headers: new Headers(headers) })

const messages: [body: unknown, status: number, message: string | undefined][] = [
  [errors.notFound, 404, 'Not Found'],
  [
    errors.invalid,
    422,
    'Validation Failed (Issue.title: missing_field; A pull request already exists for octocat:patch-1.; Only the first 1000 search results are available)',
  ],
  [{ message: 'Odd', errors: [null, 7, { field: 'x' }] }, 422, 'Odd'],
  [{ message: 'a file can be called so' }, 200, undefined],
  ['<html>', 502, undefined],
  [undefined, 500, undefined],
  [{ message: 7 }, 500, undefined],
]
it.each(messages)('%j with status %i is told as %j', (body, status, message) => {
  expect(failure(body, answer(status))?.message).toBe(message)
})

/** A clock that is two hours off. */
const date = new Date(Date.now() - 7_200_000).toUTCString()
const window = (remaining: number, seconds: number) => ({
  date,
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(Date.parse(date) / 1000 + seconds),
})

const waits: [
  what: string,
  body: unknown,
  status: number,
  headers: Record<string, string>,
  wait: number | undefined,
][] = [
  ['a used-up window, 403', errors.primaryLimit, 403, window(0, 1200), 1200],
  ['a used-up window, 429', errors.primaryLimit, 429, window(0, 1200), 1200],
  ['a used-up window without a date', errors.primaryLimit, 403, { 'x-ratelimit-remaining': '0' }, 60],
  ['a secondary limit within a window', errors.secondaryLimit, 403, window(4000, 1200), 60],
  ['a secondary limit that says when', errors.secondaryLimit, 403, { ...window(4000, 1200), 'retry-after': '5' }, 60],
  ['a 429 without a body', undefined, 429, {}, 60],
  ['a missing permission', errors.forbidden, 403, window(4000, 1200), undefined],
  ['a missing permission that used the window up', errors.forbidden, 403, window(0, 1200), undefined],
  ['a wrong parameter', errors.invalid, 422, window(0, 1200), undefined],
]
it.each(waits)('%s asks to wait', (_what, body, status, headers, wait) => {
  expect(failure(body, answer(status, headers))?.retryAfter).toBe(wait)
})
