import { expect, test } from 'vitest'
import { threadMs } from '../../../test/thread-time.ts'
import type { FetchAnswer } from '../../fetch/index.ts'
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
  const { expires_in: lifetime } = (await response.json()) as { expires_in?: number }
  if (seconds === undefined) expect(lifetime).toBeUndefined()
  else expect(Math.abs((lifetime ?? 0) - seconds)).toBeLessThan(10)
})

const tokens = { access_token: 'AT', refresh_token: 'RT', expires_in: 60 }

/** The grant that is read from an answer with 200; `null`: no token. */
const grant = async (body: string, type = 'application/json') => {
  const headers = new Headers({ 'content-type': type })
  const { response } = readAnswer({ status: 200, headers, bytes: new TextEncoder().encode(body) } as FetchAnswer)
  if (response.status !== 200) return null
  const { access_token, refresh_token, expires_in } = (await response.json()) as typeof tokens
  return [access_token, refresh_token, expires_in]
}

test.each<[who: string, body: string, type?: string]>([
  ['TikTok', JSON.stringify({ code: 0, message: 'OK', data: tokens })],
  ['Withings', JSON.stringify({ status: 0, body: tokens })],
  ['Slack, of a person alone (preset-io/agor#823)', JSON.stringify({ ok: true, authed_user: tokens })],
  ['Colin-b/httpx_auth#119', JSON.stringify({ tokenData: tokens, errors: [], success: true })],
  ['an object in a list', JSON.stringify([tokens])],
  ['names in camel case', JSON.stringify({ accessToken: 'AT', refreshToken: 'RT', expiresIn: '60' })],
  ['names in capitals', JSON.stringify({ Access_Token: 'AT', 'Refresh-Token': 'RT', EXPIRES_IN: 60 })],
  ['Docker', JSON.stringify({ token: 'AT', refresh_token: 'RT', expires_in: 60 })],
  ['the scheme before the token', JSON.stringify({ ...tokens, access_token: 'Bearer AT' })],
  ['a line break behind the token', JSON.stringify({ ...tokens, access_token: 'AT\n' })],
  ['JSON in a text of JSON', JSON.stringify(JSON.stringify(tokens))],
  ['a call of JavaScript, as Tencent writes it', `callback( ${JSON.stringify(tokens)} );`, 'text/html'],
  ['a warning of PHP before it', `<b>Warning</b>: x in y on line 3<br>\n${JSON.stringify(tokens)}`, 'text/html'],
  ['a guard before it', `)]}'\n${JSON.stringify(tokens)}`],
  [
    'XML',
    '<?xml version="1.0"?><OAuth><access_token>AT</access_token><refresh_token>RT</refresh_token><expires_in>60</expires_in></OAuth>',
    'text/xml',
  ],
  [
    'a pair of objects, with their own ends',
    '{"access":{"token":"AT","expires_in":60},"refresh":{"token":"RT","expires_in":9}}',
  ],
  [
    'a pair in an object',
    '{"user":{"id":1},"tokens":{"access":{"token":"AT","expires_in":60},"refresh":{"token":"RT"}}}',
  ],
  ['Simple JWT for Django', '{"access":"AT","refresh":"RT","expires_in":60}'],
  ['objects by the usual names', '{"access_token":{"token":"AT","expires_in":60},"refresh_token":{"token":"RT"}}'],
  ['an error that is none', '{"error":"0","data":{"access_token":"AT","refresh_token":"RT","expires_in":60}}'],
  ['a refresh token beside the object', '{"data":{"access_token":"AT","expires_in":60},"refresh_token":"RT"}'],
  ['a life beside the object', '{"token":{"access_token":"AT","refresh_token":"RT"},"expires_in":60}'],
  [
    'teranetsrl/oauth2_client#43',
    '{"public":{"access_token":"AT","refresh_token":"RT","expires_in":60,"scope":["public"],"error":null}}',
  ],
  ['a dictionary of Python', "{'access_token': 'AT', 'refresh_token': 'RT', 'expires_in': 60}", 'text/plain'],
  ['JSON with a comma at its end', '{"access_token":"AT","refresh_token":"RT","expires_in":60,}'],
  ['lines', 'access_token=AT\nrefresh_token=RT\nexpires_in=60\n', 'text/plain'],
  ['YAML', 'access_token: AT\nrefresh_token: RT\nexpires_in: 60\n', 'text/yaml'],
  ['a form with semicolons', 'access_token=AT;refresh_token=RT;expires_in=60', 'text/plain'],
  ['a form with quotes', 'access_token="AT"&refresh_token=RT&expires_in=60', 'text/plain'],
  [
    'XML with namespaces',
    '<o:t xmlns:o="x"><o:access_token><![CDATA[AT]]></o:access_token><o:refresh_token>RT</o:refresh_token><o:expires_in>60</o:expires_in></o:t>',
    'text/xml',
  ],
])('the tokens are found wherever they can only be: %s', async (_, body, type) => {
  expect(await grant(body, type)).toEqual(['AT', 'RT', 60])
})

test.each<[what: string, body: object]>([
  ['two objects with tokens', { a: tokens, b: tokens }],
  ['an error beside a token', { error: 'invalid_grant', data: tokens }],
  ['a failure beside a token', { ok: false, data: tokens }],
  ['a token too deep to be the answer', { a: { b: { c: tokens } } }],
  ['a token that no header can hold', { access_token: 'A€T' }],
  ['a refresh token that is an object without one', { refresh_token: { expires_in: 3600 } }],
  ['an id token alone', { id_token: 'AT', token_type: 'Bearer' }],
])('%s is no token', async (_, body) => {
  expect(await grant(JSON.stringify(body))).toBeNull()
})

const end = new Date(inAnHour * 1000)
test.each<[who: string, members: object]>([
  ['Azure, version 1', { expires_on: String(inAnHour), not_before: '1', ext_expires_in: 7 }],
  ['ASP.NET', { '.issued': 'Sun, 06 Nov 1994 08:49:37 GMT', '.expires': end.toUTCString() }],
  ['Go', { expiry: end.toISOString().replace('Z', '123456Z') }],
  ['Twitter', { expires_at: inAnHour * 1000 }],
  ['seconds in its name', { expires_in_seconds: 3600 }],
  ['WeChat', { expire_in: 3600 }],
  ['of the access token', { access_token_expires_in: '3600', refresh_token_expires_in: '7' }],
  ['grouped digits', { expires_in: '3,600' }],
  ['milliseconds in its name', { expiresInMs: 3_600_000 }],
  ['minutes in its name', { expires_in_minutes: '60' }],
  ['hours in its name', { validity_in_hours: 1 }],
  ['another name', { token_ttl: 3600 }],
  ['an end by another name', { valid_until: inAnHour }],
  ['an object of PHP', { expires_at: { date: end.toISOString().slice(0, 19).replace('T', ' '), timezone: 'UTC' } }],
  ['an object of MongoDB', { expires_at: { $date: end.toISOString() } }],
  ['a fraction', { expires_in: 3600.9 }],
  ['an older serializer of .NET', { expires_at: `/Date(${inAnHour * 1000})/` }],
])('a life or its end by other names: %s', async (_, members) => {
  const [, , seconds = 0] = (await grant(JSON.stringify({ access_token: 'AT', ...members }))) ?? []
  expect(Math.abs(Number(seconds) - 3600)).toBeLessThan(10)
})

test('names and values are read in time by their length', () => {
  const before = threadMs()
  for (const text of ['a'.repeat(60_000), 'a: '.repeat(20_000), `a:"${"b:'".repeat(20_000)}`, ' '.repeat(60_000)])
    read(text)
  expect(threadMs() - before).toBeLessThan(2000)
})

test.each<[form: string, scope: object]>([
  ['a list', { scope: ['a', 'b'] }],
  ['a text with commas', { scope: 'a, b' }],
  ['a text with semicolons', { scope: 'a;b' }],
  ['a text encoded once more', { scope: 'a%20b' }],
  ['a text with plus signs', { scope: 'a+b' }],
  ['JSON in a text', { scope: '["a","b"]' }],
  ['objects with names', { scopes: [{ name: 'a' }, { scope: 'b' }] }],
  ['marks by name', { scopes: { a: true, b: true, c: false } }],
  ['another name', { granted_scopes: 'a b' }],
])('granted scopes are read from %s', (_form, scope) => {
  expect(read(JSON.stringify({ access_token: 'AT', ...scope })).scopes).toEqual(['a', 'b'])
})

test.each(['', null, 'null', 'None', false, ' '])('a refresh token %j is none, and the grant is kept', async (word) => {
  const { response } = read(JSON.stringify({ access_token: 'AT', refresh_token: word }))
  expect(await response.json()).not.toHaveProperty('refresh_token')
})
