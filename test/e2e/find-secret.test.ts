import { expect, test } from 'vitest'
import { findSecret } from './find-secret.ts'

const secret = 'sécret/with+signs=?"&'
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const hidden: { name: string; text: string }[] = [
  { name: 'as it is', text: `before ${secret} after` },
  { name: 'in base64 by itself', text: base64(secret) },
  { name: 'in base64 behind a user name', text: base64(`user:${secret}`) },
  { name: 'in base64 behind two characters and before others', text: base64(`u:${secret}@host`) },
  { name: 'in base64 behind four characters', text: base64(`key:${secret}`) },
  { name: 'in base64url', text: Buffer.from(`k=${secret}`).toString('base64url') },
  { name: 'in hex', text: Buffer.from(secret).toString('hex') },
  { name: 'percent-encoded', text: `?a=${encodeURIComponent(secret)}` },
  { name: 'form-encoded', text: new URLSearchParams({ a: secret }).toString() },
  { name: 'in JSON', text: JSON.stringify({ a: secret }) },
]

test.each(hidden)('a secret is found $name', ({ text }) => {
  expect(findSecret(new Map([['here', Buffer.from(text)]]), secret)).not.toEqual([])
})

test('no secret is found where there is none', () => {
  const places = new Map([['here', Buffer.from(`${secret.slice(1)} ${base64(secret.slice(0, -4))}`)]])
  expect(findSecret(places, secret)).toEqual([])
})
