import { describe, expect, it } from 'vitest'
import { answer, type Behaviour } from '../../providers/scripted.ts'
import { byPassword, byUsername } from '../fixture-provider.ts'
import { secret, startFixture } from '../start-fixture.ts'
import { formsOfSecret, secretAccounts, secretCredentials, secretTakers } from './echoed-secrets.ts'

const { call } = await startFixture({
  providers: [...secretTakers, byUsername, byPassword],
  credentials: secretCredentials,
})

const create = { action: 'create', name: 'x' }

const accounts: typeof secretAccounts = [
  ...secretAccounts,
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
    for (const form of secrets.flatMap(formsOfSecret)) {
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
