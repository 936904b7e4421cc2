import { expect, test } from 'vitest'
import type { FetchAnswer } from '../fetch/index.ts'
import { readAnswer } from './token-answer.ts'

const read = (text: string) =>
  readAnswer({
    status: 200,
    headers: new Headers({ 'content-type': 'application/json' }),
    bytes: new TextEncoder().encode(text),
  } as FetchAnswer)

test('an id beside the token keeps every digit, as accounts are named by it (fbsamples/threads_api#9)', () => {
  const { fields } = read('{"access_token":"a","user_id":1148028305960370177}')
  expect(String(fields.user_id)).toBe('1148028305960370177')
})

test.each([
  'application/json; charset=iso-8859-1',
  'application/json; charset=windows-1252',
  // Named wrongly, or not at all.
  'application/json; charset=utf-8',
  'text/plain',
])('names in an answer keep their letters: %s', (contentType) => {
  const { fields } = readAnswer({
    status: 200,
    headers: new Headers({ 'content-type': contentType }),
    bytes: Buffer.from('{"access_token":"a","team":"Müller & Søn"}', 'latin1'),
  } as FetchAnswer)
  expect(fields.team).toBe('Müller & Søn')
})

const century = 100 * 365 * 86_400
const inAnHour = Math.floor(Date.now() / 1000) + 3600

test.each<[expiresIn: unknown, seconds: number | undefined]>([
  [3600, 3600],
  ['3600', 3600],
  ['3600s', 3600],
  // The end, where the life should be.
  [inAnHour, 3600],
  [String(inAnHour), 3600],
  [inAnHour * 1000, 3600],
  [new Date(inAnHour * 1000).toISOString(), 3600],
  // The largest number of a language: it never ends.
  [9_223_372_036_854_775_807n, century],
  [0, undefined],
  [-1, undefined],
  ['', undefined],
  ['never', undefined],
  [null, undefined],
  [true, undefined],
])('a life of %j is one of %j seconds', async (expires_in, seconds) => {
  const { response } = read(JSON.stringify({ access_token: 'a', expires_in }))
  const { expires_in: found } = (await response.json()) as { expires_in?: number }
  if (seconds === undefined) expect(found).toBeUndefined()
  else expect(Math.abs((found ?? 0) - seconds)).toBeLessThan(10)
})
