import { decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { createVault, makeKey, parseKeys, VaultError } from './index.ts'

const row = { tenant: 'acme', provider: 'hubspot', account: 'sales-eu', field: 'access_token' }
const secret = 'pat-eu1-ünïcode-0123456789'
const [old, fresh] = [makeKey(), makeKey()]
const vault = createVault(parseKeys(old))

describe('a sealed value', () => {
  test('opens in its own row', async () => {
    expect(await vault.open(await vault.seal(secret, row), row)).toBe(secret)
  })

  test('is another one each time and never shows the secret', async () => {
    const [first, second] = [await vault.seal(secret, row), await vault.seal(secret, row)]
    expect(first).not.toBe(second)
    for (const encoding of ['utf8', 'base64url', 'hex'] as const) {
      expect(first).not.toContain(Buffer.from(secret).toString(encoding))
    }
  })

  test('names its key and its row in the protected header', async () => {
    const [key] = parseKeys(old)
    const header = decodeProtectedHeader(await vault.seal(secret, row))
    expect(header).toEqual({ alg: 'dir', enc: 'A256GCM', kid: key?.kid, ...row })
  })

  test.each(['tenant', 'provider', 'account', 'field'])('does not open under another %s', async (member) => {
    const sealed = await vault.seal(secret, row)
    await expect(vault.open(sealed, { ...row, [member]: 'other' })).rejects.toThrow(VaultError)
  })

  test('does not open after its header was rewritten for another row', async () => {
    const [header = '', ...rest] = (await vault.seal(secret, row)).split('.')
    const forged = { ...JSON.parse(Buffer.from(header, 'base64url').toString()), tenant: 'evil' }
    const moved = [Buffer.from(JSON.stringify(forged)).toString('base64url'), ...rest].join('.')
    await expect(vault.open(moved, { ...row, tenant: 'evil' })).rejects.toThrow('damaged')
  })

  test.each(['', 'plain text', 'a.b.c.d.e', `${btoa('{"alg":"none"}')}....`])(
    'that is really %j is called damaged',
    async (text) => {
      await expect(vault.open(text, row)).rejects.toThrow(new VaultError('the sealed value is damaged'))
    },
  )
})

describe('after a new key was put in front', () => {
  const rotated = createVault(parseKeys(`${fresh}, ${old}`))

  test('what the old key sealed still opens', async () => {
    expect(await rotated.open(await vault.seal(secret, row), row)).toBe(secret)
  })

  test('the new key seals, and a vault without it says which fault it is', async () => {
    const sealed = await rotated.seal(secret, row)
    await expect(vault.open(sealed, row)).rejects.toThrow('the key that sealed the value is not among the keys')
  })
})

describe('keys', () => {
  const key = 'A'.repeat(43)
  test.each([
    ['nothing', '', 'key 1 is not'],
    ['a key without an id', key, 'key 1 is not'],
    ['a short key', `a:${key.slice(1)}`, 'key 1 is not'],
    ['a long key', `a:${key}A`, 'key 1 is not'],
    ['base64 instead of base64url', `a:${'/'.repeat(43)}`, 'key 1 is not'],
    ['a second entry that is wrong', `a:${key},b:${key}=`, 'key 2 is not'],
    ['a trailing comma', `a:${key},`, 'key 2 is not'],
    ['one id twice', `a:${key},a:${key}`, 'same key id'],
  ])('with %s are refused without being echoed', (_, text, message) => {
    const thrown = (() => {
      try {
        return parseKeys(text)
      } catch (error) {
        return error
      }
    })()
    expect(String(thrown)).toContain(message)
    expect(String(thrown)).not.toMatch(/A{6}|\/{6}/)
  })

  test('that were just made are read back, and differ', () => {
    expect(old).not.toBe(fresh)
    expect(parseKeys(`${old},${fresh}`).map(({ bytes }) => bytes.length)).toEqual([32, 32])
  })

  test('are needed: a vault without one is refused', () => {
    expect(() => createVault([])).toThrow(VaultError)
  })
})
