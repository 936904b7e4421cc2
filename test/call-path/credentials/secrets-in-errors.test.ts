import { describe, expect, it } from 'vitest'
import { answer, type Behaviour } from '../../providers/scripted.ts'
import { byCookie, byHeader, byKeys, byPair, byPassword, byQuery, byUsername, fixture } from '../fixture-provider.ts'
import { secret, startFixture } from '../start-fixture.ts'

const pair = 'key-id:pass:word/1'
const named = { app_id: 'app/1+x', api_key: 'dd/api=1&"', session: 'se;ss ion' }
const { call } = await startFixture({
  providers: [fixture, byHeader, byQuery, byCookie, byKeys, byPair, byUsername, byPassword],
  credentials: { 'by-pair': pair, 'by-keys': { secrets: named } },
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')

/** How a provider could say a secret back. */
const forms = (text: string): string[] => [
  text,
  base64(text),
  base64(text).replace(/=+$/, ''),
  Buffer.from(text).toString('base64url'),
  encodeURIComponent(text),
  encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  new URLSearchParams({ k: text }).toString().slice(2),
  hex(text),
  hex(text).toUpperCase(),
  JSON.stringify(text).slice(1, -1),
]

const create = { action: 'create', name: 'x' }

const accounts: [domain: string, secrets: string[]][] = [
  ['fixture', [secret]],
  ['by-header', [secret]],
  ['by-query', [secret]],
  ['by-cookie', [secret]],
  ['by-keys', Object.values(named)],
  ['by-pair', [pair, 'pass:word/1']],
  ['by-username', [secret, `${secret}:`]],
  ['by-password', [secret, `api:${secret}`]],
]

/** Says back everything that it knows of the credential, whatever it was asked. */
const echoes: [where: string, behaviour: (text: string) => Behaviour][] = [
  ['a JSON member', (text) => answer(400, { sent: { deep: [text] } })],
  ['the name of a member', (text) => answer(400, { [text]: 1 })],
  ['JSON with escaped slashes', (text) => answer(400, JSON.stringify({ text }).replaceAll('/', '\\/'))],
  ['text', (text) => answer(400, `You sent ${text} to us`)],
  ['the words of the error', (text) => answer(400, { fault: { words: `bad key ${text}` } })],
  ['a long answer', (text) => answer(400, { filler: 'x'.repeat(8150), text })],
]

describe.each(accounts)('an account of %s', (domain, secrets) => {
  it.each(echoes)('has no secret in an error, though the provider echoes it in %s', async (_where, echo) => {
    for (const form of secrets.flatMap(forms)) {
      const { status, text } = await call(create, [echo(form)], domain)
      expect(status).toBe(400)
      for (const hidden of [form, JSON.stringify(form).slice(1, -1)]) expect(text).not.toContain(hidden)
    }
  })
})

describe('what is not a secret', () => {
  it('stays readable beside one', async () => {
    const { body } = await call(create, [answer(400, { hint: `the key ${secret} has no scope for things` })])
    expect(body.details).toEqual({ hint: 'the key [redacted] has no scope for things' })
  })
})
