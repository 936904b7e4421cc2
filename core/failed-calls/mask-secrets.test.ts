import { expect, test } from 'vitest'
import { threadMs } from '../../test/thread-time.ts'
import { maskHeaders, maskSecrets } from './mask-secrets.ts'

const secret = 'hunter-2-hunter'

/** Texts as they are sent and answered, with `hunter-2-hunter` where a secret stands. */
const texts: readonly (readonly [where: string, text: string])[] = [
  ['a member of JSON', `{"password": "${secret}", "name": "Ann"}`],
  ['a member deep inside', `{"a": [{"clientSecret": "${secret}"}]}`],
  ['JSON within JSON', JSON.stringify({ payload: JSON.stringify({ api_key: secret }) })],
  ['a pair of name and value', `[{"name": "access_token", "value": "${secret}"}]`],
  ['an object by its name', `{"credentials": {"user": "x", "word": "${secret}"}}`],
  ['a list by its name', `{"tokens": ["${secret}"]}`],
  ['JSON that was cut', `{"a": 1, "refresh_token": "${secret}", "b": "unfin`],
  ['JSON that was cut in the secret', `{"a": 1, "refresh-token": "${secret}`],
  ['escaped JSON that was cut', `{"error": "{\\"token\\":\\"${secret}\\"}`],
  ['a form', `a=1&password=${secret}&b=2`],
  ['a form with brackets', `user%5Bpassword%5D=${secret}`],
  ['JSON within a form', `a=1&payload=${encodeURIComponent(JSON.stringify({ user: { password: secret } }))}`],
  ['a form within JSON', JSON.stringify({ body: `grant_type=x&client_secret=${secret}` })],
  ['a code that is exchanged', JSON.stringify({ grant_type: 'authorization_code', codeVerifier: secret })],
  ['a code of a device', `device_code=${secret}&client_id=x`],
  ['the address that led here', JSON.stringify({ referer: `https://x.example.com/?reset_token=${secret}` })],
  ['a query language', `mutation { login(user: "ann", password: "${secret}") { id } }`],
  ['lines', `user: ann\npassword: ${secret}\nhost: x`],
  ['the address of a hook', `https://hooks.slack.com/services/T1/B2/${secret.replaceAll('-', '')}`],
  ['an address', `https://x.example.com/a?api_key=${secret}&page=2`],
  ['user information', `https://ann:${secret}@x.example.com/a`],
  ['XML', `<a><ApiKey type="x">${secret}</ApiKey></a>`],
  ['a part of a form', `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--b--`],
  ['a scheme', `you sent Bearer ${secret}`],
  ['a JSON Web Token', `the token eyJhbGciOiJub25lIn0.${secret}.x`],
  ['a JSON Web Token behind a word', `the token x-eyJhbGciOiJub25lIn0.${secret}.x, or not`],
  ['a key by its looks', `the key sk_live_51${secret.replaceAll('-', '')}`],
  ['a tenant token', `the token pb_${secret}${secret}`],
]

test.each(texts)('%s', (_where, text) => {
  const clean = String(maskSecrets(text))
  expect(clean).toContain('(secret)')
  for (const word of [secret, secret.replaceAll('-', '')]) expect(clean).not.toContain(word)
})

test('headers by their names', () => {
  expect(
    maskHeaders({ Authorization: 'x', 'set-cookie': 's=1', 'x-api-key': 'k', 'x-goog-signature': 's', accept: 'a/b' }),
  ).toEqual({
    Authorization: '(secret)',
    'set-cookie': '(secret)',
    'x-api-key': '(secret)',
    'x-goog-signature': '(secret)',
    accept: 'a/b',
  })
})

test('what helps stays as it was written', () => {
  for (const text of [
    '{ "next_page_token": "abc", "max_tokens": 500,  "id": 12345678901234567890 }',
    '{"error": {"code": "invalid_request", "message": "No such customer: cus_1"}}',
    'page=2&idempotency_key=abc&sort_key=name',
    '<h1>502 Bad Gateway</h1>',
    '{"has_password": true, "token": null}',
  ])
    expect(maskSecrets(text)).toBe(text)
})

test('texts made to be slow are read in time', () => {
  const fill = (text: string) => text.repeat(Math.ceil(65_536 / text.length))
  const repeated = ['\\', 'name="a"\n', '"', '{"a":', '<a', '//', 'eyJ', 'eyJ-', 'a=', '"\\', 'Bearer ', '[{"', ' :']
  // One beginning of a pattern, and then nothing but what its parts may take.
  const begun = ['<', '<a ', 'a:"', 'Bearer ', '//', 'token: ', 'eyJ', 'name="'].map((begin) => `${begin}${fill('a')}`)
  for (const text of [...repeated.map(fill), ...begun]) {
    const startedAt = threadMs()
    maskSecrets(text)
    // Milliseconds where the time is linear, seconds to minutes where it is not.
    expect(threadMs() - startedAt, text.slice(0, 12)).toBeLessThan(1000)
  }
})
